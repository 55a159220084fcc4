import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ConsoleRequest } from '../../../preload/contract/work/console-requests.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, type ConsoleWorld, openConsole, serving } from './console-world.ts';

const secret = 'cat-in-the-vault';
let world: ConsoleWorld;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let systemId: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  world = await openConsole(folder.path);
  await world.call('vault.setPassphrase', { passphrase: 'correct horse' });
  return async () => {
    await world.close();
    await folder.remove();
  };
});

beforeEach(async () => {
  const server = await serving(({ url = '' }, response) => {
    if (url.startsWith('/moved')) response.writeHead(302, { location: `/to/${secret}?x=1` });
    response.end('[]');
  });
  onTestFinished(() => server.close());
  const added = await world.call('systems.add', {
    ...{ name: 'Secrets', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  systemId = added.id;
  await world.call('apiConsole.setVariable', {
    systemId,
    name: 'pass',
    value: secret,
    secret: true,
  });
});

/** Everything that a window can see of requests. */
async function seen(): Promise<string> {
  return JSON.stringify([
    await world.call('apiConsole.snapshot', { systemId }),
    await world.call('consoleHistory.snapshot', { systemId, find: '' }),
  ]);
}
async function onDisk(): Promise<string> {
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const all = await Promise.all(
    files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  );
  return all.join('\n');
}

test('a secret variable in path, query, cookie and body reaches no window and no disk', async () => {
  const request = bare('POST', '/a/{{pass}}/b', {
    parameters: [
      { in: 'query', name: 'q', value: '{{pass}}' },
      { in: 'cookie', name: 'c', value: '{{pass}}' },
    ],
    body: { kind: 'text', type: 'text/plain', text: 'is {{pass}}' },
  });
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact.url).toContain('/a/••••••••/b?q=••••••••');
  const exchange = await world.exchange(systemId, request);
  expect(exchange.answer?.url).toBe(exact.url);
  const moved = await world.exchange(systemId, bare('GET', '/moved/{{pass}}'));
  expect(moved.answer?.url).toMatch(/\/to\/••••••••\?x=1$/);
  const all = JSON.stringify([exact, exchange, moved.answer?.url]) + (await seen());
  expect(all).toContain('•');
  expect(all).not.toContain(secret);
  const kept = await onDisk();
  expect(kept).toContain('/a/{{pass}}/b');
  expect(kept).not.toContain(secret);
});

test.each([
  'not an address {{pass}}',
  'https://{{pass}}',
  'https://{{pass}}.example:99999',
  'https://name:{{pass}}@example.com',
  'https:{{pass}}',
])('a server that cannot be used is told without the secret in it: %s', async (server) => {
  const request = bare('GET', '/a', { server });
  const problem: unknown = await world
    .call('apiConsole.prepare', { systemId, request })
    .catch((cause: unknown) => cause);
  expect(problem).toMatchObject({ code: 'request-address-invalid' });
  expect(JSON.stringify(problem)).not.toContain(secret);
});

test('what is typed under a secret name is not kept, in whatever shape', async () => {
  const typed = 'typed-0815';
  const request: ConsoleRequest = bare('GET', '/a', {
    parameters: [
      { in: 'cookie', name: 'JSESSIONID', value: typed },
      { in: 'cookie', name: 'plain', value: typed },
      { in: 'query', name: 'filter', value: { credentials: [typed, { pin: 815_001 }] } },
      { in: 'query', name: 'subscription-key', value: typed },
    ],
    headers: [
      { name: 'Ocp-Apim-Subscription-Key', value: typed },
      { name: 'X-Session', value: typed },
    ],
    body: {
      ...{ kind: 'text', type: 'application/json' },
      text: JSON.stringify({
        ...{ secrets: { a: typed, b: [typed], c: 815_001, d: '{{pass}}' } },
        ...{ max_tokens: 512, prompt: 'hello' },
      }),
    },
  });
  await world.call('apiConsole.saveRequest', {
    ...{ systemId, id: null, name: 'Typed', note: '', request },
  });
  const exchange = await world.exchange(systemId, request);
  expect(exchange.state).toBe('done');
  const all = await seen();
  expect(all).not.toContain(typed);
  expect(all).not.toContain('815001');
  const { saved } = await world.call('apiConsole.snapshot', { systemId });
  const body = saved[0]?.request.body;
  expect(JSON.parse(body?.kind === 'text' ? body.text : '')).toMatchObject({
    ...{ secrets: { d: '{{pass}}' }, max_tokens: 512, prompt: 'hello' },
  });
});

test('a variable is the same with blanks beside its name', async () => {
  const request = bare('GET', '/a/{{ pass }}', { headers: [{ name: 'x', value: '{{ pass }}' }] });
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact.url).toMatch(/\/a\/•{8}$/);
  expect(exact.variables).toEqual([{ name: 'pass', value: null }]);
});

test('what is typed for a secret name in the path is dots, and is not kept', async () => {
  const typed = 'typed/0816';
  const request: ConsoleRequest = bare('GET', '/moved/{token}', {
    parameters: [{ in: 'path', name: 'token', value: typed }],
  });
  const exact = await world.call('apiConsole.prepare', { systemId, request });
  expect(exact.url).toMatch(/\/moved\/••••••••$/);
  const exchange = await world.exchange(systemId, request);
  const named = await world.call('apiConsole.saveBody', { systemId, id: exchange.id });
  const all = JSON.stringify([exact, exchange.answer?.url, named]) + (await seen());
  expect(all).not.toContain('0816');
  expect(await onDisk()).not.toContain('0816');
  const { entries } = await world.call('consoleHistory.snapshot', { systemId, find: '' });
  expect(entries[0]).toMatchObject({
    url: exact.url,
    request: { path: '/moved/{token}', parameters: [{ in: 'path', name: 'token', value: '' }] },
  });
});
