import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Host } from '../../../../main/base/host.ts';
import { createWebHost } from '../../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../../main/hosts/workers/index.ts';
import { openApp } from '../../../../main/open-app.ts';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import type { CallInput, CallName, CallOutput } from '../../../../preload/contract/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import {
  begin,
  delta,
  gate,
  type Script,
  says,
  startFakeGenai,
} from '../../../support/servers/fake-genai.ts';
import { testKey } from '../../../support/worlds/genai.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { keyFileOf } from '../../../support/worlds/vault.ts';
import { recordEvents } from '../../../support/worlds/world.ts';
import { p12WithAuthority } from '../../../unit/systems/certificates/files.ts';

const passphrase = 'correct horse';
const systemId = 'system-1';
const sender = { id: 'window' };

/** The whole app with a vault that a passphrase protects, and a computer that the test locks. */
async function startLockable() {
  const fake = await startFakeGenai();
  onTestFinished(() => fake.close());
  const dataFolder = testFolder();
  // A window may only name servers with https, so the system is put there.
  const storage = await startTestStorage(dataFolder, 'compute-desk.sqlite');
  await storage.close();
  const database = new DatabaseSync(join(dataFolder, 'compute-desk.sqlite'));
  database
    .prepare(
      `INSERT INTO systems (id, name, kind, web_api_url, genai_url, authorities, created_at)
        VALUES (?, 'Lockable', 'real', 'https://127.0.0.1:1', ?, '[]', ?)`,
    )
    .run(systemId, fake.url, new Date().toISOString());
  database.close();

  const web = await createWebHost({
    version: '0.0.0',
    dataFolder,
    environment: [],
    workers: createWorkers({
      programs: workerPrograms(new URL('../../../../main/app.ts', import.meta.url).href),
    }),
  });
  let lockComputer = (): void => undefined;
  const host: Host = {
    ...web,
    onComputerLocked(listener) {
      lockComputer = listener;
      return () => undefined;
    },
  };
  const app = await openApp(host, { validateOutput: true }).load();
  const events = recordEvents();
  app.onEvent((name, payload) => events.emit(name, payload as never));
  onTestFinished(async () => {
    await app.close();
    await web.close();
  });
  const call = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const result = await app.call(name, input, sender);
    if (!result.ok) throw result.error;
    return result.value as CallOutput<N>;
  };
  await call('vault.setPassphrase', { passphrase });
  // Other tests of the vault derive at a smaller cost, which the app never does.
  expect(keyFileOf(dataFolder).user).toMatchObject({ derivation: { cost: 2 ** 17, blockSize: 8 } });
  await call('genai.addKey', { systemId, name: 'project', key: testKey });
  const conversation = await call('conversations.create', { systemId, model: 'alpha3.6-35b' });
  const ended = (content: string) =>
    events.until(
      'chat.messageChanged',
      ({ message }) => message.content === content && message.endedAt !== null,
    );
  return { fake, events, call, conversation, ended, lockComputer: () => lockComputer() };
}

const locked = { code: 'vault-locked' };

test('with the computer the vault locks; an answer that streams comes to its end, the next asks first', async () => {
  const { fake, call, conversation, ended, lockComputer } = await startLockable();
  const { id: conversationId } = conversation;
  const rest = gate();
  fake.queue(async (response) => {
    begin(response);
    delta(response, { role: 'assistant', content: 'One half ' });
    await rest.opened;
    delta(response, { content: 'and the other.' });
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await call('chat.send', { conversationId, text: 'go' });
  await fake.seen(1);
  await call('chat.queue', { conversationId, text: 'and then?' });
  lockComputer();
  expect(await call('vault.snapshot', undefined)).toMatchObject({ state: 'locked' });
  rest.open();
  expect((await ended('One half and the other.')).message).toMatchObject({
    state: 'complete',
    problem: null,
  });

  // What needs the vault says so before anything is stored, and waits for the passphrase.
  await expect(call('chat.send', { conversationId, text: 'more' })).rejects.toMatchObject(locked);
  await expect(call('chat.sendQueued', { conversationId })).rejects.toMatchObject(locked);
  fake.queue(says('Then this.'));
  await call('vault.unlock', { passphrase });
  await call('chat.sendQueued', { conversationId });
  expect((await ended('Then this.')).message.state).toBe('complete');
});

test('a turn that is between its requests pauses, says why, and goes on after unlocking', async () => {
  const { fake, call, conversation, events, ended } = await startLockable();
  const { id } = conversation;
  await call('conversations.setParameters', {
    id,
    parameters: parametersShape.parse({ tools: ['calculator'] }),
  });
  const rest = gate();
  const callsCalculator: Script = async (response) => {
    begin(response);
    const head = { index: 0, id: 'call-0', type: 'function' };
    const what = { name: 'calculator', arguments: '{"expression":"6*7"}' };
    delta(response, { tool_calls: [{ ...head, function: what }] });
    await rest.opened;
    delta(response, {}, 'tool_calls');
    response.end('data: [DONE]\n\n');
  };
  fake.queue(callsCalculator);
  await call('chat.send', { conversationId: id, text: 'go' });
  await fake.seen(1);
  await call('vault.lock', undefined);
  rest.open();
  const { message } = await events.until(
    'chat.messageChanged',
    ({ message: one }) => one.problem?.code === 'vault-locked',
  );
  expect(message.state).toBe('failed');
  await expect(call('chat.regenerate', { messageId: message.id })).rejects.toMatchObject(locked);
  await call('vault.unlock', { passphrase });
  fake.queue(says('It is 42.'));
  await call('chat.regenerate', { messageId: message.id });
  expect((await ended('It is 42.')).message.state).toBe('complete');
});

test('machines say that they wait for the vault, and are asked again when it is open', async () => {
  const { call, events } = await startLockable();
  const { bytes } = await p12WithAuthority('Alice', 'of the file');
  const file = { fileName: 'alice.p12', bytes, passphrase: 'of the file' };
  const { readId } = await call('certificates.read', file);
  const kept = await call('certificates.keep', { readId, name: 'Alice', replaces: null });
  await call('systems.update', { id: systemId, certificateId: kept.id });
  await call('machines.refresh', { systemId });
  const asked = () => events.of('machines.changed').at(-1)?.problem?.code;
  await expect.poll(asked).toBe('network-refused');
  await call('vault.lock', undefined);
  await expect.poll(asked).toBe('vault-locked');
  await call('vault.unlock', { passphrase });
  await expect.poll(asked).toBe('network-refused');
});
