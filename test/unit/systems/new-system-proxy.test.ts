import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../main/base/storage/database.ts';
import { createConnections } from '../../../main/systems/connections/index.ts';
import { createSystems } from '../../../main/systems/list/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import { behindTheDoor } from '../../support/worlds/door.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';
import { memoryVault, recordEvents, recordLog } from '../../support/worlds/world.ts';

const window = { id: 'window-1' };
const settings = { get: () => undefined, set: () => undefined };
const wanted = {
  ...{ name: 'Own', webApiUrl: 'https://api.example.org', authUrl: null, genaiUrl: null },
  ...{ authorities: [], certificateId: null },
};
const proxy: ProxyInput = {
  ...{ kind: 'manual', address: 'http://proxy.example:3128', user: 'desk', except: '' },
  password: 'hush-hush',
};

interface Given {
  readonly change?: (database: Database) => Partial<Database>;
  readonly requireOpen?: () => void;
}

/** The list of systems and their connections, over a real database. */
async function world({ change, requireOpen }: Given = {}) {
  const stored = await startMemoryStorage();
  onTestFinished(() => stored.close());
  const database = { ...stored, ...change?.(stored) };
  const { emit } = recordEvents();
  const systems = await createSystems({ database, settings, emit });
  const vault = memoryVault();
  const connections = await createConnections({
    ...{ systems, vault, database, emit },
    ...(requireOpen && { policy: { requireOpen } }),
  });
  systems.storeWithNew(connections.storeWithSystem);
  /** The proxy of each system whenever anybody learns of a change. */
  const seen: string[] = [];
  systems.onChange(({ systems: all }) => {
    for (const { id } of all) seen.push(connections.of(id).proxy.kind);
  });
  const { add } = behindTheDoor(
    'systems',
    {
      calls: {
        ...systems.calls,
        openDemo: () => Promise.reject(new AppError('internal')),
        findComputeApi: () => Promise.reject(new AppError('internal')),
      },
    },
    recordLog(),
  ).calls;
  return { database, systems, vault, connections, seen, add: add as typeof systems.calls.add };
}

test('a new system has its own proxy, with the password, before anybody learns of the system', async () => {
  const { add, seen, connections, database } = await world();
  const { id } = await add({ ...wanted, proxy }, window);
  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen)).toEqual(new Set(['manual']));
  const kept = connections.of(id).proxy;
  expect(kept.kind === 'manual' ? await kept.credentials() : null).toEqual({
    ...{ user: 'desk', password: 'hush-hush' },
  });
  const rows = await database.all({ sql: 'SELECT system_id, proxy FROM connections' });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).toContain('proxy.example');
  expect(JSON.stringify(rows)).not.toContain('hush-hush');
});

test.each([[{ kind: 'system' }], [undefined]] as const)(
  'with the computer’s proxy nothing is stored, which no policy refuses: %o',
  async (usual) => {
    const { add, seen, database } = await world({
      requireOpen: () => {
        throw new AppError('locked-by-policy');
      },
    });
    await add({ ...wanted, ...(usual && { proxy: usual }) }, window);
    expect(new Set(seen)).toEqual(new Set(['system']));
    expect(await database.all({ sql: 'SELECT * FROM connections' })).toEqual([]);
  },
);

test('a proxy that a policy locks, or that is none, adds no system', async () => {
  const locked = await world({
    requireOpen: () => {
      throw new AppError('locked-by-policy');
    },
  });
  await expect(locked.add({ ...wanted, proxy: { kind: 'none' } }, window)).rejects.toMatchObject({
    code: 'locked-by-policy',
  });
  const open = await world();
  const address = 'socks5://proxy.example:1';
  await expect(open.add({ ...wanted, proxy: { ...proxy, address } }, window)).rejects.toMatchObject(
    { code: 'address-invalid' },
  );
  for (const { systems, seen, vault } of [locked, open]) {
    expect(systems.state().systems).toEqual([]);
    expect(seen).toEqual([]);
    expect(vault.secrets.size).toBe(0);
  }
});

test('where the system cannot be stored, nothing of its proxy stays', async () => {
  const { add, systems, vault } = await world({
    change: () => ({ run: () => Promise.reject(new AppError('internal')) }),
  });
  await expect(add({ ...wanted, proxy }, window)).rejects.toMatchObject({ code: 'internal' });
  expect(systems.state().systems).toEqual([]);
  expect(vault.secrets.size).toBe(0);
});
