import { expect, test } from 'vitest';
import { nobody } from '../../../support/worlds/genai.ts';
import { testProgram, toolServersWorld } from '../../../support/worlds/tool-servers.ts';

test('a server that was added runs, its tools ask, and run with exactly what was shown', async () => {
  const world = await toolServersWorld();
  const id = await world.add();
  const server = await world.until(id, 'running');
  expect(server).toMatchObject({
    name: 'test',
    slug: 'test',
    problem: null,
    leftOut: 0,
    running: { protocol: '2025-11-25', says: 'test server 1.0', pid: expect.any(Number) },
    program: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await world.offered()).toMatchObject([
    { name: 'test__echo', ownName: 'echo', approval: 'ask', writes: false, before: null },
    { name: 'test__write', ownName: 'write', approval: 'ask', writes: true },
  ]);

  const running = world.call('test__echo', { text: 'hello‮' });
  const question = await world.question();
  expect(question).toMatchObject({
    reason: 'new',
    offers: ['once', 'conversation', 'always'],
    server: { name: 'test', where: expect.stringContaining('tool-server.mjs') },
    arguments: '{\n  "text": "hello‮"\n}',
  });
  const { messageId, callId, digest } = question;
  const decision = { kind: 'allow' as const, holds: 'once' as const };
  await expect(
    world.door.toolRequests.decide({ messageId, callId, digest: 'another', decision }, nobody),
  ).rejects.toMatchObject({ code: 'tool-changed' });
  await world.door.toolRequests.decide({ messageId, callId, digest, decision }, nobody);
  expect(await running).toBe('hello‮');
  expect(await world.door.toolRequests.snapshot(undefined, nobody)).toEqual([]);
  const log = await world.door.toolServers.log({ id }, nobody);
  expect(log.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^echo \d+ ms$/));
});

test('permissions and servers are there after a restart, when a call starts the server', async () => {
  const first = await toolServersWorld();
  await first.until(await first.add(), 'running');
  await first.allow('echo');
  await first.servers.close();
  const second = await toolServersWorld({ before: first });
  expect(await second.list()).toMatchObject([{ state: 'idle', running: null }]);
  expect(await second.offered()).toMatchObject([{ ownName: 'echo', approval: 'always' }, {}]);
  expect(await second.call('test__echo', { text: 'again' })).toBe('again');
  expect(await second.list()).toMatchObject([{ state: 'running' }]);
});

test('values are secrets: they reach the program, and no window, log or model, whatever it repeats', async () => {
  const world = await toolServersWorld();
  const target = {
    ...testProgram('', 'TOKEN'),
    environment: [{ name: 'TOKEN', value: 'secret-1234' }],
  };
  const { id } = await world.door.toolServers.add({ name: 'Test', systemId: null, target }, nobody);
  await world.until(id, 'running');
  await world.allow('echo');
  const said = (text: string) => world.call('test__echo', { text });
  expect(await said('backwards')).toBe('4321-terces');
  expect(await said('environment')).toBe('•••');
  expect(await said('deep environment')).toBe('{"of •••":["•••"]}');
  await expect(said('refused environment')).rejects.toThrow(/no •••$/);
  const offering = {
    ...target,
    ...{ arguments: testProgram('secret-templates', 'TOKEN').arguments },
  };
  const other = { name: 'Offers', systemId: null, target: offering };
  const offers = await world.door.toolServers.add(other, nobody);
  await world.until(offers.id, 'running');
  expect(await world.door.toolServers.listResources({ id: offers.id }, nobody)).toMatchObject({
    templates: [{ template: 'test://•••/{x}' }],
  });
  await world.door.toolServers.remove({ id: offers.id }, nobody);
  const edited = { ...target, environment: [{ name: 'TOKEN', value: null }] };
  const change = { id, name: 'Other', systemId: null, target: edited };
  await world.door.toolServers.edit(change, nobody);
  await world.until(id, 'running');
  expect(await said('backwards')).toBe('4321-terces');
  const told = JSON.stringify([await world.list(), world.events.of('toolServers.changed')]);
  const log = JSON.stringify(await world.door.toolServers.log({ id }, nobody));
  expect(told + log).not.toContain('secret-1234');
  const rows = await world.database.all({ sql: 'SELECT * FROM tool_servers' });
  expect(JSON.stringify(rows)).not.toContain('secret-1234');

  await world.door.toolServers.remove({ id }, nobody);
  expect([...world.vault.secrets.keys()]).toEqual([]);
  expect(await world.offered()).toEqual([]);
});

