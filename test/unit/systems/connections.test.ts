import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../main/base/storage/database.ts';
import { createConnections } from '../../../main/systems/connections/index.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import { behindTheDoor } from '../../support/worlds/door.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  testSystem,
  testSystems,
} from '../../support/worlds/world.ts';

const window = { id: 'window-1' };
const systemId = 'own';

/** What is decided about one system, over a real database. */
async function connectionsWorld(given?: Database, vault = memoryVault()) {
  const database = given ?? (await startMemoryStorage());
  if (given === undefined) onTestFinished(() => database.close());
  const systems = await testSystems(database, testSystem(null, { id: systemId }));
  const events = recordEvents();
  const made = await createConnections({ systems, vault, database, emit: events.emit });
  const { calls } = behindTheDoor('connections', made, recordLog());
  const changed: string[] = [];
  made.onChange((id) => void changed.push(id));
  return {
    ...{ database, vault, made, changed, events },
    setProxy: (proxy: ProxyInput) => calls.setProxy({ systemId, proxy }, window),
    snapshot: () => calls.snapshot({ systemId }, window),
    password: async () => {
      const { proxy } = made.of(systemId);
      return proxy.kind === 'manual' ? ((await proxy.credentials())?.password ?? null) : null;
    },
    calls,
  };
}
const own = {
  kind: 'manual',
  address: 'http://proxy.example:3128',
  user: 'desk',
  except: '',
} as const;

test('of a system about which nothing was decided the computer’s proxy is taken, and nothing pinned', async () => {
  const { snapshot, made } = await connectionsWorld();
  expect(await snapshot()).toEqual({
    ...{ systemId, pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] },
  });
  expect(made.of(systemId)).toEqual({
    limitTls: expect.any(Function),
    pins: [],
    intermediates: [],
    proxy: { kind: 'system' },
    tls12: [],
  });
});

test('a proxy is kept without its password, which lies in the vault', async () => {
  const world = await connectionsWorld();
  await world.setProxy({ ...own, password: 'hush-hush' });
  const proxy = { ...own, hasPassword: true };
  expect(await world.snapshot()).toMatchObject({ proxy });
  expect(world.changed).toEqual([systemId]);
  expect(await world.password()).toBe('hush-hush');
  const rows = JSON.stringify(await world.database.all({ sql: 'SELECT * FROM connections' }));
  expect(rows).toContain('proxy.example');
  expect(rows).not.toContain('hush-hush');
  // It is there after a start, too.
  const later = await connectionsWorld(world.database, world.vault);
  expect(await later.snapshot()).toMatchObject({ proxy });
  expect(await later.password()).toBe('hush-hush');
});

test('a password stays with the address and user that it was typed for, and goes with either', async () => {
  for (const [change, expected] of [
    [{ except: 'a.example' }, 'hush-hush'],
    [{ address: 'http://evil.example:3128' }, ''],
    [{ address: 'https://proxy.example:3128' }, ''],
    [{ user: 'other' }, ''],
    [{ user: null }, null],
  ] as const) {
    const world = await connectionsWorld();
    await world.setProxy({ ...own, password: 'hush-hush' });
    await world.setProxy({ ...own, ...change, password: null });
    expect(await world.password(), JSON.stringify(change)).toBe(expected);
    await world.setProxy({ ...own, password: null });
    // What was dropped does not come back.
    expect(await world.password()).toBe(expected === 'hush-hush' ? 'hush-hush' : '');
  }
});

test('without the proxy there is no password, nor with a system that is gone', async () => {
  for (const wanted of ['system', 'none'] as const) {
    const world = await connectionsWorld();
    await world.setProxy({ ...own, password: 'hush-hush' });
    await world.setProxy({ kind: wanted });
    expect(world.vault.secrets.size).toBe(0);
  }
  const world = await connectionsWorld();
  await world.setProxy({ ...own, password: 'hush-hush' });
  await world.made.forget(systemId);
  expect(world.vault.secrets.size).toBe(0);
});

