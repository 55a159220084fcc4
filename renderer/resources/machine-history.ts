import type { ResourceKey, ResourceValue, ViewName } from '../../preload/contract/index.ts';
import type { BarCell, Observed } from '../../preload/contract/machines/machine-history.ts';
import type { MachineState } from '../../preload/contract/machines/machine-states.ts';

interface Named {
  readonly name: string;
  readonly nth: number;
}

/** Applies an observation to a view; returns null if main must be asked. */
type Update<N extends ViewName> = (
  value: ResourceValue<N>,
  observed: Observed,
  key: ResourceKey<N>,
) => ResourceValue<N> | null;

const updates: { readonly [N in ViewName]: Update<N> } = {
  'machineHistory.availability'(value, observed) {
    if (value.to <= observed.to) return null;
    const states = statesIn(observed);
    const names = new Set(value.machines.map(keyOf));
    if (observed.changed.some((one) => !names.has(keyOf(one)))) return null;
    const machines = value.machines.map((machine) => ({
      ...machine,
      time: longer(machine.time, states(machine), observed.to - observed.from),
    }));
    return { ...value, machines };
  },
  'machineHistory.bar'(cells, observed, machine) {
    // empty for a machine that was never seen
    if (cells.length === 0) return isNamed(observed.changed, machine) ? null : cells;
    return grown(cells, observed, statesIn(observed)(machine));
  },
  'machineHistory.api'(value, observed) {
    const cells = grown(value.cells, observed, 'up');
    return cells && { ...value, cells };
  },
  'machineHistory.statuses': (value, { changed }) => (changed.length === 0 ? value : null),
  'machineHistory.calendar': (value, { changed }) => (changed.length === 0 ? value : null),
  'machineHistory.page'(value, observed, machine) {
    if (isNamed(observed.changed, machine)) return null;
    if (value.days.length === 0) return value;
    const days = grown(value.days, observed, statesIn(observed)(machine));
    return days && { ...value, days };
  },
};

/** Applies an event of its domain to a view; returns null if main must be asked. */
export function updated<T>(name: ViewName, key: unknown, value: T, told: object): T | null {
  const { observed } = told as { readonly observed: Observed | null };
  if (observed === null) return null;
  const update = updates[name] as unknown as (
    value: T,
    observed: Observed,
    key: unknown,
  ) => T | null;
  return update(value, observed, key);
}

const keyOf = ({ name, nth }: Named): string => `${nth} ${name}`;

function isNamed(all: readonly Named[], { name, nth }: Named): boolean {
  return all.some((one) => one.nth === nth && one.name === name);
}

/** Returns the state of a machine during the observation; null if the answers left it out. */
function statesIn({ others }: Observed): (machine: Named) => MachineState | null {
  const known = new Map(others.map((one) => [keyOf(one), one.state]));
  return (machine) => {
    const state = known.get(keyOf(machine));
    return state === undefined ? 'up' : state;
  };
}

function longer(time: BarCell['time'], state: MachineState | null, ms: number): BarCell['time'] {
  return state === null ? time : { ...time, [state]: (time[state] ?? 0) + ms };
}

/** Adds the observed time to the last cell; returns null if it exceeds that cell. */
function grown(
  cells: readonly BarCell[],
  { from, to }: Observed,
  state: MachineState | null,
): BarCell[] | null {
  const last = cells.at(-1);
  // at the end of the last cell another one has begun
  if (last === undefined || from < last.from || to >= last.to) return null;
  return [...cells.slice(0, -1), { ...last, time: longer(last.time, state, to - from) }];
}
