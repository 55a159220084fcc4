import type { Client } from '../../preload/contract/clients.ts';
import { useT } from '../i18n/index.ts';
import { Badge, Checkbox, type Column, Mono, Table, Time, VisuallyHidden } from '../ui/index.ts';

interface ClientsTableProps {
  readonly clients: readonly Client[];
  readonly openId: string | null;
  readonly onOpen: (client: Client) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, selected: boolean) => void;
  /** The Client ID that this app signs in with. */
  readonly signInId: string | null;
}

/** The list, sorted by Client ID or Created Date by a press on the title. */
export function ClientsTable(props: ClientsTableProps) {
  const { clients, openId, onOpen, selected, onSelect, signInId } = props;
  const t = useT();
  const columns: Column<Client>[] = [
    {
      id: 'clientId',
      title: t('clients.clientId'),
      width: '13rem',
      cell: ({ clientId }) => <Mono>{clientId}</Mono>,
      sortBy: ({ clientId }) => clientId,
    },
    {
      id: 'redirectUrls',
      title: t('clients.redirectUrls'),
      cell: ({ redirectUrls: [first, ...others] }) => (
        <>
          <Mono>{first ?? '–'}</Mono>
          {others.length > 0 && (
            <span className="ml-2 text-small text-text-soft">
              {t('clients.moreUrls', { count: others.length })}
            </span>
          )}
        </>
      ),
    },
    {
      id: 'source',
      title: t('clients.source.title'),
      width: '9rem',
      wideOnly: true,
      cell: ({ source, clientId }) =>
        clientId === signInId ? (
          <Badge tone="accent">{t('clients.signsIn')}</Badge>
        ) : (
          <span className="text-text-soft">{t(`clients.source.${source}`)}</span>
        ),
    },
    {
      id: 'secret',
      title: t('clients.secret'),
      width: '8rem',
      cell: ({ hasSecret }) =>
        hasSecret ? (
          <span role="img" aria-label={t('clients.secretHidden')} className="font-mono text-mono">
            {'•'.repeat(12)}
          </span>
        ) : (
          <span className="text-text-soft">{t('clients.noSecret')}</span>
        ),
    },
    {
      id: 'createdAt',
      title: t('clients.createdAt'),
      width: '10.5rem',
      cell: ({ createdAt }) =>
        createdAt === null ? '–' : <Time at={Date.parse(createdAt)} absolute />,
      sortBy: ({ createdAt }) => createdAt,
    },
    {
      id: 'select',
      title: t('clients.select.title'),
      width: '5rem',
      align: 'end',
      cell: ({ id, clientId }) => (
        // Above the row's own button, which spreads over the whole row.
        <span className="relative z-1 inline-flex">
          <Checkbox
            label={<VisuallyHidden>{t('clients.select.one', { clientId })}</VisuallyHidden>}
            checked={selected.has(id)}
            onCheckedChange={(checked) => onSelect(id, checked)}
          />
        </span>
      ),
    },
  ];
  return (
    <Table
      label={t('clients.title')}
      columns={columns}
      rows={clients}
      rowKey={({ id }) => id}
      initialSort={{ column: 'createdAt', direction: 'descending' }}
      onOpen={onOpen}
      openKey={openId}
      empty={t('clients.filter.none')}
    />
  );
}
