import type { BarCell } from '../../../../../preload/contract/machines/machine-history.ts';
import {
  type MachineState,
  machineStates,
} from '../../../../../preload/contract/machines/machine-states.ts';

/** A part of a bar, in percent of its width; state null: not observed. */
export interface Segment {
  readonly state: MachineState | null;
  readonly from: number;
  readonly to: number;
}

interface Part {
  readonly state: MachineState | null;
  readonly ms: number;
}

/** Unobserved share of a cell up to which it counts as observed: rounding, or the time since the last check. */
const leastGap = 0.01;

/** Returns the end of a bar: now, within its last cell. */
export function endOf(cells: readonly BarCell[], now: number): number {
  const [first, last] = [cells[0], cells.at(-1)];
  if (first === undefined || last === undefined) return now;
  return Math.max(first.from + 1, Math.min(now, last.to));
}

/** Returns where each cell of a bar begins, in percent. */
export function edgesOf(cells: readonly BarCell[], end: number): number[] {
  const start = cells[0]?.from ?? 0;
  return cells.map(({ from }) => Math.min(100, (100 * (from - start)) / (end - start)));
}

/** Returns a bar from left to right, equal neighbours as one. */
export function segmentsOf(cells: readonly BarCell[], end: number): Segment[] {
  const start = cells[0]?.from ?? 0;
  const scale = 100 / (end - start);
  const segments: { state: MachineState | null; from: number; to: number }[] = [];
  for (const [index, cell] of cells.entries()) {
    if (cell.from >= end) break;
    const lasted = Math.min(cell.to, end) - cell.from;
    let at = (cell.from - start) * scale;
    for (const { state, ms } of inOrder(partsOf(cell, lasted), segments.at(-1), cells[index + 1])) {
      const before = segments.at(-1);
      const to = at + ms * scale;
      if (before !== undefined && before.state === state) before.to = to;
      else segments.push({ state, from: at, to });
      at = to;
    }
  }
  return segments;
}

function partsOf({ time }: BarCell, lasted: number): Part[] {
  const parts = machineStates.flatMap((state): Part[] => {
    const ms = time[state] ?? 0;
    return ms > 0 ? [{ state, ms }] : [];
  });
  const observed = parts.reduce((sum, { ms }) => sum + ms, 0);
  const lost = lasted - observed;
  if (lost > lasted * leastGap) return [...parts, { state: null, ms: lost }];
  return parts.map(({ state, ms }) => ({ state, ms: (ms * lasted) / observed }));
}

/** A cell does not tell the order of its states: each is put beside the neighbour that has it too. */
function inOrder(parts: Part[], before: Segment | undefined, after: BarCell | undefined): Part[] {
  if (parts.length < 2) return parts;
  const next = after && longestOf(partsOf(after, after.to - after.from));
  const rank = ({ state }: Part): number => {
    if (before !== undefined && before.state === state) return -1;
    return next !== undefined && next.state === state ? 1 : 0;
  };
  return parts.toSorted((a, b) => rank(a) - rank(b));
}

function longestOf(parts: readonly Part[]): Part | undefined {
  return parts.toSorted((a, b) => b.ms - a.ms)[0];
}

/** Anything but up must be seen, however short. */
const least = '3px';
/** In bars of 100 px or more, a longer segment is wide enough by itself. */
const short = 3;

const isTrouble = ({ state }: Segment): boolean => state !== null && state !== 'up';
const isShort = (one: Segment | undefined): boolean =>
  one !== undefined && isTrouble(one) && one.to - one.from < short;

/** Returns a CSS image of a bar: one background costs less than an element for each segment. */
function imageOf(segments: readonly Segment[], colourOf: (one: Segment) => string): string {
  const stops = segments.map((one, index) => {
    const [colour, from, to] = [colourOf(one), one.from.toFixed(2), one.to.toFixed(2)];
    // a stop before its predecessor is moved there, so that what follows a widened segment begins later
    if (isShort(one)) {
      return `${colour} min(${from}%, 100% - ${least}), ${colour} max(${to}%, ${from}% + ${least})`;
    }
    const end = isShort(segments[index + 1]) ? `min(${to}%, 100% - ${least})` : `${to}%`;
    return `${colour} ${from}%, ${colour} ${end}`;
  });
  return `linear-gradient(90deg, ${stops.join(', ')})`;
}

/** Returns the bar itself: unobserved time is transparent. */
export function barImage(segments: readonly Segment[]): string {
  return imageOf(segments, ({ state }) => (state === null ? 'transparent' : `var(--${state})`));
}

/** Returns the line under trouble, for eyes that do not tell the colours apart; null without trouble. */
export function underline(segments: readonly Segment[]): string | null {
  if (!segments.some(isTrouble)) return null;
  return imageOf(segments, (one) => (isTrouble(one) ? 'var(--text)' : 'transparent'));
}

/** Returns an image of the time with planned maintenance; null without any. */
export function plannedImage(
  cells: readonly BarCell[],
  end: number,
  colour: string,
): string | null {
  const start = cells[0]?.from ?? 0;
  const percent = (at: number) =>
    Math.max(0, Math.min(100, (100 * (at - start)) / (end - start))).toFixed(2);
  const stops = cells.flatMap(({ planned = [] }) =>
    planned.map(({ from, to }) => {
      const [left, right] = [percent(from), percent(to)];
      return `transparent ${left}%, ${colour} ${left}%, ${colour} ${right}%, transparent ${right}%`;
    }),
  );
  return stops.length === 0 ? null : `linear-gradient(90deg, ${stops.join(', ')})`;
}
