import { expect, test } from 'vitest';
import { patience } from '../../../support/patience.ts';
import { SimulatedMachines } from '../../../support/servers/simulated-machines.ts';
import { openHistoryTables } from '../../../support/worlds/machine-history.ts';

const second = 1000;
const hour = 3600 * second;
// The figures of 500 machines are those of `npm run bench machines`; what adds up for each needs no more than these.
const machines = 100;

test('a year of 100 machines every 30 s, with what happens to clocks and computers, adds up day by day', {
  timeout: patience(600 * second),
}, async () => {
  const database = openHistoryTables();
  const from = Date.parse('2025-10-01T06:00:00Z');
  const world = new SimulatedMachines(database, {
    from,
    seed: 13,
    machines,
    timeZone: 'Europe/Berlin',
  });
  for (let day = 0; day < 365; day++) {
    // eight hours a day, then the app is closed
    for (let check = 0; check < 8 * 120; check++) {
      if (check % 20 === 0) world.changeSome(80);
      await world.check();
      if (check % 97 === 0) await world.late();
      if (check % 701 === 0) await world.miss();
      if (check % 503 === 502) world.sleep(50 * 60 * second);
      if (day === 100 && check === 600) world.setClock(-hour);
      if (day === 200 && check === 600) world.setClock(hour);
      world.pass(30 * second);
    }
    world.pass(16 * hour);
    world.restart();
  }
  const told = await world.told();
  expect(told.size).toBe(machines);
  for (let machine = 0; machine < machines; machine++) {
    const expected = world.expected(machine);
    // one by one only where they differ: 100 times 365 days are compared
    if (
      JSON.stringify([...(told.get(`m${machine}`) ?? [])].sort()) !==
      JSON.stringify([...expected].sort())
    ) {
      expect(told.get(`m${machine}`)).toEqual(expected);
    }
  }
  const incidents = await world.toldIncidents();
  for (let machine = 0; machine < machines; machine++) {
    expect(incidents.get(`m${machine}`) ?? []).toEqual(world.expectedIncidents(machine));
  }
  const rows = await database.get({
    sql: 'SELECT COUNT(*) AS transitions FROM history_transitions',
  });
  const size = await database.get({
    sql: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  });
  console.log(
    `${rows?.transitions} transitions in ${machines} machine-years: ${Math.round(Number(size?.bytes) / machines / 1024)} KB each`,
  );
  await database.close();
});
