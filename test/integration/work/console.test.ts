import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Operation } from '../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../preload/contract/work/console-requests.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, type ConsoleWorld, openConsole, serving } from './console-world.ts';

const systemId = 'demo';
let world: ConsoleWorld;
let descriptionId: string;

beforeAll(async () => {
  const folder = await temporaryFolder();
  world = await openConsole(folder.path);
  await world.call('systems.openDemo', undefined);
  const from = { kind: 'demo' } as const;
  const imported = await world.call('apiConsole.importDescription', {
    systemId,
    from,
    replaces: null,
  });
  descriptionId = imported.id;
  return async () => {
    await world.close();
    await folder.remove();
  };
});

const operations = (): Promise<Operation[]> =>
  world.call('consoleOperations.snapshot', { systemId, descriptionId });

/** A request of one of the demo's operations. */
function asked(key: string, more: Partial<ConsoleRequest> = {}): ConsoleRequest {
  const [method = '', path = ''] = key.split(' ');
  return { ...bare(method, path), descriptionId, operation: key, ...more };
}
const of = (
  machine: string,
  more: ConsoleRequest['parameters'] = [],
): ConsoleRequest['parameters'] => [{ in: 'path', name: 'machine', value: machine }, ...more];

test('the demo’s description comes in whole, with what each operation does', async () => {
  const state = await world.call('apiConsole.snapshot', { systemId });
  expect(state).toMatchObject({
    locked: false,
    offersDemo: true,
    descriptions: [{ id: descriptionId, title: 'Demo Web API', warnings: [], operations: 11 }],
  });
  expect(state.descriptions[0]?.server).toBe(state.origin);
  const found = await operations();
  expect(found).toHaveLength(11);
  expect(found.find(({ key }) => key === 'POST /queue/{machine}')).toMatchObject({
    operationId: 'submitJob',
    tags: ['jobs'],
    effect: 'changes',
    effectBy: 'method',
  });
  const detail = await world.call('apiConsole.operation', {
    systemId,
    descriptionId,
    key: 'GET /status/{machine}',
  });
  expect(detail).toMatchObject({
    parameters: [{ in: 'path', name: 'machine', required: true, schema: { type: 'string' } }],
    servers: [{ url: state.origin }],
    security: [{ type: 'mutualTLS' }, { type: 'http bearer' }],
    cut: false,
  });
  expect(Object.keys(detail.schemas)).toEqual(
    expect.arrayContaining(['#/components/schemas/Machine', '#/components/schemas/Problem']),
  );
});

test('a request that reads is sent by the system’s route, and kept in the history', async () => {
  const request = asked('GET /status/{machine}', { parameters: of('cpu-main') });
  const ended = await world.exchange(systemId, request);
  expect(ended).toMatchObject({
    state: 'done',
    problem: null,
    answer: { status: 200, kind: 'json', type: 'application/json', whole: true, redirect: null },
  });
  const body = await world.call('apiConsole.body', { systemId, id: ended.id });
  expect(JSON.parse('text' in body ? body.text : '')).toMatchObject({ machine: 'cpu-main' });
  const { entries } = await world.call('consoleHistory.snapshot', {
    systemId,
    find: 'get cpu-main 200',
  });
  expect(entries).toMatchObject([{ id: ended.id, status: 200, pinned: false, request }]);
  expect(
    (await world.call('consoleHistory.snapshot', { systemId, find: 'nowhere' })).entries,
  ).toEqual([]);
});

test('what changes something goes only as it was confirmed', async () => {
  const body = { kind: 'text', type: 'application/json', text: '{"command":"pwd"}' } as const;
  const request = asked('POST /command/{machine}', { parameters: of('login-1'), body });
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact).toMatchObject({
    effect: 'changes',
    body: '{"command":"pwd"}',
    bodySize: 17,
    elsewhere: false,
    missing: [],
  });
  const refused = { code: 'request-not-confirmed' };
  const send = (one: ConsoleRequest, confirmed: string | null) =>
    world.call('apiConsole.send', { systemId, request: one, confirmed });
  await expect(send(request, null)).rejects.toMatchObject(refused);
  const other = { ...request, body: { ...body, text: '{"command":"rm"}' } };
  await expect(send(other, exact.hash)).rejects.toMatchObject(refused);
  const { id } = await send(request, exact.hash);
  const ended = await world.ended(systemId, id);
  expect(ended.answer?.status).toBe(200);
  const answer = await world.call('apiConsole.body', { systemId, id });
  expect('text' in answer && answer.text).toContain('/home/');
});

test('the user corrects what an operation does, and a newer description keeps it', async () => {
  const key = 'POST /command/{machine}';
  await world.call('apiConsole.setEffect', { systemId, descriptionId, key, effect: 'reads' });
  await world.call('apiConsole.setNote', { systemId, descriptionId, key, note: 'only pwd' });
  onTestFinished(async () => {
    await world.call('apiConsole.setEffect', { systemId, descriptionId, key, effect: null });
  });
  const again = await world.call('apiConsole.importDescription', {
    systemId,
    from: { kind: 'demo' },
    replaces: descriptionId,
  });
  expect(again).toEqual({ id: descriptionId, changes: { added: [], removed: [], changed: [] } });
  expect((await operations()).find((one) => one.key === key)).toMatchObject({
    effect: 'reads',
    effectBy: 'user',
  });
  expect(await world.call('apiConsole.operation', { systemId, descriptionId, key })).toMatchObject({
    note: 'only pwd',
  });
  const body = { kind: 'text', type: 'application/json', text: '{"command":"pwd"}' } as const;
  const request = asked(key, { parameters: of('login-1'), body });
  const { id } = await world.call('apiConsole.send', { systemId, request, confirmed: null });
  expect((await world.ended(systemId, id)).answer?.status).toBe(200);
});

