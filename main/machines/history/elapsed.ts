import type { Observed } from '../../../preload/contract/machines/machine-history.ts';
import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type { Stretch } from '../sums/index.ts';
import { absent, type KnownMachines } from './machines.ts';

/** A machine between two successive checks. */
interface PassedMachine {
  readonly name: string;
  readonly nth: number;
  /** The raw value; null if the answers left it out. */
  readonly status: string | null;
  /** Whether the second check had anything new. */
  readonly changed: boolean;
}

/** The time between two successive checks. */
export interface ElapsedTime extends Stretch {
  readonly machines: readonly PassedMachine[];
}

/** Call before an answer is compared with the known machines. @returns a function to call afterwards */
export function trackElapsed(known: KnownMachines): () => readonly PassedMachine[] {
  const raws = new Map([...known.statuses].map(([raw, id]) => [id, raw]));
  const before = [...known.machines].map(([key, machine]) => {
    const { status, transitions, fields } = machine;
    return { key, machine, status, transitions, fields };
  });
  return () => {
    const passed = before.map(({ key, machine, status, transitions, fields }) => ({
      name: machine.name,
      nth: Number.parseInt(key, 10),
      status: status === absent ? null : (raws.get(status) ?? ''),
      changed: machine.transitions !== transitions || machine.fields !== fields,
    }));
    const old = new Set(before.map(({ key }) => key));
    const added = [...known.machines].filter(([key]) => !old.has(key));
    return [
      ...passed,
      ...added.map(([key, { name }]) => ({
        ...{ name, nth: Number.parseInt(key, 10), status: null, changed: true },
      })),
    ];
  };
}

/** Converts it for windows. */
export function elapsedForWindows(
  { from, to, machines }: ElapsedTime,
  stateOf: (status: string) => MachineState,
): Observed {
  return {
    from,
    to,
    others: machines.flatMap(({ name, nth, status }) => {
      const state = status === null ? null : stateOf(status);
      return state === 'up' ? [] : [{ name, nth, state }];
    }),
    changed: machines.flatMap(({ name, nth, changed }) => (changed ? [{ name, nth }] : [])),
  };
}
