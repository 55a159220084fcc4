import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulatedMachines } from '../../../support/servers/simulated-machines.ts';
import { openHistoryTables } from '../../../support/worlds/machine-history.ts';

const minute = 60_000;
const hour = 60 * minute;

type Happening =
  | { readonly what: 'checks'; readonly count: number }
  | { readonly what: 'late' | 'miss' | 'restart' }
  | { readonly what: 'sleep' | 'pass' | 'clock'; readonly ticks: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('checks' as const),
      count: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom('late' as const, 'miss' as const, 'restart' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('sleep' as const),
      ticks: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('pass' as const),
      ticks: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('clock' as const),
      ticks: fc.integer({ min: -700, max: 700 }),
    }),
  },
);

async function live(machines: SimulatedMachines, happenings: readonly Happening[]): Promise<void> {
  for (const one of happenings) {
    if (one.what === 'checks') {
      for (let left = one.count; left > 0; left--) {
        machines.changeSome(3);
        await machines.check();
        machines.pass(minute / 2);
      }
    } else if (one.what === 'sleep') machines.sleep(one.ticks * 10_000);
    else if (one.what === 'pass') machines.pass(one.ticks * 10_000);
    else if (one.what === 'clock') machines.setClock(one.ticks * 10_000);
    else await machines[one.what]();
  }
}

test('whatever happens to the computer, each day tells for each machine what was observed, once', async () => {
  const database = openHistoryTables();
  const tables = ['history_machines', 'history_statuses', 'history_spans', 'history_folds'];
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), fc.nat(), async (happenings, seed) => {
      await database.run(...tables.map((table) => ({ sql: `DELETE FROM ${table}` })));
      // the last Sunday of March 2026: a day of 23 hours in Berlin
      const from = Date.parse('2026-03-28T20:00:00Z');
      const machines = new SimulatedMachines(database, {
        from,
        seed,
        machines: 3,
        timeZone: 'Europe/Berlin',
      });
      await machines.check();
      machines.pass(minute / 2);
      await live(machines, happenings);
      const told = await machines.told();
      for (const machine of [0, 1, 2])
        expect(told.get(`m${machine}`) ?? new Map()).toEqual(machines.expected(machine));
    }),
    { numRuns: 20 },
  );
  await database.close();
});

test('nights off, the change to summer time and a clock set back an hour leave the days right', async () => {
  const database = openHistoryTables();
  const from = Date.parse('2026-03-27T06:00:00Z');
  const machines = new SimulatedMachines(database, {
    from,
    seed: 1,
    machines: 4,
    timeZone: 'Europe/Berlin',
  });
  for (let day = 0; day < 5; day++) {
    for (let check = 0; check < 90; check++) {
      machines.changeSome(40);
      await machines.check();
      if (check === 40 && day === 3) machines.setClock(-hour);
      machines.pass(2 * minute);
    }
    machines.pass(24 * hour - 180 * minute);
    machines.restart();
  }
  const told = await machines.told();
  for (const machine of [0, 1, 2, 3])
    expect(told.get(`m${machine}`)).toEqual(machines.expected(machine));
  const incidents = await machines.toldIncidents();
  for (const machine of [0, 1, 2, 3])
    expect(incidents.get(`m${machine}`) ?? []).toEqual(machines.expectedIncidents(machine));
  expect([...incidents.values()].flat().length).toBeGreaterThan(5);
  expect(machines.expected(0).size).toBeGreaterThan(4);
  const days = await database.all({ sql: 'SELECT DISTINCT day FROM history_days ORDER BY day' });
  expect(days.map(({ day }) => day)).toEqual([20260327, 20260328, 20260329, 20260330]);
  await database.close();
});
