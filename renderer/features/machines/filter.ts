import type { Machine } from '../../../preload/contract/machines.ts';
import { machineStates } from '../../ui/index.ts';

/** Which machines are shown: all, those that are not up, or those of one state. */
export const stateFilters = ['all', 'not-up', ...machineStates] as const;
export type StateFilter = (typeof stateFilters)[number];

/** A machine with its place among those of its name. */
export interface Listed extends Machine {
  readonly nth: number;
}

/** Machines of one name are told apart by their order in the answer, as the history does. */
export function listed(machines: readonly Machine[]): Listed[] {
  const names = new Map<string, number>();
  return machines.map((machine) => {
    const nth = names.get(machine.name) ?? 0;
    names.set(machine.name, nth + 1);
    return { ...machine, nth };
  });
}

/** Every word is in the name, the raw status or some other field, whatever its case and width. */
export function matching(
  machines: readonly Listed[],
  text: string,
  filter: StateFilter,
): readonly Listed[] {
  const words = folded(text)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return machines.filter((machine) => {
    if (
      filter === 'not-up' ? machine.state === 'up' : filter !== 'all' && machine.state !== filter
    ) {
      return false;
    }
    if (words.length === 0) return true;
    const all = folded(`${machine.name} ${machine.status} ${JSON.stringify(machine.record)}`);
    return words.every((word) => all.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