test('forms, files and variables arrive as they were shown; a secret variable is nowhere to be read', async () => {
  const file = await world.call('apiConsole.hold', {
    ...{ name: 'a "b".txt', type: 'text/plain' },
    bytes: Buffer.from('content\n'),
  });
  const secret = 'cat-in-the-vault';
  const set = (name: string, value: string, isSecret: boolean) =>
    world.call('apiConsole.setVariable', { systemId, name, value, secret: isSecret });
  await set('place', 'home/demo/from console.txt', false);
  await set('pass', secret, true);
  const request = asked('POST /file/{machine}/{file_path}', {
    parameters: of('login-1', [{ in: 'path', name: 'file_path', value: '{{place}}' }]),
    headers: [{ name: 'X-Pass', value: 'is {{pass}}' }],
    body: { kind: 'multipart', fields: [{ name: 'file', file }] },
  });
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact.url).toMatch(/\/file\/login-1\/home\/demo\/from%20console\.txt$/);
  expect(exact.body).toContain('<file a "b".txt, 8 bytes>');
  expect(exact.headers).toContainEqual({ name: 'x-pass', value: '••••••••', secret: true });
  expect(exact.variables).toEqual(
    expect.arrayContaining([
      { name: 'place', value: 'home/demo/from console.txt' },
      { name: 'pass', value: null },
    ]),
  );
  const ended = await world.exchange(systemId, request);
  expect(ended.answer?.status).toBe(200);
  const read = await world.exchange(
    systemId,
    asked('GET /file/{machine}/{file_path}', {
      parameters: of('login-1', [{ in: 'path', name: 'file_path', value: '{{place}}' }]),
    }),
  );
  const body = await world.call('apiConsole.body', { systemId, id: read.id });
  expect('text' in body && body.text).toBe('content\n');
  const kept = JSON.stringify([
    exact,
    await world.call('apiConsole.snapshot', { systemId }),
    await world.call('consoleHistory.snapshot', { systemId, find: '' }),
  ]);
  expect(kept).not.toContain(secret);
  const unknown = asked('GET /status/{machine}', { parameters: of('{{no.such}}') });
  expect(await world.call('apiConsole.prepare', { systemId, request: unknown })).toMatchObject({
    unknownVariables: ['no.such'],
  });
  await expect(
    world.call('apiConsole.send', { systemId, request: unknown, confirmed: null }),
  ).rejects.toMatchObject({ code: 'request-variable-unknown', details: { name: 'no.such' } });
});

test('a path without its value is not sent', async () => {
  const request = asked('GET /status/{machine}');
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact).toMatchObject({ missing: [{ in: 'path', name: 'machine' }] });
  await expect(
    world.call('apiConsole.send', { systemId, request, confirmed: exact.hash }),
  ).rejects.toMatchObject({ code: 'request-value-missing' });
});

test('another origin gets a request only once it is allowed, and then neither certificate nor token', async () => {
  const seen: Record<string, unknown>[] = [];
  const other = await serving(({ headers, socket }, response) => {
    seen.push({ ...headers, encrypted: 'encrypted' in socket });
    response.end('elsewhere');
  });
  onTestFinished(() => other.close());
  const request = bare('GET', '/a', { server: other.origin });
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact).toMatchObject({
    ...{ elsewhere: true, allowed: false, certificate: false, token: false },
    origin: other.origin,
  });
  const send = () => world.call('apiConsole.send', { systemId, request, confirmed: null });
  await expect(send()).rejects.toMatchObject({ code: 'origin-not-allowed' });
  expect(seen).toEqual([]);
  await world.call('apiConsole.allowOrigin', { systemId, origin: other.origin, allowed: true });
  const ended = await world.ended(systemId, (await send()).id);
  expect(ended.answer).toMatchObject({ status: 200, kind: 'text' });
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toHaveProperty('authorization');
  await world.call('apiConsole.allowOrigin', { systemId, origin: other.origin, allowed: false });
  await expect(send()).rejects.toMatchObject({ code: 'origin-not-allowed' });
});

test('requests are saved without secrets, changed and removed', async () => {
  const request = asked('GET /status/', {
    headers: [
      { name: 'Authorization', value: 'Bearer typed' },
      { name: 'X-Api-Key', value: '{{pass}}' },
      { name: 'X-Note', value: 'plain' },
    ],
  });
  const save = (id: string | null, name: string) =>
    world.call('apiConsole.saveRequest', { systemId, id, name, note: '', request });
  const { id } = await save(null, 'Machines');
  await save(id, 'All machines');
  const { saved } = await world.call('apiConsole.snapshot', { systemId });
  expect(saved).toMatchObject([
    {
      name: 'All machines',
      request: { headers: [{ value: '' }, { value: '{{pass}}' }, { value: 'plain' }] },
    },
  ]);
  await world.call('apiConsole.removeRequest', { systemId, id });
  expect((await world.call('apiConsole.snapshot', { systemId })).saved).toEqual([]);
});

test('a pinned entry of the history outlives clearing it', async () => {
  const first = await world.exchange(systemId, asked('GET /status/'));
  const second = await world.exchange(systemId, asked('GET /status/'));
  await world.call('apiConsole.pin', { systemId, id: first.id, pinned: true });
  await world.call('apiConsole.clearHistory', { systemId });
  const { entries } = await world.call('consoleHistory.snapshot', { systemId, find: '' });
  expect(entries.map(({ id }) => id)).toEqual([first.id]);
  expect(second.state).toBe('done');
});
