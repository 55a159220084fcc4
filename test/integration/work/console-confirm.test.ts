import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, type ConsoleWorld, openConsole, serving } from './console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  const folder = await temporaryFolder();
  world = await openConsole(folder.path);
  return async () => {
    await world.close();
    await folder.remove();
  };
});

async function system() {
  const server = await serving((_, response) => response.end('[]'));
  onTestFinished(() => server.close());
  const { id } = await world.call('systems.add', {
    ...{ name: 'Confirm', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  return id;
}

/** A description of one operation of this id. */
function described(method: string, path: string) {
  const operation = { operationId: 'one', responses: { '200': { description: 'fine' } } };
  const value = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
  const text = JSON.stringify({ ...value, paths: { [path]: { [method]: operation } } });
  return { kind: 'file', name: 'one.json', bytes: Buffer.from(text) } as const;
}

test('“only reads” does not follow an id to another method or path', async () => {
  const systemId = await system();
  const { id: descriptionId } = await world.call('apiConsole.importDescription', {
    ...{ systemId, from: described('post', '/search'), replaces: null },
  });
  const key = 'POST /search';
  await world.call('apiConsole.setEffect', { systemId, descriptionId, key, effect: 'reads' });
  await world.call('apiConsole.setNote', { systemId, descriptionId, key, note: 'mine' });
  const replace = (method: string, path: string) =>
    world.call('apiConsole.importDescription', {
      ...{ systemId, from: described(method, path), replaces: descriptionId },
    });
  await replace('post', '/search');
  const listed = () => world.call('consoleOperations.snapshot', { systemId, descriptionId });
  expect(await listed()).toMatchObject([{ key, effect: 'reads', effectBy: 'user' }]);
  await replace('delete', '/everything');
  const moved = 'DELETE /everything';
  expect(await listed()).toMatchObject([{ key: moved, effect: 'changes', effectBy: 'method' }]);
  expect(
    await world.call('apiConsole.operation', { systemId, descriptionId, key: moved }),
  ).toMatchObject({ note: 'mine' });
  const request = { ...bare('DELETE', '/everything'), descriptionId, operation: moved };
  await expect(
    world.call('apiConsole.send', { systemId, request, confirmed: null }),
  ).rejects.toMatchObject({ code: 'request-not-confirmed' });
});

test('what the user said changes something still does under another path', async () => {
  const systemId = await system();
  const { id: descriptionId } = await world.call('apiConsole.importDescription', {
    ...{ systemId, from: described('get', '/start'), replaces: null },
  });
  const key = 'GET /start';
  await world.call('apiConsole.setEffect', { systemId, descriptionId, key, effect: 'changes' });
  await world.call('apiConsole.importDescription', {
    ...{ systemId, from: described('get', '/begin'), replaces: descriptionId },
  });
  expect(await world.call('consoleOperations.snapshot', { systemId, descriptionId })).toMatchObject(
    [{ key: 'GET /begin', effect: 'changes', effectBy: 'user' }],
  );
});

test('a download is in the history as what was sent', async () => {
  const systemId = await system();
  const request = bare('GET', '/large.bin', {
    parameters: [{ in: 'query', name: 'token', value: 'typed' }],
  });
  await world.call('apiConsole.download', { systemId, request, confirmed: null });
  const { entries } = await world.call('consoleHistory.snapshot', { systemId, find: '' });
  expect(entries).toMatchObject([
    { method: 'GET', status: 200, size: 2, problem: null, request: { path: '/large.bin' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('typed');
});

test('a certificate is said to go along only where it does', async () => {
  const { id: systemId } = await world.call('systems.openDemo', undefined);
  const request = bare('GET', '/status/');
  const exact = () => world.call('apiConsole.prepare', { systemId, request });
  expect(await exact()).toMatchObject({ certificate: true, token: false });
  await world.call('session.updateSettings', { systemId, route: 'token-with-certificate' });
  expect(await exact()).toMatchObject({ certificate: true, token: true });
  await world.call('session.updateSettings', { systemId, route: 'token' });
  expect(await exact()).toMatchObject({ certificate: false, token: true });
});
