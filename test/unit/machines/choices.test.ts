import { afterAll, expect, test } from 'vitest';
import { createMachineChoices } from '../../../main/machines/choices/index.ts';
import type { EventName } from '../../../preload/contract/index.ts';
import { throughTheDoor } from '../../support/worlds/door.ts';
import { openHistoryTables, startHistory } from '../../support/worlds/machine-history.ts';
import { recordLog } from '../../support/worlds/world.ts';

const sender = { id: 'test' };
const database = openHistoryTables();
afterAll(() => database.close());

async function start() {
  const told: EventName[] = [];
  const emit = (name: EventName) => void told.push(name);
  const choices = await createMachineChoices({ database, emit });
  const { machineChoices } = throughTheDoor({ machineChoices: choices.calls }, recordLog());
  return { choices, machineChoices, told };
}

const one = { systemId: 'one' };
const usual = { pinned: false, hidden: false, ownName: '', note: '', group: '' };

test('how machines are shown is kept by system and machine, and what is as usual is not', async () => {
  const { choices, machineChoices, told } = await start();
  expect(await machineChoices.snapshot(one, sender)).toEqual({
    ...{
      systemId: 'one',
      view: { cards: false, columns: null },
      machines: [],
      meanings: [],
      polling: { every: 60, troubled: 30 },
    },
  });
  const view = { cards: true, columns: ['status', 'field:queue'] };
  await machineChoices.setView({ ...one, view }, sender);
  const first = {
    ...usual,
    name: 'a',
    nth: 0,
    pinned: true,
    ownName: ' Mine ',
    note: 'for jobs\n',
  };
  const second = { ...usual, name: 'a', nth: 1, hidden: true, group: 'Rack 1' };
  for (const machine of [first, second])
    await machineChoices.setMachine({ ...one, machine }, sender);
  expect(new Set(told)).toEqual(new Set(['machineChoices.changed']));
  const again = await start();
  for (const one of [choices, again.choices]) {
    expect([one.groupOf('one', second), one.groupOf('one', first)]).toEqual(['Rack 1', '']);
  }
  expect(await again.machineChoices.snapshot(one, sender)).toMatchObject({
    view,
    machines: [{ ...first, ownName: 'Mine' }, second],
  });
  expect((await again.machineChoices.snapshot({ systemId: 'two' }, sender)).machines).toEqual([]);
  for (const nth of [0, 1]) {
    await again.machineChoices.setMachine(
      { ...one, machine: { ...usual, name: 'a', nth } },
      sender,
    );
  }
  expect((await again.machineChoices.snapshot(one, sender)).machines).toEqual([]);
  expect(again.choices.groupOf('one', second)).toBe('');
  // a system that is gone keeps nothing
  await again.machineChoices.setView({ systemId: 'gone', view }, sender);
  expect(
    await database.all({ sql: "SELECT * FROM machine_views WHERE system_id = 'gone'" }),
  ).toEqual([]);
});

test('what a raw value means is the user’s word, for all that was seen of it, until it is taken back', async () => {
  const { choices, machineChoices } = await start();
  const heard: string[] = [];
  choices.onMeaning((systemId) => heard.push(systemId));
  const history = startHistory(database, 'UTC', { meanings: choices });
  const minute = 60_000;
  const check = (at: number) =>
    history.recorder('one').observed(
      {
        asked: at + 1,
        uptime: at,
        at,
        machines: [{ name: 'x', status: 'brumal', record: null }],
      },
      [],
    );
  await check(0);
  await check(minute);
  const time = async () =>
    (await history.time('one', [{ from: 0, to: minute }]))[0]?.cells[0]?.time;
  expect(await time()).toEqual({ unknown: minute });

  await machineChoices.setMeaning({ ...one, status: 'brumal', state: 'degraded' }, sender);
  expect([choices.stateOf('one', 'brumal'), choices.stateOf('two', 'brumal')]).toEqual([
    'degraded',
    'unknown',
  ]);
  expect(await time()).toEqual({ degraded: minute });
  expect(heard).toEqual(['one']);

  const again = await start();
  expect(again.choices.stateOf('one', 'brumal')).toBe('degraded');
  // asked about once: left unknown is an answer as well
  await again.machineChoices.setMeaning({ ...one, status: 'brumal', state: 'unknown' }, sender);
  expect((await again.machineChoices.snapshot(one, sender)).meanings).toEqual([
    { status: 'brumal', state: 'unknown' },
  ]);
  await again.machineChoices.setMeaning({ ...one, status: 'OK', state: 'down' }, sender);
  expect(again.choices.stateOf('one', 'OK')).toBe('down');
  await again.machineChoices.setMeaning({ ...one, status: 'OK', state: null }, sender);
  expect(again.choices.stateOf('one', 'OK')).toBe('up');
});
