import { type ReactNode, useState } from 'react';
import type { Incident } from '../../../../../preload/contract/machines/machine-history.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { StateMark } from '../../../../ui/index.ts';
import type { ListedMachine } from '../filter.ts';
import { Fold, ShortList } from './Fold.tsx';

interface MachineMaintenanceProps {
  readonly systemId: string;
  readonly machine: ListedMachine;
  /** Newest first. */
  readonly past: readonly Incident[];
  readonly drawn: (one: Incident) => ReactNode;
}

const day = 86_400_000;
/** How far ahead the calendar is read. */
const ahead = 60 * day;

/** Maintenance of a machine: what is planned, and what was. */
export function MachineMaintenance({ systemId, machine, past, drawn }: MachineMaintenanceProps) {
  const t = useT();
  const format = useFormat();
  const { name, nth } = machine;
  const [from] = useState(() => Math.floor(Date.now() / day) * day);
  const { value } = useResource('machineHistory.calendar', { systemId, from, to: from + ahead });
  const planned = (value?.planned ?? []).filter(
    ({ to, machines }) =>
      to > Date.now() &&
      (machines === null || machines.some((one) => one.name === name && one.nth === nth)),
  );
  const [next] = planned;
  if (next === undefined && past.length === 0) return null;
  const note =
    next === undefined
      ? String(past.length)
      : t('machines.page.next', { when: format.dateTime(next.from) });
  return (
    <Fold title={t('machines.page.maintenance')} note={note}>
      <ul className="flex flex-col gap-1 pb-1">
        {planned.map((one) => (
          <li key={`${one.origin} ${one.from}`} className="flex items-start gap-2">
            <StateMark state="maintenance" silent className="mt-0.5" />
            <span className="min-w-0 flex-1 wrap-anywhere">{one.title}</span>
            <span className="tabular text-small text-text-soft">{format.dateTime(one.from)}</span>
          </li>
        ))}
      </ul>
      {past.length > 0 && (
        <ShortList none="" items={past} keyOf={(one) => String(one.from)} item={drawn} />
      )}
    </Fold>
  );
}
