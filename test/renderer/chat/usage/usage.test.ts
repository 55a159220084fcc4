import { expect, test } from 'vitest';
import type { UsageDay } from '../../../../preload/contract/chat/usage.ts';
import {
  columnsOf,
  daysBetween,
  groupsOf,
  localDay,
  roundUp,
  totalOf,
} from '../../../../renderer/features/chat/usage/summary.ts';

function day(change: Partial<UsageDay>): UsageDay {
  return {
    day: '2026-11-01',
    keyId: 'k1',
    keyName: 'one',
    model: 'alpha',
    requests: 1,
    uncounted: 0,
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: null,
    reasoningTokens: null,
    ...change,
  };
}

const days = [
  day({}),
  day({ model: 'beta', inputTokens: 100 }),
  day({ day: '2026-11-03', requests: 3, uncounted: 1 }),
  day({
    day: '2026-11-03',
    keyId: 'k2',
    keyName: 'two',
    model: 'gamma',
    requests: 9,
    inputTokens: 1,
  }),
];

test('groups add up to the total and come by what is counted', () => {
  const byModel = groupsOf(days, 'model', 'tokens');
  expect(byModel.map(({ name }) => name)).toEqual(['beta', 'alpha', 'gamma']);
  expect(groupsOf(days, 'model', 'requests').map(({ name }) => name)).toEqual([
    'gamma',
    'alpha',
    'beta',
  ]);
  expect(groupsOf(days, 'key', 'requests')).toMatchObject([
    { id: 'k2', name: 'two', requests: 9 },
    { id: 'k1', name: 'one', requests: 5, uncounted: 1, inputTokens: 120, outputTokens: 15 },
  ]);
  expect(totalOf(days)).toEqual({
    ...{ requests: 14, uncounted: 1, inputTokens: 121, outputTokens: 20 },
    ...{ cachedTokens: null, reasoningTokens: null },
  });
});

test('cached and reasoning tokens add up where a service tells them; what was never told is not 0', () => {
  const told = [day({ cachedTokens: 7 }), day({ reasoningTokens: 0 }), day({ cachedTokens: 2 })];
  expect(totalOf(told)).toMatchObject({ cachedTokens: 9, reasoningTokens: 0 });
  expect(totalOf([day({})])).toMatchObject({ cachedTokens: null, reasoningTokens: null });
});

test('every day of the range has its column; groups that are not told apart are one value', () => {
  const range = { from: '2026-10-31', to: '2026-11-03' };
  expect(columnsOf(days, range, ['alpha', 'beta'], 'model', 'requests')).toEqual([
    { from: '2026-10-31', to: '2026-10-31', values: [0, 0, 0], total: 0 },
    { from: '2026-11-01', to: '2026-11-01', values: [1, 1, 0], total: 2 },
    { from: '2026-11-02', to: '2026-11-02', values: [0, 0, 0], total: 0 },
    { from: '2026-11-03', to: '2026-11-03', values: [3, 0, 9], total: 12 },
  ]);
});

test('a year is drawn in weeks and loses nothing', () => {
  const range = { from: '2025-11-04', to: '2026-11-03' };
  const columns = columnsOf(days, range, ['alpha'], 'model', 'requests');
  expect(columns).toHaveLength(53);
  expect(columns.at(-1)?.to).toBe('2026-11-03');
  expect(columns.reduce((sum, { total }) => sum + total, 0)).toBe(14);
});

test('days across months, and the local day some days ago', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(localDay(new Date(2026, 2, 1, 0, 30), 1)).toBe('2026-02-28');
  expect(localDay(new Date(2026, 0, 1, 23, 59))).toBe('2026-01-01');
});

test.each([
  [0, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [51_000, 100_000],
])('an axis for %i ends at %i', (value, end) => {
  expect(roundUp(value)).toBe(end);
});
