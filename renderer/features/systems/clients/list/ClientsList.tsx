import { Trash2 } from 'lucide-react';
import type { Client } from '../../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, TextField } from '../../../../ui/index.ts';
import { ClientsTable } from './ClientsTable.tsx';

interface ClientsListProps {
  /** The clients that match the filter. */
  readonly shown: readonly Client[];
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly openId: string | null;
  readonly onOpen: (client: Client) => void;
  /** Ids of ticked clients. */
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
  readonly onDelete: (clients: readonly Client[]) => void;
  /** The app's own client for signing in. */
  readonly signInId: string | null;
}

/** The clients, with a filter above them and bulk actions. */
export function ClientsList(props: ClientsListProps) {
  const { shown, filter, onFilter, openId, onOpen, chosen, onChosen, onDelete, signInId } = props;
  const t = useT();
  const selected = shown.filter(({ id, canChange }) => canChange && chosen.has(id));
  return (
    <>
      <div className="mb-2 flex h-8 items-center gap-2">
        <TextField
          className="w-72"
          type="search"
          label={t('clients.filter.label')}
          labelHidden
          placeholder={t('clients.filter.label')}
          value={filter}
          onValueChange={onFilter}
        />
        {selected.length > 0 && (
          <Button icon={Trash2} className="ml-auto" onClick={() => onDelete(selected)}>
            {t('clients.deleteMany', { count: selected.length })}
          </Button>
        )}
      </div>
      <ClientsTable
        clients={shown}
        openId={openId}
        onOpen={onOpen}
        selected={chosen}
        onSelect={(ids, on) => onChosen(toggled(chosen, ids, on))}
        onDelete={(client) => onDelete([client])}
        signInId={signInId}
      />
    </>
  );
}

function toggled(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
