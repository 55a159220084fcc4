import { expect, onTestFinished, test } from 'vitest';
import { apiConsole } from '../../../preload/contract/work/console.ts';
import { settingsFolder } from '../../support/worlds/policy.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, type ConsoleWorld, openConsole, serving } from './console-world.ts';

async function locked() {
  let asked = 0;
  const folder = await temporaryFolder();
  const server = await serving((_, response) => {
    asked += 1;
    response.end('[]');
  });
  const places = [settingsFolder({ locks: { noApiConsole: true } })];
  const run = () => Promise.reject(new Error('nothing is run'));
  const world: ConsoleWorld = await openConsole(folder.path, { places, run });
  const added = await world.call('systems.add', {
    ...{ name: 'Locked', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  onTestFinished(async () => {
    await world.close();
    await server.close();
    await folder.remove();
  });
  return { world, systemId: added.id, asked: () => asked };
}

type ConsoleCall = Exclude<
  {
    [N in keyof typeof apiConsole]: (typeof apiConsole)[N]['kind'] extends 'call' ? N : never;
  }[keyof typeof apiConsole],
  'snapshot'
>;

/** What a window would give, for each call that there is. */
function inputs(systemId: string) {
  const system = { systemId };
  const one = { ...system, id: 'one' };
  const of = { ...system, descriptionId: 'one' };
  const request = bare('GET', '/a');
  const operation = { ...of, key: 'GET /a' };
  const from = { kind: 'file', name: 'a.json', bytes: new Uint8Array() } as const;
  const sent = { ...system, request, confirmed: null };
  return {
    importDescription: { ...system, from, replaces: null },
    removeDescription: of,
    setServer: { ...of, server: '' },
    operation,
    setEffect: { ...operation, effect: null },
    setNote: { ...operation, note: '' },
    hold: { name: 'a', type: '', bytes: new Uint8Array() },
    release: { id: 'one' },
    prepare: { ...system, request },
    send: sent,
    cancel: one,
    body: one,
    lines: { ...one, from: 0 },
    saveBody: one,
    download: sent,
    pauseDownload: one,
    resumeDownload: one,
    cancelDownload: one,
    allowOrigin: { ...system, origin: 'https://other.invalid', allowed: true },
    setVariable: { ...system, name: 'a', value: 'b', secret: false },
    removeVariable: { ...system, name: 'a' },
    saveRequest: { ...one, name: 'a', note: '', request },
    keepDraft: { ...operation, request },
    removeRequest: one,
    pin: { ...one, pinned: true },
    clearHistory: system,
  } satisfies Record<ConsoleCall, unknown>;
}

test('where the operator locked the console, main refuses every call of it', async () => {
  const { world, systemId, asked } = await locked();
  const given = Object.entries(inputs(systemId));
  const declared = Object.entries(apiConsole).filter(([, { kind }]) => kind === 'call');
  expect(given.map(([name]) => name).sort()).toEqual(
    declared
      .map(([name]) => name)
      .filter((name) => name !== 'snapshot')
      .sort(),
  );
  for (const [name, input] of given) {
    const call = world.call(`apiConsole.${name}` as 'apiConsole.prepare', input as never);
    await expect(call, name).rejects.toMatchObject({ code: 'locked-by-policy' });
  }
  const views = [
    world.call('consoleOperations.snapshot', { systemId, descriptionId: 'one' }),
    world.call('consoleExchange.snapshot', { systemId, id: 'one' }),
    world.call('consoleHistory.snapshot', { systemId, find: '' }),
  ];
  for (const view of views) await expect(view).rejects.toMatchObject({ code: 'locked-by-policy' });
  expect(asked()).toBe(0);
});

test('its snapshot says that it is locked, and nothing else', async () => {
  const { world, systemId } = await locked();
  expect(await world.call('apiConsole.snapshot', { systemId })).toMatchObject({
    ...{ locked: true, descriptions: [], saved: [], variables: [], downloads: [] },
  });
});
