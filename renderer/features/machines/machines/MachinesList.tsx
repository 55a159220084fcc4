import type { RefObject } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import type { MachineView } from '../../../../preload/contract/machines/machine-choices.ts';
import { onDemand } from '../../../ui/index.ts';
import type { Listed } from './filter.ts';
import { MachinesTable } from './MachinesTable.tsx';

const GroupedMachines = onDemand(() => import('./GroupedMachines.tsx'));
const MachineCards = onDemand(() => import('./MachineCards.tsx'));

interface MachinesListProps {
  readonly systemId: string;
  readonly machines: readonly Listed[];
  readonly view: MachineView;
  readonly span: HistorySpan;
  /** They are from before the last check. */
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: Listed) => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The machines as a table or as cards, grouped if some have a group. */
export function MachinesList({ machines, view, scroller, ...list }: MachinesListProps) {
  const drawn = (some: readonly Listed[]) =>
    view.cards ? (
      <MachineCards machines={some} {...list} />
    ) : (
      <MachinesTable machines={some} columns={view.columns} scroller={scroller} {...list} />
    );
  if (machines.every(({ group }) => group === '')) return drawn(machines);
  return (
    <GroupedMachines systemId={list.systemId} span={list.span} machines={machines}>
      {drawn}
    </GroupedMachines>
  );
}
