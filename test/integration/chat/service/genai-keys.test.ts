import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plain, startFakeGenai } from '../../../support/servers/fake-genai.ts';
import { genaiWorld, nobody, testKey } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

test('a key is sealed in the vault, shown by its last four characters, and tested with the list', async () => {
  await using world = await genaiWorld();
  const { genai, fake, vault, events } = world;
  await world.addKey();

  const state = await genai.calls.snapshot({ systemId }, nobody);
  expect(state.keys).toEqual([
    expect.objectContaining({ name: 'project', lastFour: 'wxyz', protection: 'keychain' }),
  ]);
  expect(state.selectedKeyId).toBe(state.keys[0]?.id);
  expect(state.problem).toBeNull();
  expect(state.models.filter(({ listed }) => listed).map(({ id }) => id)).toEqual(['alpha3.6-35b']);
  expect(fake.requests).toHaveLength(1);
  expect(fake.requests[0]).toMatchObject({
    method: 'GET',
    path: '/v1/models',
    authorization: `Bearer ${testKey}`,
  });
  const name = `api-key/${state.keys[0]?.id}`;
  expect(Buffer.from(vault.secrets.get(name) ?? []).toString()).toBe(testKey);
  expect(JSON.stringify(events.all)).not.toContain(testKey);
});

test('a key that is kept is shown again by the demo, and by no other system', async () => {
  await using demo = await genaiWorld({ system: { kind: 'demo' } });
  await demo.addKey();
  expect(await demo.genai.calls.demoKey({ systemId }, nobody)).toEqual({ key: testKey });
  await using real = await genaiWorld();
  await real.addKey();
  await expect(real.genai.calls.demoKey({ systemId }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('the key is nowhere else: not in the data folder, not in the log, not in an error', async () => {
  await using world = await genaiWorld();
  world.fake.models = plain(401, { error: { message: `Incorrect API key provided: ${testKey}` } });
  await world.addKey();

  const { problem } = await world.genai.calls.snapshot({ systemId }, nobody);
  expect(problem).toMatchObject({
    code: 'api-key-refused',
    details: { server: 'Incorrect API key provided: …', status: 401 },
  });
  expect(world.log.text()).not.toContain(testKey);
  for (const file of await readdir(world.folder)) {
    expect((await readFile(join(world.folder, file))).includes(testKey)).toBe(false);
  }
});

test('an unreachable server does not lose the key; the list comes when it is back', async () => {
  const gone = await startFakeGenai();
  await gone.close();
  await using world = await genaiWorld({ system: { genaiUrl: gone.url } });
  await world.addKey();

  const state = await world.genai.calls.snapshot({ systemId }, nobody);
  expect(state.keys).toHaveLength(1);
  expect(state.problem?.code).toBe('network-refused');
  expect(state.models.every(({ listed }) => !listed)).toBe(true);

  world.systems.change({ ...world.system, genaiUrl: world.fake.url });
  const changed = await world.events.until('genai.changed', (one) => one.modelsFetchedAt !== null);
  expect(changed.problem).toBeNull();
});

test('keys, selection and the live list are there after a restart, without asking', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  const again = await world.again();
  const state = await again.calls.snapshot({ systemId }, nobody);
  expect(state.keys).toHaveLength(1);
  expect(state.selectedKeyId).toBe(state.keys[0]?.id);
  expect(state.models.find(({ id }) => id === 'alpha3.6-35b')?.listed).toBe(true);
  expect(world.fake.requests).toHaveLength(1);
});

test('the newest key is selected; another can be; removing one selects what is left', async () => {
  await using world = await genaiWorld();
  const { genai, vault } = world;
  const add = (name: string) =>
    genai.calls.addKey({ systemId, name, key: `${testKey}-${name}` }, nobody);
  const first = await add('first');
  const second = await add('second');
  const selected = async () => (await genai.calls.snapshot({ systemId }, nobody)).selectedKeyId;

  expect(await selected()).toBe(second.id);
  await genai.calls.selectKey({ id: first.id }, nobody);
  expect(await selected()).toBe(first.id);
  await genai.calls.removeKey({ id: first.id }, nobody);
  expect(await selected()).toBe(second.id);
  await genai.calls.removeKey({ id: second.id }, nobody);
  expect(await selected()).toBeNull();
  expect(vault.secrets.size).toBe(0);
  await expect(genai.calls.removeKey({ id: second.id }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('the key of a demo system is sealed in the scope of the demo; a short one shows no characters', async () => {
  await using world = await genaiWorld({ system: { kind: 'demo' } });
  const key = await world.genai.calls.addKey({ systemId, name: 'demo', key: 'short' }, nobody);
  expect(key).toMatchObject({ protection: 'demo', lastFour: '' });
});

test('a system that is forgotten takes its keys and secrets along', async () => {
  await using world = await genaiWorld();
  await world.addKey();
  await world.genai.forget(systemId);
  expect(world.vault.secrets.size).toBe(0);
  expect(await world.database.all({ sql: 'SELECT * FROM api_keys' })).toEqual([]);
  expect(await world.database.all({ sql: 'SELECT * FROM model_lists' })).toEqual([]);
});

test.each([
  ['not JSON', plain(200, '<html><h1>Portal</h1></html>'), 'answer-not-json'],
  ['another shape', plain(200, { hello: 1 }), 'answer-shape'],
  ['an error with status 200', plain(200, { error: 'Unauthorized' }), 'http-status'],
  ['not found', plain(404, { detail: 'Not Found' }), 'http-not-found'],
])('a list that is %s is a problem, and the last good list stays', async (_, script, code) => {
  await using world = await genaiWorld();
  await world.addKey();
  world.fake.models = script;
  await world.genai.calls.refreshModels({ systemId }, nobody);
  const changed = await world.events.until('genai.changed', ({ problem }) => problem !== null);
  expect(changed.problem?.code).toBe(code);
  expect(changed.models.some(({ listed }) => listed)).toBe(true);
});
