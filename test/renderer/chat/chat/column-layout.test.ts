import { expect, it } from 'vitest';
import {
  collapse,
  defaultArrangement,
  divide,
  expand,
  expandedOf,
  shareOf,
} from '../../../../renderer/features/chat/chat/thread/columnLayout.ts';

const open = (...args: Parameters<typeof expandedOf>) =>
  [...expandedOf(...args)].sort((one, other) => one - other);

it.each([
  [0, [0, 1, 2]],
  [872, [0, 1, 2]],
  [871, [0, 1]],
  [624, [0, 1]],
  [623, [0]],
  [100, [0]],
] as const)('of three columns in %i px these are expanded: %j', (width, expected) => {
  expect(open(3, 0, defaultArrangement, width)).toEqual(expected);
});

it('the chosen one is expanded wherever it stands, then the one that was expanded last', () => {
  expect(open(8, 5, defaultArrangement, 616)).toEqual([5]);
  expect(open(3, 2, defaultArrangement, 700)).toEqual([0, 2]);
  expect(open(3, 2, expand(defaultArrangement, 1), 700)).toEqual([1, 2]);
  expect(open(4, 0, expand(expand(defaultArrangement, 2), 3), 700)).toEqual([0, 3]);
});

it('a collapsed column stays collapsed until it is expanded, the chosen one too', () => {
  const collapsed = collapse(defaultArrangement, 0);
  expect(open(2, 0, collapsed, 2000)).toEqual([1]);
  expect(open(2, 0, expand(collapsed, 0), 2000)).toEqual([0, 1]);
  expect(open(2, 0, collapse(collapsed, 1), 2000)).toEqual([]);
});

it('two columns share their width, and neither becomes narrower than 280 px', () => {
  const pair = { left: 0, right: 2 };
  expect(shareOf(defaultArrangement, 0, 2)).toBe(0.5);
  const wide = divide(defaultArrangement, pair, 0.6, 1000);
  expect(shareOf(wide, 0, 2)).toBeCloseTo(0.6);
  expect(shareOf(divide(wide, pair, 0.99, 1000), 0, 2)).toBeCloseTo(0.72);
  expect(shareOf(divide(wide, pair, -1, 1000), 0, 2)).toBeCloseTo(0.28);
  expect(shareOf(divide(wide, pair, 0.9, 500), 0, 2)).toBeCloseTo(0.5);
  expect(shareOf(divide(wide, pair, 0.5, 0), 0, 2)).toBeCloseTo(0.5);
  // the others keep theirs
  expect(wide.shares[1]).toBeUndefined();
  expect((wide.shares[0] ?? 0) + (wide.shares[2] ?? 0)).toBeCloseTo(2);
});
