import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readState } from '../../../../main/machines/choices/states.ts';
import { minute, noticesWorld } from './start.ts';

const { start, database } = noticesWorld();

test('many at once are one notice, a few are each their own; of very many the first are shown', async () => {
  const { see, setRule, given } = await start();
  await setRule({ seen: 1, of: 1 });
  await see(...Array<string>(60).fill('OK'));
  expect(await see('NG', 'NG', 'NG', ...Array<string>(57).fill('OK'))).toHaveLength(3);
  const [all, ...more] = await see(...Array<string>(60).fill('degraded'));
  expect(more).toEqual([]);
  expect(all?.split(', ')).toHaveLength(50);
  const [last] = await given();
  expect([last?.changes.length, last?.more]).toEqual([50, 10]);
});

test('of a service that flips all its machines at each check there are few notices, and what is kept is bounded', async () => {
  const { see, setRule, given } = await start();
  await setRule({ seen: 1, of: 1, states: ['down', 'degraded', 'maintenance', 'unknown'] });
  const most = 1000;
  await see(...Array<string>(most).fill('OK'));
  let shown = 0;
  for (let check = 0; check < 60; check++) {
    shown += (await see(...Array<string>(most).fill(check % 2 === 0 ? 'NG' : 'OK'))).length;
  }
  expect(shown).toBeGreaterThan(10);
  expect(shown).toBeLessThanOrEqual(16);
  const size = await database().get({
    sql: 'SELECT COUNT(*) AS rows, SUM(LENGTH(changes)) AS bytes FROM notices',
  });
  expect(Number(size?.rows)).toBeLessThanOrEqual(62);
  expect(Number(size?.bytes)).toBeLessThan(2_000_000);
  // it says of how many it is all the same
  const [last] = await given();
  expect((last?.changes.length ?? 0) + (last?.more ?? 0)).toBeGreaterThanOrEqual(most);
});

test('after a flood the next change is told at once again', async () => {
  const { see, setRule, pass } = await start({ flood: { most: 3, within: 10 * minute } });
  await setRule({ seen: 1, of: 1 });
  for (const status of ['OK', 'NG', 'OK', 'NG']) await see(status);
  expect([await see('OK'), await see('NG')].flat()).toEqual([]);
  pass(20 * minute);
  expect(await see('NG')).toEqual(['a down']);
  expect(await see('OK')).toEqual([]);
  pass(20 * minute);
  expect(await see('OK')).toEqual(['a up 22m']);
  pass(20 * minute);
  expect(await see('NG')).toEqual(['a down']);
});

test('whatever is seen and whenever the app starts anew: each change is told once, and in order', async () => {
  const check = fc.record({
    statuses: fc.array(fc.constantFrom('OK', 'NG', 'degraded', 'maintenance'), {
      minLength: 2,
      maxLength: 2,
    }),
    restart: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(check, { maxLength: 30 }), async (checks) => {
      await database().run({ sql: 'DELETE FROM notices' }, { sql: 'DELETE FROM notice_subjects' });
      // so many that none is held
      const flood = { most: 1000, within: minute };
      let app = await start({ flood });
      await app.setRule({ seen: 1, of: 1 });
      const told: string[] = [];
      for (const { statuses, restart } of checks) {
        if (restart) app = await start({ flood }, app.at());
        told.push(...(await app.see(...statuses)).map((text) => text.replace(' at most', '')));
      }
      // by hand, machine by machine
      const expected: string[] = [];
      const began = new Map<number, number | null>();
      const wanted = new Set<number>();
      for (const [n, { statuses }] of checks.entries()) {
        for (const [at, status] of statuses.entries()) {
          const state = readState(status);
          const before = checks[n - 1]?.statuses[at];
          const name = String.fromCharCode(97 + at);
          const isTold = state === 'down' || state === 'degraded';
          if (state === 'up') {
            const since = began.get(at) ?? null;
            if (wanted.delete(at))
              expected.push(`${name} up ${since === null ? '?' : `${n - since}m`}`);
            began.delete(at);
          } else {
            if (!began.has(at)) began.set(at, n === 0 ? null : n);
            if (isTold) wanted.add(at);
            if (isTold && n > 0 && before !== status) expected.push(`${name} ${state}`);
          }
        }
      }
      expect(told).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
