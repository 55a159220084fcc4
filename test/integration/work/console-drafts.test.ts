import { expect, onTestFinished, test } from 'vitest';
import type { ConsoleRequest } from '../../../preload/contract/work/console-requests.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, openConsole } from './console-world.ts';

const description = (paths: object) => {
  const info = { title: 'T', version: '1' };
  const bytes = Buffer.from(JSON.stringify({ openapi: '3.1.0', info, paths }));
  return { kind: 'file', name: 'one.json', bytes } as const;
};
const responses = { 200: { description: 'fine' } };

async function described() {
  const folder = await temporaryFolder();
  let world = await openConsole(folder.path);
  onTestFinished(async () => {
    await world.close();
    await folder.remove();
  });
  const { id: systemId } = await world.call('systems.add', {
    ...{ name: 'Drafts', webApiUrl: 'https://api.invalid', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  const from = description({ '/a': { post: { responses } }, '/b': { get: { responses } } });
  const { id: descriptionId } = await world.call('apiConsole.importDescription', {
    ...{ systemId, from, replaces: null },
  });
  const at = (key: string) => ({ systemId, descriptionId, key });
  return {
    at,
    call: () => world.call,
    draft: async (key: string) => (await world.call('apiConsole.operation', at(key))).draft,
    async restart() {
      await world.close();
      world = await openConsole(folder.path);
    },
  };
}

const request = (more: Partial<ConsoleRequest>): ConsoleRequest => bare('POST', '/a', more);

test('what was being written is there after a restart, without secrets and files', async () => {
  const { at, call, draft, restart } = await described();
  const file = { id: 'f', name: 'a.bin', type: '', size: 1 };
  const typed = request({
    parameters: [
      { in: 'query', name: 'limit', value: 5 },
      { in: 'path', name: 'token', value: 'typed-1' },
    ],
    headers: [{ name: 'authorization', value: 'typed-2' }],
    body: {
      kind: 'multipart',
      fields: [
        { name: 'note', value: 'hello' },
        { name: 'password', value: '{{pass}}' },
        { name: 'file', file },
      ],
    },
  });
  expect(await draft('POST /a')).toBeNull();
  await call()('apiConsole.keepDraft', { ...at('POST /a'), request: typed });
  await restart();
  expect(await draft('POST /a')).toEqual({
    ...typed,
    parameters: [
      { in: 'query', name: 'limit', value: 5 },
      { in: 'path', name: 'token', value: '' },
    ],
    headers: [{ name: 'authorization', value: '' }],
    body: {
      kind: 'multipart',
      fields: [
        { name: 'note', value: 'hello' },
        { name: 'password', value: '{{pass}}' },
      ],
    },
  });
  expect(await draft('GET /b')).toBeNull();
  await call()('apiConsole.keepDraft', { ...at('POST /a'), request: null });
  expect(await draft('POST /a')).toBeNull();
});

test('one that is too long is not kept, nor the older one', async () => {
  const { at, call, draft } = await described();
  const text = (length: number) =>
    request({ body: { kind: 'text', type: 'text/plain', text: 'x'.repeat(length) } });
  await call()('apiConsole.keepDraft', { ...at('POST /a'), request: text(10) });
  await call()('apiConsole.keepDraft', { ...at('POST /a'), request: text(600_000) });
  expect(await draft('POST /a')).toBeNull();
});

test('a newer description keeps those of operations that there still are', async () => {
  const { at, call, draft } = await described();
  for (const key of ['POST /a', 'GET /b']) {
    await call()('apiConsole.keepDraft', { ...at(key), request: request({}) });
  }
  const { systemId, descriptionId } = at('');
  const replace = (paths: object) =>
    call()('apiConsole.importDescription', {
      ...{ systemId, from: description(paths), replaces: descriptionId },
    });
  await replace({ '/a': { post: { responses } } });
  await replace({ '/a': { post: { responses } }, '/b': { get: { responses } } });
  expect(await draft('POST /a')).toEqual(request({}));
  expect(await draft('GET /b')).toBeNull();
});

test('only the last two hundred are kept', async () => {
  const { at, call, draft } = await described();
  await call()('apiConsole.keepDraft', { ...at('POST /a'), request: request({}) });
  for (let count = 0; count < 200; count += 1) {
    await call()('apiConsole.keepDraft', { ...at(`GET /other/${count}`), request: request({}) });
  }
  expect(await draft('POST /a')).toBeNull();
});
