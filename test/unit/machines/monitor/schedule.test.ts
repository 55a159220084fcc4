import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDelay, type Situation } from '../../../../main/machines/monitor/schedule.ts';

const minute = 60_000;
const calm: Situation = {
  ...{ interval: minute, failures: 0, quick: false, offline: false, retryAfter: 0 },
};

test('once a minute while all is well, sooner after the user asked', () => {
  expect(nextDelay(calm, 0.9)).toBe(minute);
  expect(nextDelay({ ...calm, quick: true }, 0.9)).toBe(15_000);
  expect(nextDelay({ ...calm, quick: true, interval: 10_000 }, 0.9)).toBe(10_000);
});

test('failures double the wait up to ten minutes, spread by chance', () => {
  const longest = (failures: number) => nextDelay({ ...calm, failures }, 1);
  expect([1, 2, 3, 4, 5, 50].map(longest)).toEqual([1, 2, 4, 8, 10, 10].map((n) => n * minute));
  expect(nextDelay({ ...calm, failures: 5 }, 0)).toBe(5 * minute);
  // nor is a system that is asked rarely asked more often for its failures
  expect(nextDelay({ ...calm, interval: 60 * minute, failures: 5 }, 1)).toBe(60 * minute);
});

test('offline, it looks again soon however long it lasts', () => {
  expect(nextDelay({ ...calm, failures: 30, offline: true }, 0.5)).toBe(15_000);
});

test('Retry-After is never undercut, up to an hour', () => {
  const asked = (retryAfter: number) => nextDelay({ ...calm, failures: 1, retryAfter }, 0);
  expect(asked(20 * minute)).toBe(20 * minute);
  expect(asked(1000)).toBe(minute / 2);
  expect(asked(500 * minute)).toBe(60 * minute);
});

test('the wait is always finite and never under half the interval', async () => {
  const situations = fc.record({
    interval: fc.integer({ min: 10_000, max: 60 * minute }),
    failures: fc.nat(),
    quick: fc.boolean(),
    offline: fc.boolean(),
    retryAfter: fc.double({ min: 0, noNaN: true }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  await fc.assert(
    fc.property(situations, ({ random, ...situation }) => {
      const delay = nextDelay(situation, random);
      expect(delay).toBeGreaterThanOrEqual(Math.min(situation.interval, 15_000) / 2);
      expect(delay).toBeLessThanOrEqual(60 * minute);
    }),
  );
});
