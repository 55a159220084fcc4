import type { RefObject } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { onDemand } from '../../../ui/index.ts';
import type { ListedMachine } from './filter.ts';
import { MachinesTable } from './MachinesTable.tsx';
import type { Times } from './useTimes.ts';

const GroupedMachines = onDemand(() => import('./GroupedMachines.tsx'));
const MachineCards = onDemand(() => import('./MachineCards.tsx'));
const ListFoot = onDemand(() => import('./ListFoot.tsx'));

interface MachinesListProps {
  readonly systemId: string;
  readonly machines: readonly ListedMachine[];
  readonly cards: boolean;
  readonly columns: readonly string[];
  readonly span: HistorySpan;
  readonly times: Times;
  /** They are from before the last check. */
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: ListedMachine) => void;
  readonly onClear: () => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The machines as a table or as cards, grouped if some have a group. */
export function MachinesList({ machines, cards, columns, scroller, ...list }: MachinesListProps) {
  const drawn = (some: readonly ListedMachine[]) =>
    cards ? (
      <MachineCards machines={some} {...list} />
    ) : (
      <MachinesTable machines={some} columns={columns} scroller={scroller} {...list} />
    );
  return (
    <>
      {machines.every(({ group }) => group === '') ? (
        drawn(machines)
      ) : (
        <GroupedMachines systemId={list.systemId} span={list.span} machines={machines}>
          {drawn}
        </GroupedMachines>
      )}
      <ListFoot times={list.times} />
    </>
  );
}
