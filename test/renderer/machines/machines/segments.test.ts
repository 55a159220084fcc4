import { expect, test } from 'vitest';
import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import {
  barImage,
  edgesOf,
  endOf,
  plannedImage,
  segmentsOf,
  underline,
} from '../../../../renderer/features/machines/machines/bars/segments.ts';

const day = 86_400_000;
const cell = (at: number, time: BarCell['time'], planned?: BarCell['planned']): BarCell => ({
  ...{ from: at * day, to: (at + 1) * day, time, gap: null, ...(planned && { planned }) },
});
const rounded = (cells: readonly BarCell[], now = Number.POSITIVE_INFINITY) =>
  segmentsOf(cells, endOf(cells, now)).map(
    ({ state, from, to }) => `${state} ${from.toFixed(2)} ${to.toFixed(2)}`,
  );

test('a bar has the states from left to right, equal neighbours as one', () => {
  const cells = [
    ...[cell(0, { up: day }), cell(1, { up: day / 2, down: day / 2 }), cell(2, { down: day })],
    cell(3, { down: day / 4, up: (3 * day) / 4 }),
  ];
  expect(rounded(cells)).toEqual(['up 0.00 37.50', 'down 37.50 81.25', 'up 81.25 100.00']);
});

test('what was not observed has its place and is no state; rounding is no gap', () => {
  const half = [cell(0, { up: day / 4 }), cell(1, {})];
  expect(rounded(half)).toEqual(['up 0.00 12.50', 'null 12.50 100.00']);
  expect(rounded([cell(0, { up: day - 1000 })])).toEqual(['up 0.00 100.00']);
  // more than there can be, as clocks allow
  const twice = [cell(0, { up: day, down: day })];
  expect(rounded(twice)).toEqual(['up 0.00 50.00', 'down 50.00 100.00']);
});

test('a bar ends now, within its last cell', () => {
  const cells = [cell(0, { up: day }), cell(1, { down: day / 4 })];
  expect(rounded(cells, 1.25 * day)).toEqual(['up 0.00 80.00', 'down 80.00 100.00']);
  expect(edgesOf(cells, endOf(cells, 1.25 * day))).toEqual([0, 80]);
});

test('trouble has 3 px at least and a line below; up and what was not observed have none', () => {
  const short = segmentsOf([cell(0, { up: day - 60_000, down: 60_000 })], day);
  expect(barImage(short)).toContain('var(--down) min(99.93%, 100% - 3px)');
  expect(barImage(short)).toContain('var(--up) min(99.93%, 100% - 3px)');
  expect(underline(short)).toContain('var(--text)');
  const long = segmentsOf([cell(0, { up: day / 2 })], day);
  expect(barImage(long)).toBe(
    'linear-gradient(90deg, var(--up) 0.00%, var(--up) 50.00%, transparent 50.00%, transparent 100.00%)',
  );
  expect(underline(long)).toBeNull();
});

test('planned maintenance is where it was', () => {
  const cells = [cell(0, { up: day }, [{ from: day / 4, to: day / 2 }])];
  expect(plannedImage(cells, day, 'pale')).toContain('pale 25.00%, pale 50.00%');
  expect(plannedImage([cell(0, { up: day })], day, 'pale')).toBeNull();
});
