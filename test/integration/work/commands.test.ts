import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRemoteCommands } from '../../../main/work/commands/index.ts';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import type { ComputeApi } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  type CommandsState,
  longestCommandOutput,
} from '../../../preload/contract/work/remote-commands.ts';
import { throughTheDoor } from '../../support/worlds/door.ts';
import { startTestDemo } from '../demo/demo-support.ts';
import { demoSend } from './demo-send.ts';

const log = { info: () => undefined, error: () => undefined };
let demo: Awaited<ReturnType<typeof startTestDemo>>;
let field: ComputeApi;

beforeAll(async () => {
  demo = await startTestDemo();
  const identity = await demo.inspect.issueCertificate({ commonName: 'A User', purpose: 'client' });
  field = createFieldApi(demoSend(demo, identity));
});
afterAll(() => demo[Symbol.asyncDispose]());

/** The room over one API, as a window reaches it. */
function commandsWorld(api: ComputeApi, isLocked = false) {
  const told: CommandsState[] = [];
  const policy = {
    isLocked: () => isLocked,
    requireOpen: () => {
      if (isLocked) throw new AppError('locked-by-policy');
    },
  };
  const room = createRemoteCommands({
    apis: { of: () => api, open: () => api },
    policy,
    emit: (name, payload) => {
      if (name === 'remoteCommands.changed') told.push(payload as CommandsState);
    },
  });
  const { remoteCommands } = throughTheDoor({ remoteCommands: room.calls }, log);
  const system = { systemId: 's1' };
  const sender = { id: 'tab' };
  return {
    room,
    told,
    state: () => remoteCommands.snapshot(system, sender),
    clear: () => remoteCommands.clear(system, sender),
    leave: (id: string) => remoteCommands.leave({ ...system, id }, sender),
    run: (command: string, id: string = randomUUID()) =>
      remoteCommands.run({ ...system, id, machine: 'login-1', command }, sender),
  };
}

test('a command of the demo runs, a wrong one fails with its words, and both are kept until the list is cleared', async () => {
  const world = commandsWorld(field);
  await world.run('echo "two words"');
  await world.run('no-such-program');
  const { offered, locked, runs } = await world.state();
  expect([offered, locked]).toEqual([true, false]);
  expect(runs).toMatchObject([
    { state: 'failed', command: 'no-such-program', output: '' },
    { state: 'done', command: 'echo "two words"', output: 'two words\n', errors: '' },
  ]);
  expect(runs[0]?.errors).toContain('command not found');
  expect(world.told.map((one) => one.runs[0]?.state)).toEqual([
    ...['running', 'done', 'running', 'failed'],
  ]);
  await world.clear();
  expect((await world.state()).runs).toEqual([]);
});

test('an id runs once, and a second command waits for the first', async () => {
  let answer = (): void => undefined;
  let count = 0;
  const slow: ComputeApi = {
    ...field,
    run: () => {
      count += 1;
      return new Promise((resolve) => {
        answer = () => resolve({ succeeded: true, output: '', errors: '' });
      });
    },
  };
  const world = commandsWorld(slow);
  const id = randomUUID();
  const first = world.run('sleep 5', id);
  await expect.poll(() => count).toBe(1);
  await world.run('sleep 5', id);
  await expect(world.run('date')).rejects.toMatchObject({ code: 'command-running' });
  answer();
  await first;
  await world.run('sleep 5', id);
  expect(count).toBe(1);
});

test('a command that runs is no longer waited for when the user says so, and another one runs', async () => {
  let signal: AbortSignal | undefined;
  const endless: ComputeApi = {
    ...field,
    run: (_machine, command, given) => {
      if (command === 'date') return Promise.resolve({ succeeded: true, output: 'x', errors: '' });
      signal = given;
      return new Promise((_, reject) =>
        given?.addEventListener('abort', () => reject(new AppError('cancelled'))),
      );
    },
  };
  const world = commandsWorld(endless);
  const id = randomUUID();
  const first = world.run('sleep 500', id);
  await expect.poll(() => signal).toBeDefined();
  await world.leave(randomUUID());
  expect(signal?.aborted).toBe(false);
  await world.leave(id);
  await first;
  await world.run('date');
  expect((await world.state()).runs).toMatchObject([
    { command: 'date', state: 'done' },
    { command: 'sleep 500', state: 'left', problem: null },
  ]);
});

test('a locked command, one over two lines and one where no API runs any never leave', async () => {
  let count = 0;
  const counting: ComputeApi = {
    ...field,
    run: async () => {
      count += 1;
      return { succeeded: true, output: '', errors: '' };
    },
  };
  const locked = commandsWorld(counting, true);
  await expect(locked.run('date')).rejects.toMatchObject({ code: 'locked-by-policy' });
  expect(await locked.state()).toMatchObject({ offered: true, locked: true, runs: [] });
  await expect(commandsWorld(counting).run('date\nrm -r .')).rejects.toMatchObject({
    code: 'contract-invalid-input',
  });
  const without = commandsWorld({ ...field, run: null });
  expect((await without.state()).offered).toBe(false);
  await expect(without.run('date')).rejects.toMatchObject({ code: 'not-found' });
  expect(count).toBe(0);
});

test.for([
  ['http-forbidden', {}, 'refused'],
  ['http-status', { status: 422 }, 'refused'],
  ['session-signed-out', {}, 'refused'],
  ['http-status', { status: 500 }, 'unanswered'],
  ['network-timeout', {}, 'unanswered'],
  ['answer-not-json', {}, 'unanswered'],
] as const)('after %s %o a command counts as %s', async ([code, details, state]) => {
  const failing: ComputeApi = {
    ...field,
    run: async () => {
      throw new AppError(code, { details });
    },
  };
  const world = commandsWorld(failing);
  await world.run('date');
  expect((await world.state()).runs).toMatchObject([{ state, problem: { code } }]);
});

test('of long output the end is kept, of many commands the last twenty, and of a removed system nothing', async () => {
  const loud: ComputeApi = {
    ...field,
    run: async (_machine, command) => ({
      succeeded: true,
      output: `${'\u{1f600}'.repeat(100_000)}${command}`,
      errors: '',
    }),
  };
  const world = commandsWorld(loud);
  for (let number = 1; number <= 25; number += 1) await world.run(`echo ${number}`);
  const { runs } = await world.state();
  expect(runs.map(({ command }) => command)).toEqual(
    Array.from({ length: 20 }, (_, index) => `echo ${25 - index}`),
  );
  expect(runs[0]?.isCut).toBe(true);
  expect(runs[0]?.output.length).toBeLessThanOrEqual(longestCommandOutput);
  expect(runs[0]?.output.endsWith('echo 25')).toBe(true);
  expect(runs[0]?.output.codePointAt(0)).toBe(0x1f600);
  await world.room.forget('s1');
  expect((await world.state()).runs).toEqual([]);
});
