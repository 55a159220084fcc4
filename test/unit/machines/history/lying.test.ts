import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import { seeded } from '../../../support/files/seeded.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';

const second = 1000;
const minute = 60 * second;
const start = Date.UTC(2026, 9, 24, 20);

let database: Database;
beforeEach(() => {
  database = openHistoryTables();
});
afterEach(() => database.close());

const machine = (name: string, status: string) => ({ name, status, record: { machine: name } });

/** The app, asked for what it keeps after checks of which each is `seen` some time after the last. */
function watching() {
  const history = startHistory(database, 'Europe/Berlin');
  const recorder = history.recorder('one');
  let [clock, uptime] = [start, 0];
  return {
    /** @param ahead how far the clock was set since the last check, ms */
    async check(machines: ReturnType<typeof machine>[], ahead = 0) {
      uptime += minute;
      clock += minute + ahead;
      await recorder.observed({ asked: uptime, uptime, at: clock, machines }, []);
    },
    async kept() {
      await recorder.flushed();
      const told = await history.observedStretches('one', 0, 2 ** 42);
      const observed = told
        .filter(({ reason }) => reason === null)
        .reduce((sum, { from, to }) => sum + to - from, 0);
      const [from, to] = [told[0]?.from ?? 0, told.at(-1)?.to ?? 0];
      return { told, observed, times: await history.time('one', [{ from, to }]), from, to };
    },
    changes: async () =>
      Number((await database.get({ sql: 'SELECT COUNT(*) AS n FROM history_transitions' }))?.n),
  };
}

const sum = (time: object) => Object.values(time).reduce((all: number, ms: number) => all + ms, 0);

test('a server that says another number of machines each time, in any order and some twice, keeps each apart', async () => {
  const random = seeded(7);
  const app = watching();
  // what is known of each machine by its name and place: its last status, and how often it changed
  const model = new Map<string, { status: string; changes: number }>();
  for (let round = 0; round < 60; round++) {
    const count = Math.floor(random() * 80);
    const answer = Array.from({ length: count }, () =>
      machine(`m${Math.floor(random() * 30)}`, random() < 0.5 ? 'OK' : 'NG'),
    );
    await app.check(answer);
    const nths = new Map<string, number>();
    const seen = new Map(
      answer.map(({ name, status }) => {
        const nth = nths.get(name) ?? 0;
        nths.set(name, nth + 1);
        return [`${name} ${nth}`, status];
      }),
    );
    for (const key of new Set([...model.keys(), ...seen.keys()])) {
      const status = seen.get(key) ?? 'left out';
      const known = model.get(key) ?? { status: '', changes: 0 };
      if (known.status !== status) model.set(key, { status, changes: known.changes + 1 });
    }
  }
  const { times, observed } = await app.kept();
  expect(times).toHaveLength(model.size);
  for (const { cells } of times) expect(sum(cells[0]?.time ?? {})).toBeLessThanOrEqual(observed);
  const changes = [...model.values()].reduce((all, one) => all + one.changes, 0);
  expect(await app.changes()).toBe(changes);
});

test('of 5,000 machines that all flap, while the clock is set back and on, no time counts twice', async () => {
  const app = watching();
  const flapping = (round: number) =>
    Array.from({ length: 5000 }, (_, n) =>
      machine(`node-${n}`, (n + round) % 2 === 0 ? 'OK' : 'NG'),
    );
  const set: Readonly<Record<number, number>> = {
    3: -60 * minute,
    6: 90 * minute,
    8: -10 * second,
  };
  for (let round = 0; round < 10; round++) await app.check(flapping(round), set[round] ?? 0);
  const { times, observed, told, from, to } = await app.kept();
  expect(times).toHaveLength(5000);
  expect(await app.changes()).toBe(50_000);
  for (const [at, { to }] of told.entries()) expect(told[at + 1]?.from ?? to).toBe(to);
  // not the minutes before which the clock was set, nor those that it showed before
  expect([observed, to - from >= observed]).toEqual([4 * minute, true]);
  for (const { cells } of times) expect(sum(cells[0]?.time ?? {})).toBe(observed);
});

test('an empty answer, and the same machine ten thousand times, are what they are', async () => {
  const app = watching();
  await app.check(Array.from({ length: 10_000 }, () => machine('same', 'OK')));
  await app.check([]);
  await app.check([machine('same', 'OK')]);
  await app.check([machine('', ''), machine('same', 'OK')]);
  const { times, observed } = await app.kept();
  expect(observed).toBe(3 * minute);
  expect(times).toHaveLength(10_001);
  const upTimes = times.slice(0, 2).map(({ cells }) => cells[0]?.time.up);
  // up until it was left out, and from when it was there again; the others have not come back
  expect(upTimes).toEqual([2 * minute, minute]);
});
