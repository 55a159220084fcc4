import type { Stretch, Sums } from '../sums/index.ts';
import type { PlannedTime } from './types.ts';

interface Named {
  readonly name: string;
  readonly nth: number;
}

/** Machines with the same planned time: its spans in order, without overlaps. */
export interface PlannedGroup<M extends Named> {
  readonly machines: readonly M[];
  readonly stretches: readonly Stretch[];
}

/** Merges overlapping or adjacent spans, in order. */
function merged(stretches: readonly Stretch[]): Stretch[] {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

/** Groups machines by planned time; leaves out those without. */
export function plannedGroups<M extends Named>(
  machines: readonly M[],
  planned: readonly PlannedTime[],
): PlannedGroup<M>[] {
  const key = ({ name, nth }: Named) => `${nth} ${name}`;
  const all = planned.filter((one) => one.machines === null);
  const own = new Map<string, PlannedTime[]>();
  for (const one of planned) {
    for (const machine of one.machines ?? []) {
      own.set(key(machine), [...(own.get(key(machine)) ?? []), one]);
    }
  }
  const special = machines.filter((machine) => own.has(key(machine)));
  const usual = all.length === 0 ? [] : machines.filter((machine) => !own.has(key(machine)));
  return [
    ...(usual.length === 0 ? [] : [{ machines: usual, stretches: merged(all) }]),
    ...special.map((machine) => ({
      machines: [machine],
      stretches: merged([...all, ...(own.get(key(machine)) ?? [])]),
    })),
  ];
}

/** Returns the parts of cells within spans, each with its cell; both are in order, without overlaps. */
export function partsOf(cells: readonly Stretch[], stretches: readonly Stretch[]) {
  return cells.flatMap((cell, at) =>
    stretches.flatMap(({ from, to }) => {
      const part = { cell: at, from: Math.max(from, cell.from), to: Math.min(to, cell.to) };
      return part.from < part.to ? [part] : [];
    }),
  );
}

/** Converts sums by parts of cells to sums by cells. */
export function byCells(sums: Sums, parts: readonly { readonly cell: number }[]): Sums {
  return {
    machines: sums.machines.map(({ id, spent }) => ({
      id,
      spent: spent.map((one) => ({ ...one, cell: parts[one.cell]?.cell ?? 0 })),
    })),
  };
}
