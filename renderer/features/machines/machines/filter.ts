import type { MachineChoice } from '../../../../preload/contract/machines/machine-choices.ts';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';
import type { Machine } from '../../../../preload/contract/machines/machines.ts';

/** Filters: all machines except hidden ones, those not up, those of one state; hidden ones. */
export const stateFilters = ['all', 'not-up', ...machineStates, 'hidden'] as const;
export type StateFilter = (typeof stateFilters)[number];

/** A machine with its index among those of the same name, and the user's settings for it. */
export interface ListedMachine extends Machine, Omit<MachineChoice, 'name'> {}

/** Returns the key of a row: machines with the same name also need their index. */
export function keyOf({ name, nth }: { readonly name: string; readonly nth: number }): string {
  return nth === 0 ? name : `${name}\n${nth}`;
}

export type MachineListing = (
  machines: readonly Machine[],
  choices: readonly MachineChoice[],
) => readonly ListedMachine[];

/**
 * Distinguishes machines with the same name by their order in the answer, as the history does. A check changes few of
 * thousands: unchanged machines stay the same objects, and so does an unchanged list.
 */
export function createListing(): MachineListing {
  let before: readonly ListedMachine[] = [];
  return (machines, choices) => {
    const known = new Map(before.map((machine) => [keyOf(machine), machine]));
    const names = new Map<string, number>();
    const set = new Map(choices.map((choice) => [keyOf(choice), choice]));
    const now = machines.map((machine) => {
      const nth = names.get(machine.name) ?? 0;
      names.set(machine.name, nth + 1);
      const key = keyOf({ name: machine.name, nth });
      const {
        pinned = false,
        hidden = false,
        ownName = '',
        note = '',
        group = '',
      } = set.get(key) ?? {};
      const listed = { ...machine, nth, pinned, hidden, ownName, note, group };
      const same = known.get(key);
      return same !== undefined && areSame(same, listed) ? same : listed;
    });
    const isSame = now.length === before.length && now.every((one, at) => one === before[at]);
    if (!isSame) before = now;
    return before;
  };
}

function areSame(one: ListedMachine, other: ListedMachine): boolean {
  const { record, ...rest } = one;
  const fields = Object.entries(rest) as [keyof typeof rest, unknown][];
  return (
    fields.every(([field, value]) => other[field] === value) &&
    JSON.stringify(record) === JSON.stringify(other.record)
  );
}

/**
 * Returns the machines with every word in a name, the raw status, the note or another field, ignoring case and width.
 */
export function matching(
  machines: readonly ListedMachine[],
  text: string,
  filter: StateFilter,
): readonly ListedMachine[] {
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