test('an address that is none is refused, and what was kept stays', async () => {
  const world = await connectionsWorld();
  await world.setProxy({ ...own, password: 'hush-hush' });
  for (const address of ['socks5://proxy.example:1', 'http://u:p@proxy.example', '']) {
    await expect(world.setProxy({ ...own, address, password: 'x' })).rejects.toMatchObject({
      code: 'address-invalid',
    });
  }
  expect(await world.password()).toBe('hush-hush');
});

test.each([
  ['http://DOM\\user:p%40ss@proxy.example:3128', 'DOM\\user', 'p@ss'],
  ['DOM\\user:p@ss@proxy.example:3128', 'DOM\\user', 'p@ss'],
  ['http://user:100%@proxy.example:3128/', 'user', '100%'],
  ['https://user@proxy.example', 'user', ''],
])('credentials typed as %j are kept where credentials are', async (address, user, password) => {
  const world = await connectionsWorld();
  await world.setProxy({ ...own, address, user: null, password: null });
  const { proxy } = await world.snapshot();
  expect(proxy).toMatchObject({
    ...{
      address: expect.stringMatching(/^https?:\/\/proxy\.example(:3128)?$/),
      user,
      hasPassword: true,
    },
  });
  expect(await world.password()).toBe(password);
  const rows = JSON.stringify(await world.database.all({ sql: 'SELECT * FROM connections' }));
  if (password !== '') expect(rows).not.toContain(password);
});

test('another password makes the connections anew', async () => {
  const world = await connectionsWorld();
  const revision = () => {
    const { proxy } = world.made.of(systemId);
    return proxy.kind === 'manual' ? proxy.revision : null;
  };
  await world.setProxy({ ...own, password: 'one' });
  const before = revision();
  await world.setProxy({ ...own, password: 'two' });
  expect(revision()).not.toBe(before);
});

test('a row that says something else than was kept trusts nobody', async () => {
  const world = await connectionsWorld();
  const pins = JSON.stringify([{ host: 'a:443', pem: 'x', fingerprint: 'not one' }]);
  for (const text of [pins, '{', '"x"', 'null', '[['.repeat(100_000)]) {
    await world.database.run({
      sql: 'INSERT OR REPLACE INTO connections (system_id, pins, intermediates, proxy) VALUES (?, ?, ?, ?)',
      params: [systemId, text, text, text],
    });
    const later = await connectionsWorld(world.database);
    expect(later.made.of(systemId)).toEqual({
      limitTls: expect.any(Function),
      ...{ pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] },
    });
  }
});

test('a server that asks for the certificate late is kept until it is removed, and each system’s by itself', async () => {
  const world = await connectionsWorld();
  const of = () => world.made.of(systemId);
  await of().limitTls?.('api.example:443', true);
  await of().limitTls?.('api.example:443', true);
  await of().limitTls?.('b.example:8443', true);
  expect(of().tls12).toEqual(['api.example:443', 'b.example:8443']);
  expect(world.changed).toHaveLength(2);
  const later = await connectionsWorld(world.database, world.vault);
  expect(later.made.of(systemId).tls12).toEqual(['api.example:443', 'b.example:8443']);
  expect(await world.snapshot()).toMatchObject({ tls12: [{ since: expect.any(String) }, {}] });
  await world.calls.removeTls12({ systemId, host: 'api.example:443' }, window);
  await of().limitTls?.('c.example:443', false);
  expect(of().tls12).toEqual(['b.example:8443']);
  expect((await connectionsWorld(world.database)).made.of(systemId).tls12).toEqual([
    'b.example:8443',
  ]);
  await world.database.run({ sql: `UPDATE connections SET tls12 = '[7]'` });
  expect((await connectionsWorld(world.database)).made.of(systemId).tls12).toEqual([]);
  // A system that is gone learns nothing, and nobody fails for it.
  await world.made.of(systemId).limitTls?.('d.example:443', true);
});
