import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fillUriTemplate, parseUriTemplate } from '../../../../common/addresses/uri-template.ts';
import { freePort } from '../../../support/ports.ts';
import { startToolService } from '../../../support/servers/tool-service.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

const limits = { connectMs: 5_000, probeMs: 2_000, callMs: 2_000, longestCallMs: 4_000 };
const program = (file: string, ...more: string[]) => ({
  ...{ kind: 'stdio' as const, command: process.execPath, arguments: [file, ...more] },
  ...{ folder: null, environment: [] },
});
const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);
const modern = fileURLToPath(new URL('../../../support/servers/modern-tools.ts', import.meta.url));

async function started(target: Parameters<typeof add>[1]) {
  const world = await toolServersWorld({ limits });
  const id = await add(world, target);
  return { ...world, id, server: await world.until(id, 'running', 'failed') };
}

async function add(
  world: Awaited<ReturnType<typeof toolServersWorld>>,
  target: Parameters<typeof world.door.toolServers.add>[0]['target'],
): Promise<string> {
  const wanted = { name: 'test', systemId: null, target };
  return (await world.door.toolServers.add(wanted, nobody)).id;
}

test('the reference server of the older generation works as a program', async () => {
  const { server, allow, call } = await started(program(everything));
  expect(server).toMatchObject({ state: 'running', running: { protocol: '2025-11-25' } });
  for (const name of ['get-sum', 'get-tiny-image', 'get-structured-content']) await allow(name);
  expect(await call('test__get-sum', { a: 2, b: 3 })).toContain('5');
  expect(await call('test__get-tiny-image')).toContain('[image: get-tiny-image-1.png, 20 x 20]');
  expect(await call('test__get-structured-content', { location: 'Chicago' })).toContain('temp');
  await allow('trigger-long-running-operation');
  const told: unknown[] = [];
  const tell = (progress: unknown) => told.push(progress);
  const steps = { duration: 3, steps: 6 };
  // progress holds the limit of two seconds off
  expect(await call('test__trigger-long-running-operation', steps, { tell })).toMatch(/completed/i);
  // the last may come after the answer
  expect(told.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((done) => ({ done, total: 6, text: '' })));
});

test('what the reference server has under a template is read', async () => {
  const { id, door } = await started(program(everything));
  const { templates, leftOut } = await door.toolServers.listResources({ id }, nobody);
  const address = 'demo://resource/dynamic/text/{resourceId}';
  const template = templates.find((one) => one.template === address);
  expect([template?.type, leftOut]).toEqual(['text/plain', 0]);
  const parsed = parseUriTemplate(template?.template ?? '');
  const uri = parsed && fillUriTemplate(parsed, () => '7');
  const { files } = await door.toolServers.readResource({ id, uri: uri ?? '' }, nobody);
  expect(files).toMatchObject([
    { kind: 'text', source: { uri: 'demo://resource/dynamic/text/7' } },
  ]);
});

test('the reference server asks by a form', async () => {
  const { allow, call, events, door } = await started(program(everything));
  await allow('trigger-elicitation-request');
  const running = call('test__trigger-elicitation-request');
  const waiting = () => events.of('toolForms.changed').at(-1) ?? [];
  await events.until('toolForms.changed', () => waiting().length > 0);
  await door.toolForms.answer({ id: waiting()[0]?.id ?? '', answer: { kind: 'decline' } }, nobody);
  expect(await running).toMatch(/declined/i);
});

test('a server of the newer generation works as a program, and is known the next time', async () => {
  const { server, allow, call, database } = await started(program(modern, '--stdio'));
  expect(server).toMatchObject({ state: 'running', running: { protocol: '2026-07-28' } });
  await allow('add');
  expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
  const rows = await database.all({ sql: 'SELECT generation FROM tool_servers' });
  expect(rows).toEqual([{ generation: 'modern' }]);
});

