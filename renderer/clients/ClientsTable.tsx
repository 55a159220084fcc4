import type { Client } from '../../preload/contract/clients.ts';
import { useT } from '../i18n/index.ts';
import { type Column, Mono, Table, Time } from '../ui/index.ts';

interface ClientsTableProps {
  readonly clients: readonly Client[];
  readonly openId: string | null;
  readonly onOpen: (client: Client) => void;
}

/** The list, sorted by Client ID or Created Date by a press on the title. */
export function ClientsTable({ clients, openId, onOpen }: ClientsTableProps) {
  const t = useT();
  const columns: Column<Client>[] = [
    {
      id: 'clientId',
      title: t('clients.clientId'),
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
      id: 'secret',
      title: t('clients.secret'),
      width: '9rem',
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
      width: '11rem',
      cell: ({ createdAt }) =>
        createdAt === null ? '–' : <Time at={Date.parse(createdAt)} absolute />,
      sortBy: ({ createdAt }) => createdAt,
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
    />
  );
}
