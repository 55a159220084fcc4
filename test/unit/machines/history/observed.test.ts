import { afterAll, expect, test } from 'vitest';
import type { Emit, ViewName } from '../../../../preload/contract/index.ts';
import type { Observed } from '../../../../preload/contract/machines/machine-history.ts';
import { updated } from '../../../../renderer/resources/machine-history.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const minute = 60_000;
const begin = Date.parse('2026-05-01T22:20:00Z');
const systemId = 'one';
const sender = { id: 'test' };
const database = openHistoryTables();
afterAll(() => database.close());

/** What the server says minute by minute; null: no answer. */
const answers: readonly (Readonly<Record<string, string>> | null)[] = [
  ...Array.from({ length: 8 }, () => ({ a: 'OK', b: 'NG', c: 'OK' })),
  { a: 'NG', b: 'NG', c: 'OK' },
  { a: 'NG', b: 'OK' },
  { a: 'NG', b: 'OK' },
  null,
  { a: 'OK', b: 'OK', c: 'strange', d: 'OK' },
  ...Array.from({ length: 110 }, (_, n) => ({ a: 'OK', b: n % 7 === 0 ? 'NG' : 'OK', d: 'OK' })),
];

test('an event changes what a window shows into what main would say, and main is rarely asked', async () => {
  let clock = begin;
  let uptime = 0;
  const events: (Observed | null)[] = [];
  const emit = ((_: string, { observed }: { observed: Observed | null }) =>
    void events.push(observed)) as Emit;
  const history = startHistory(database, 'UTC', { now: () => new Date(clock), emit });
  const { machineHistory } = throughTheDoor({ machineHistory: history.calls }, recordLog());
  const of = { systemId, name: 'b', nth: 0 };
  const month = { systemId, from: begin - 60 * minute, to: begin + 300 * minute };
  const views: Readonly<Record<string, [ViewName, object, () => Promise<unknown>]>> = {};
  const add = (name: ViewName, key: object, ask: () => Promise<unknown>) =>
    Object.assign(views, { [`${name} ${JSON.stringify(key)}`]: [name, key, ask] });
  for (const span of ['24h', '90d'] as const) {
    const spanned = { systemId, span };
    add('machineHistory.availability', spanned, () => machineHistory.availability(spanned, sender));
    add('machineHistory.api', spanned, () => machineHistory.api(spanned, sender));
    for (const name of ['b', 'c']) {
      const key = { ...spanned, name, nth: 0 };
      add('machineHistory.bar', key, () => machineHistory.bar(key, sender));
    }
  }
  add('machineHistory.page', of, () => machineHistory.page(of, sender));
  add('machineHistory.calendar', month, () => machineHistory.calendar(month, sender));

  const shown = new Map<string, unknown>();
  const asked = new Map<string, number>();
  for (const answer of answers) {
    clock += minute;
    uptime += minute;
    events.length = 0;
    if (answer === null) {
      const reason = 'unreachable';
      await history.recorder(systemId).missed({ at: clock, reason, detail: null });
    } else {
      const machines = Object.entries(answer).map(([name, status]) => ({
        ...{ name, status, record: null },
      }));
      const seen = { asked: uptime, uptime, at: clock, machines };
      await history.recorder(systemId).observed(seen, []);
    }
    expect(events).toHaveLength(1);
    for (const [id, [name, key, ask]] of Object.entries(views)) {
      const told = { systemId, observed: events[0] ?? null };
      const before = shown.get(id);
      const next = before === undefined ? null : updated(name, key, before, told);
      const real = await ask();
      if (next === null) asked.set(id, (asked.get(id) ?? 0) + 1);
      else expect(next, `${id} after ${answers.indexOf(answer)}`).toEqual(real);
      shown.set(id, real);
    }
  }
  await history.recorder(systemId).flushed();
  const rarely = [...asked].filter(([id]) => /availability|api|"c"/.test(id));
  expect(rarely).toHaveLength(6);
  for (const [, times] of rarely) expect(times).toBeLessThan(15);
});
