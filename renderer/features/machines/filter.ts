import type { MachineChoice } from '../../../preload/contract/machine-choices.ts';
import { machineStates } from '../../../preload/contract/machine-states.ts';
import type { Machine } from '../../../preload/contract/machines.ts';

/** Which machines are shown: all that are not hidden, of these those that are not up or of one state; the hidden. */
export const stateFilters = ['all', 'not-up', ...machineStates, 'hidden'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** A machine with its place among those of its name, and what the user has set for it. */
export interface Listed extends Machine, Omit<MachineChoice, 'name'> {}

/** What a row is named by: machines of one name have their place as well. */
export function keyOf({ name, nth }: { readonly name: string; readonly nth: number }): string {
  return nth === 0 ? name : `${name}\n${nth}`;
}

/** Machines of one name are told apart by their order in the answer, as the history does. */
export function listed(machines: readonly Machine[], choices: readonly MachineChoice[]): Listed[] {
  const names = new Map<string, number>();
  const set = new Map(choices.map((choice) => [keyOf(choice), choice]));
  return machines.map((machine) => {
    const nth = names.get(machine.name) ?? 0;
    names.set(machine.name, nth + 1);
    const choice = set.get(keyOf({ name: machine.name, nth }));
    const { pinned = false, hidden = false, ownName = '', note = '', group = '' } = choice ?? {};
    return { ...machine, nth, pinned, hidden, ownName, note, group };
  });
}

/** Every word is in a name, the raw status, the note or some other field, whatever its case and width. */
export function matching(
  machines: readonly Listed[],
  text: string,
  filter: StateFilter,
): readonly Listed[] {
  const words = folded(text)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return machines.filter((machine) => {
    const { name, status, state, record, hidden, ownName, note, group } = machine;
    if (hidden !== (filter === 'hidden')) return false;
    if (filter === 'not-up' && state === 'up') return false;
    if (machineStates.some((one) => one === filter) && state !== filter) return false;
    if (words.length === 0) return true;
    const all = folded([name, ownName, note, group, status, JSON.stringify(record)].join(' '));
    return words.every((word) => all.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
