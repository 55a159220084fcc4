import { expect, test } from 'vitest';
import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import { barPaths } from '../../../../renderer/features/machines/machines/barPaths.ts';

const day = 86_400_000;
const cell = (
  at: number,
  time: BarCell['time'],
  planned?: { from: number; to: number }[],
): BarCell => ({
  ...{ from: at * day, to: (at + 1) * day, time, gap: null, ...(planned && { planned }) },
});

test('a bar of many days is a few paths: each layer has the rectangles of all its days', () => {
  const cells = Array.from({ length: 90 }, (_, at) => cell(at, { up: day / 2, down: day / 2 }));
  const paths = barPaths(cells, 10);
  expect([...paths.keys()].sort()).toEqual(['down', 'ground', 'line', 'trouble', 'up']);
  for (const path of paths.values()) expect(path.match(/M/g)).toHaveLength(90);
  expect(paths.get('up')?.startsWith('M0 10h10v10h-10zM10 10h10v10h-10z')).toBe(true);
  expect(paths.get('down')?.startsWith('M0 0h10v10h-10z')).toBe(true);
});

test('what lasted a moment is seen, stays within the bar, and what was planned is where it was', () => {
  const planned = [{ from: day / 4, to: day / 2 }];
  const paths = barPaths([cell(0, { up: day - 1, degraded: 1 }, planned)], 8);
  // up and the moment share the height as 20 to 4
  const tall = /v([\d.]+)/;
  expect(Number(tall.exec(paths.get('degraded') ?? '')?.[1])).toBeCloseTo(20 / 6, 4);
  expect(Number(tall.exec(paths.get('up') ?? '')?.[1])).toBeCloseTo(100 / 6, 4);
  expect(paths.get('shade')).toBe('M2 0h2v20h-2z');
  expect(paths.get('planned')).toBe('M2 0h2v3h-2z');
  expect(barPaths([cell(0, {})], 8).has('up')).toBe(false);
});
