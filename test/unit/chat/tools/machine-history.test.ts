import { afterAll, expect, test } from 'vitest';
import { machineHistoryTool } from '../../../../main/chat/tools/index.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';

const minute = 60_000;
const hour = 60 * minute;
const database = openHistoryTables();
afterAll(() => database.close());

test('a model asks for one machine and a span: availability, changes, and what was not observed with its reason', async () => {
  const start = Date.parse('2026-05-04T09:00:00Z');
  let clock = start;
  const history = startHistory(database, 'UTC', { now: () => new Date(clock) });
  const tool = machineHistoryTool(history);
  const call = { key: 'k', fingerprint: 'f' };
  const context = {
    ...{ systemId: 'one', conversationId: 'c1' },
    signal: new AbortController().signal,
  };
  // asked about like the present states, until the user says otherwise
  expect([tool.name, tool.approval]).toEqual(['machine_history', 'ask']);
  await expect(tool.run({ machine: 'a' }, context, call)).rejects.toThrow(
    'no machine was seen yet',
  );

  const recorder = history.recorder('one');
  const check = async (status: string) => {
    clock += minute;
    const uptime = clock - start;
    const machines = [{ name: 'a', status, record: null }];
    await recorder.observed({ asked: uptime, uptime, at: clock, machines }, []);
  };
  for (let n = 0; n <= 90; n++) await check('OK');
  for (let n = 0; n < 30; n++) await check('NG');
  clock += 30 * minute;
  await recorder.missed({ at: clock, reason: 'offline', detail: null });

  const day = await tool.run({ machine: 'a', span: '24h' }, context, call);
  expect(day).toMatchObject({
    machine: 'a',
    to: new Date(clock).toISOString(),
    // 91 minutes up, 29 down: the last change holds from the check that saw it
    availability: 0.7583,
    hours: { up: 1.5167, down: 0.4833 },
    changes: [
      { at: '2026-05-04T09:01:00.000Z', status: 'OK', state: 'up' },
      { at: '2026-05-04T10:32:00.000Z', status: 'NG', state: 'down' },
    ],
    notObserved: [
      { from: '2026-05-04T11:01:00.000Z', to: '2026-05-04T11:31:00.000Z', reason: 'offline' },
    ],
    generatedUntil: null,
  });
  expect(await tool.run({ machine: 'a' }, context, call)).toMatchObject({
    from: '2026-04-27T12:00:00.000Z',
  });
  // a month later nothing was observed, and that is no word on the machine
  clock += 40 * 24 * hour;
  expect(await tool.run({ machine: 'a', span: '7d' }, context, call)).toMatchObject({
    ...{ availability: null, observedShare: 0, hours: {} },
    changes: [{ status: 'NG', state: 'down' }],
  });
  await expect(tool.run({ machine: 'b' }, context, call)).rejects.toThrow('some that were: a');
  await expect(tool.run({ machine: 'a', span: '5y' }, context, call)).rejects.toThrow();
});
