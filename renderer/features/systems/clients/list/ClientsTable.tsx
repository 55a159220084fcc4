import { LogIn } from 'lucide-react';
import type { Client } from '../../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../../i18n/index.ts';
import {
  Badge,
  Checkbox,
  type Column,
  Mono,
  Table,
  Time,
  VisuallyHidden,
} from '../../../../ui/index.ts';

interface ClientsTableProps {
  readonly clients: readonly Client[];
  readonly openId: string | null;
  readonly onOpen: (client: Client) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], selected: boolean) => void;
  /** Called for the Delete key on a row. */
  readonly onDelete: (client: Client) => void;
  /** The app's own Client ID for signing in. */
  readonly signInId: string | null;
}

/** The list, sorted by Client ID or Created Date with a click on the column title. */
export function ClientsTable(props: ClientsTableProps) {
  const { clients, openId, onOpen, selected, onSelect, onDelete, signInId } = props;
  const t = useT();
  // Only deletable clients can be ticked, because that is the purpose of ticking.
  const choosable = clients.filter(({ canChange }) => canChange);
  const count = choosable.filter(({ id }) => selected.has(id)).length;
  const sources = new Set(clients.map(({ source }) => source));
  /** What says nothing in any row has no column. */
  const says: Readonly<Record<string, boolean>> = {
    select: choosable.length > 0,
    source: sources.size > 1,
    createdAt: clients.length === 0 || clients.some(({ createdAt }) => createdAt !== null),
  };
  const columns: Column<Client>[] = [
    {
      id: 'select',
      title: t('clients.select.title'),
      width: '2.75rem',
      control: true,
      head: (
        <Checkbox
          label={<VisuallyHidden>{t('clients.select.all')}</VisuallyHidden>}
          checked={count === 0 ? false : count === choosable.length ? true : 'mixed'}
          disabled={choosable.length === 0}
          onCheckedChange={(checked) =>
            onSelect(
              choosable.map(({ id }) => id),
              checked,
            )
          }
        />
      ),
      cell: ({ id, clientId, canChange }) => (
        <Checkbox
          label={<VisuallyHidden>{t('clients.select.one', { clientId })}</VisuallyHidden>}
          checked={canChange && selected.has(id)}
          disabled={!canChange}
          onCheckedChange={(checked) => onSelect([id], checked)}
        />
      ),
    },
    {
      id: 'clientId',
      title: t('clients.clientId'),
      width: 'clamp(8rem, 15vw, 14rem)',
      cell: ({ clientId }) => (
        <span title={clientId}>
          <Mono>{clientId}</Mono>
          {clientId === signInId && (
            <>
              <LogIn size={13} aria-hidden className="ml-1.5 inline text-accent-text" />
              <VisuallyHidden>{t('clients.signsIn')}</VisuallyHidden>
            </>
          )}
        </span>
      ),
      sortBy: ({ clientId }) => clientId,
    },
    {
      id: 'redirectUrls',
      title: t('clients.redirectUrls'),
      cell: ({ redirectUrls: [first, ...others] }) => (
        <span className="flex items-baseline gap-2">
          <Mono className="truncate">{first ?? '–'}</Mono>
          {others.length > 0 && (
            <span className="shrink-0 text-small text-text-soft">
              {t('clients.moreUrls', { count: others.length })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'source',
      title: t('clients.source.title'),
      width: '10.5rem',
      wideOnly: true,
      cell: ({ source, clientId }) =>
        clientId === signInId ? (
          <Badge tone="accent">{t('clients.signsIn')}</Badge>
        ) : (
          <span className="text-text-soft">{t(`clients.source.${source}`)}</span>
        ),
    },
    {
      id: 'createdAt',
      title: t('clients.createdAt'),
      width: '10.5rem',
      cell: ({ createdAt }) =>
        createdAt === null ? '–' : <Time at={Date.parse(createdAt)} absolute />,
      sortBy: ({ createdAt }) => (createdAt === null ? null : Date.parse(createdAt)),
    },
  ];
  return (
    <Table
      label={t('clients.title')}
      columns={columns.filter(({ id }) => says[id] ?? true)}
      rows={clients}
      rowKey={({ id }) => id}
      initialSort={
        says.createdAt === true
          ? { column: 'createdAt', direction: 'descending' }
          : { column: 'clientId', direction: 'ascending' }
      }
      onOpen={onOpen}
      onDelete={(client) => client.canChange && onDelete(client)}
      openKey={openId}
      empty={t('clients.filter.none')}
    />
  );
}
