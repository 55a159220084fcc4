import { expect, test, vi } from 'vitest';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

const told = async (world: Awaited<ReturnType<typeof toolServersWorld>>, text: string) =>
  world.events.until('tools.changed', (all) => JSON.stringify(all).includes(text));

test('a changed description asks again, shows the difference, and offers once alone', async () => {
  const world = await toolServersWorld();
  await world.until(await world.add('changes-description'), 'running');
  await world.allow('echo');
  expect(await world.call('test__echo', { text: 'a' })).toBe('a');
  await told(world, 'Other words.');
  const running = world.call('test__echo', { text: 'b' });
  const question = await world.question();
  expect(question).toMatchObject({
    reason: 'changed',
    offers: ['once'],
    tool: {
      description: 'Other words.',
      before: { description: 'Says it again.', server: false },
    },
  });
  const { messageId, callId, digest } = question;
  const of = { messageId, callId, digest };
  await expect(
    world.door.toolRequests.decide({ ...of, decision: { kind: 'allow', holds: 'always' } }, nobody),
  ).rejects.toMatchObject({ code: 'tool-changed' });
  const decision = { kind: 'refuse' as const, reason: 'not that one' };
  await world.door.toolRequests.decide({ ...of, decision }, nobody);
  expect(await running).toBe('refused: The user did not allow this call. The reason: not that one');
});

test('a tool that was allowed in this conversation alone shows its difference too', async () => {
  const world = await toolServersWorld();
  await world.until(await world.add('changes-description'), 'running');
  await world.offered();
  const first = world.call('test__echo', { text: 'a' });
  const { messageId, callId, digest } = await world.question();
  const decision = { kind: 'allow' as const, holds: 'conversation' as const };
  await world.door.toolRequests.decide({ messageId, callId, digest, decision }, nobody);
  expect(await first).toBe('a');
  await told(world, 'Other words.');
  const abort = new AbortController();
  const second = world.call('test__echo', { text: 'b' }, { signal: abort.signal });
  expect(await world.question()).toMatchObject({
    reason: 'changed',
    tool: {
      description: 'Other words.',
      before: { description: 'Says it again.', server: false },
    },
  });
  abort.abort();
  expect(await second).toMatch(/^refused/);
});

test('a renamed tool is a new one', async () => {
  const world = await toolServersWorld();
  await world.until(await world.add('renames'), 'running');
  await world.allow('echo');
  await world.call('test__echo', { text: 'a' });
  await told(world, 'test__echo2');
  expect(await world.call('test__echo')).toBe('failed: There is no tool named test__echo.');
  expect(await world.offered()).toMatchObject([
    { ownName: 'echo2', approval: 'ask', before: null },
  ]);
});

test('a server that comes to say that a tool only reads gains nothing by it', async () => {
  const world = await toolServersWorld();
  await world.until(await world.add('claims-to-read'), 'running');
  await world.allow('write');
  await world.allow('echo');
  await world.call('test__echo', { text: 'a' });
  await world.events.until('tools.changed', (all) =>
    all.some(({ ownName, writes }) => ownName === 'write' && !writes),
  );
  void world.call('test__write', { text: 'a' }, { sources: ['a page'] });
  expect(await world.question()).toMatchObject({ reason: 'changed', offers: ['once'] });
});

test('text of others in the context: what writes asks although it is always allowed', async () => {
  const world = await toolServersWorld();
  await world.until(await world.add(), 'running');
  await world.allow('write');
  await world.allow('echo');
  expect(await world.call('test__write', { text: 'a' })).toBe('a');
  const sources = ['a page'];
  expect(await world.call('test__echo', { text: 'b' }, { sources })).toBe('b');
  const running = world.call('test__write', { text: 'c' }, { sources });
  const question = await world.question();
  expect(question).toMatchObject({ reason: 'untrusted', offers: ['once'], sources });
  const { messageId, callId, digest } = question;
  const decision = { kind: 'allow' as const, holds: 'once' as const };
  await world.door.toolRequests.decide({ messageId, callId, digest, decision }, nobody);
  expect(await running).toBe('c');
});

test('a permission of a conversation is none of another, and ends with the app', async () => {
  const world = await toolServersWorld();
  await world.until(await world.add(), 'running');
  const running = world.call('test__write', { text: 'a' });
  const { messageId, callId, digest } = await world.question();
  const decision = { kind: 'allow' as const, holds: 'conversation' as const };
  await world.door.toolRequests.decide({ messageId, callId, digest, decision }, nobody);
  expect(await running).toBe('a');
  expect(await world.call('test__write', { text: 'b' })).toBe('b');
  const abort = new AbortController();
  const elsewhere = world.call(
    'test__write',
    { text: 'c' },
    { conversationId: 'd', signal: abort.signal },
  );
  expect(await world.question()).toMatchObject({ conversationId: 'd' });
  abort.abort();
  expect(await elsewhere).toMatch(/^refused/);
  expect(await world.door.toolRequests.snapshot(undefined, nobody)).toEqual([]);

  await world.servers.close();
  const second = await toolServersWorld({ before: world });
  const stop = new AbortController();
  const again = second.call('test__write', { text: 'd' }, { signal: stop.signal });
  expect(await second.question()).toMatchObject({ conversationId: 'c' });
  stop.abort();
  expect(await again).toMatch(/^refused/);
});

test('a permission given while a call waits lets it run; a tool that goes ends it', async () => {
  const world = await toolServersWorld();
  const id = await world.add();
  await world.until(id, 'running');
  const running = world.call('test__echo', { text: 'a' });
  await world.question();
  await world.allow('echo');
  expect(await running).toBe('a');
  const waiting = world.call('test__write', { text: 'b' });
  await world.question();
  await world.door.toolServers.remove({ id }, nobody);
  expect(await waiting).toBe('failed: There is no tool named test__write.');
});

test.each([
  ['late', 'too late'],
  ['reuses-id', 'of the first'],
])('an answer that comes after the user stopped the call (%s) goes nowhere', async (fault) => {
  const world = await toolServersWorld();
  const id = await world.add(fault);
  await world.until(id, 'running');
  await world.allow('echo');
  const abort = new AbortController();
  const stopped = world.call('test__echo', { text: 'a' }, { signal: abort.signal });
  await vi.waitFor(async () => {
    const log = await world.door.toolServers.log({ id }, nobody);
    expect(log.map(({ text }) => text)).toContain('called');
  });
  abort.abort();
  await expect(stopped).rejects.toThrow();
  if (fault === 'reuses-id') expect(await world.call('test__echo')).toBe('of the second');
  expect(await world.list()).toMatchObject([{ state: 'running' }]);
});