test('of values that a server tells itself no part is shown, wherever the text is cut', async () => {
  const world = await toolServersWorld();
  const target = {
    ...testProgram('tells-secret', 'TOKEN'),
    environment: [{ name: 'TOKEN', value: 'q7zk-1234' }],
  };
  const { id } = await world.door.toolServers.add({ name: 'Test', systemId: null, target }, nobody);
  const { problem } = await world.until(id, 'failed');
  expect(problem).toMatchObject({ code: 'tool-server-refused' });
  expect(String(problem?.details?.detail)).toMatch(/x•••$/);
  const log = await world.door.toolServers.log({ id }, nobody);
  expect(log.map(({ text }) => text)).toContainEqual(expect.stringMatching(/x•••$/));
  expect(JSON.stringify([log, world.events.of('toolServers.changed')])).not.toContain('q7z');
});

test('a start at once with a removal leaves nothing of the server', async () => {
  const world = await toolServersWorld();
  const id = await world.add();
  await world.until(id, 'running');
  await world.door.toolServers.stop({ id }, nobody);
  const [, removed] = await Promise.allSettled([
    world.door.toolServers.start({ id }, nobody),
    world.door.toolServers.remove({ id }, nobody),
  ]);
  expect(removed.status).toBe('fulfilled');
  expect(await world.list()).toEqual([]);
  expect(await world.offered()).toEqual([]);
});

test('a stop holds although the server tells of other tools meanwhile', async () => {
  const world = await toolServersWorld();
  const id = await world.add('changes-description');
  await world.until(id, 'running');
  await world.allow('echo');
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  const run = world.database.run;
  world.database.run = async (...all) => {
    waiting += 1;
    if (waiting === 2) open();
    await opened;
    return run(...all);
  };
  const stopped = world.door.toolServers.stop({ id }, nobody);
  await world.call('test__echo', { text: 'a' });
  await stopped;
  expect(await world.list()).toMatchObject([{ state: 'off' }]);
  await world.servers.close();
  const second = await toolServersWorld({ before: world });
  expect(await second.list()).toMatchObject([{ state: 'off' }]);
});

test('another command or value is another server: what was allowed asks again and shows why', async () => {
  const world = await toolServersWorld();
  const id = await world.add();
  await world.until(id, 'running');
  await world.allow('echo');
  const target = testProgram('', 'more');
  await world.door.toolServers.edit({ id, name: 'test', systemId: null, target }, nobody);
  await world.until(id, 'running');
  expect(await world.offered()).toContainEqual(
    expect.objectContaining({
      ownName: 'echo',
      approval: 'ask',
      before: expect.objectContaining({ server: true, description: 'Says it again.' }),
    }),
  );
});

test('a server that is off offers nothing, and the lock leaves none', async () => {
  const world = await toolServersWorld();
  const id = await world.add();
  await world.until(id, 'running');
  await world.allow('echo');
  await world.door.toolServers.stop({ id }, nobody);
  expect(await world.list()).toMatchObject([{ state: 'off', running: null }]);
  expect(await world.call('test__echo')).toBe('failed: There is no tool named test__echo.');
  await world.door.toolServers.start({ id }, nobody);
  expect(await world.call('test__echo', { text: 'on' })).toBe('on');

  const locked = await toolServersWorld({ before: world, locks: ['noExternalTools'] });
  expect(await locked.list()).toEqual([]);
  await expect(locked.add()).rejects.toMatchObject({ code: 'locked-by-policy' });
});

test('a server that ends is started again with back-off, and at last no more', async () => {
  const waits: number[] = [];
  const world = await toolServersWorld({
    backoff(failures) {
      waits.push(failures);
      return failures > 2 ? null : 1;
    },
  });
  const id = await world.add('ends-at-once');
  const server = await world.until(id, 'failed');
  expect(server).toMatchObject({
    failures: 3,
    problem: { code: 'tool-server-ended', details: { name: 'test', how: 'exit 7' } },
  });
  expect(waits).toEqual([1, 2, 3]);
});

test('earlier ends of a server that has run for minutes do not count', async () => {
  const waits: number[] = [];
  let time = Date.now();
  const world = await toolServersWorld({
    now: () => new Date(time),
    backoff(failures) {
      waits.push(failures);
      return waits.length < 3 ? 1 : null;
    },
  });
  const id = await world.add('');
  const ends = async (state: 'running' | 'failed'): Promise<void> => {
    const { running } = await world.until(id, 'running');
    const pid = running?.pid ?? Number.NaN;
    const after = () => world.events.of('toolServers.changed').length;
    const before = after();
    process.kill(pid, 'SIGKILL');
    await world.events.until('toolServers.changed', () => after() > before);
    await world.until(id, state);
  };
  await ends('running');
  await ends('running');
  time += 5 * 60_000;
  await ends('failed');
  expect(waits).toEqual([1, 2, 1]);
});