test('a server of the newer generation asks for a page until the user says that it is done', async () => {
  // the limits of the others are for what is wrong
  const world = await toolServersWorld();
  const { allow, call, events, door } = world;
  await world.until(await add(world, program(modern, '--stdio')), 'running');
  await allow('enter');
  const running = call('test__enter');
  const waiting = () => events.of('toolForms.changed').at(-1) ?? [];
  for (const opened of [false, true]) {
    await events.until('toolForms.changed', () => waiting().length > 0);
    const [form] = waiting();
    expect(form?.page).toMatchObject({ url: 'https://enter.example/', opened });
    const answer = { kind: 'accept' as const, values: [] };
    await door.toolForms.answer({ id: form?.id ?? '', answer }, nobody);
  }
  expect(await running).toBe('accept accept');
});

test('a service is reached by the app’s network with its headers', async () => {
  const service = await startToolService();
  onTestFinished(() => service.close());
  const headers = [{ name: 'x-token', value: 'secret-1234' }];
  const target = { kind: 'http' as const, url: service.url, certificate: false, headers };
  const { server, allow, call, list } = await started(target);
  expect(server).toMatchObject({ state: 'running', running: { pid: null }, program: null });
  await allow('add');
  expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
  expect(service.seen.every((one) => one['x-token'] === 'secret-1234')).toBe(true);
  expect(JSON.stringify(await list())).not.toContain('secret-1234');
});

test('arguments that a service wants as headers go as those too, of the tool as it was listed', async () => {
  const service = await startToolService();
  onTestFinished(() => service.close());
  const target = { kind: 'http' as const, url: service.url, certificate: false, headers: [] };
  const { allow, call } = await started(target);
  await allow('place');
  expect(await call('test__place', { region: 'east' })).toBe('east');
  const calls = service.seen.filter((one) => one['mcp-method'] === 'tools/call');
  // at once: a refused call is not sent again with what the tool has become
  expect(calls.map((one) => one['mcp-param-region'])).toEqual(['east']);
});

test('the reference server of the older generation works as a service', async () => {
  const port = await freePort();
  const server = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  await once(server.stderr, 'data');
  const url = `http://127.0.0.1:${port}/mcp`;
  const target = { kind: 'http' as const, url, certificate: false, headers: [] };
  const { server: found, allow, call } = await started(target);
  expect(found).toMatchObject({ state: 'running', running: { protocol: '2025-11-25' } });
  for (const name of ['get-sum', 'get-resource-links']) await allow(name);
  expect(await call('test__get-sum', { a: 2, b: 3 })).toContain('5');
  expect(await call('test__get-resource-links', { count: 2 })).toMatch(/\[link: .+\]/);
});

const endless = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n'.repeat(
  500,
);

test.each([
  ['answers with a page', 200, { 'content-type': 'text/html' }, '<p>hello', /protocol|refused/],
  ['refuses', 403, {}, '', /refused|protocol/],
  ['wants a token', 401, {}, '', /sign-in/],
  ['is not there', 404, {}, '', /refused|protocol/],
  ['leads elsewhere', 307, { location: 'http://127.0.0.2:9/mcp' }, '', /./],
  [
    'answers without an end',
    200,
    { 'content-type': 'application/json' },
    'x'.repeat(9_000_000),
    /flood/,
  ],
  ['streams without an end', 200, { 'content-type': 'text/event-stream' }, null, /flood|silent/],
])('a service that %s is refused by name', async (_, status, headers, body, code) => {
  const service = await startToolService((_request, response) => {
    response.writeHead(status, headers);
    if (body !== null) response.end(body);
    else {
      const more = (): void => {
        if (!response.destroyed && response.write(endless)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    }
    return true;
  });
  onTestFinished(() => service.close());
  const target = { kind: 'http' as const, url: service.url, certificate: false, headers: [] };
  const { server, offered } = await started(target);
  expect(server.state).toBe('failed');
  expect(server.problem?.code).toMatch(code);
  expect(server.problem?.code).not.toBe('internal');
  expect(await offered()).toEqual([]);
});
