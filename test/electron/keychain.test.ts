import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { VaultState } from '../../preload/contract/app.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import { needsAreMet } from '../../scripts/lanes/needs.ts';
import { callOf, startDesk } from './support/desk.ts';
import { startKeyring } from './support/keyring.ts';
import { sharedApp } from './support/shared.ts';

const present = needsAreMet(['keyring']);
if (!present) console.log('skipped: a real keychain needs gnome-keyring and dbus-daemon');

const secret = 'what-the-keyring-protects';
const shared = sharedApp();

/** The app with a store of passwords, until it is closed. */
async function start(dataFolder: string, store: string, env: Readonly<Record<string, string>>) {
  const desk = await startDesk({
    app: shared.app,
    dataFolder,
    args: [`--password-store=${store}`],
    env,
  });
  const call = callOf(desk);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= desk.electron.close();
    return closing;
  };
  onTestFinished(close);
  return { call, close, state: () => call<VaultState>('vault.snapshot') };
}

type Started = Awaited<ReturnType<typeof start>>;

/** @returns the id of a client whose secret is in the vault */
async function keep({ call }: Started): Promise<string> {
  const { id: systemId } = await call<System>('systems.add', {
    ...{ name: 'One', webApiUrl: 'https://api.invalid', authUrl: 'https://auth.invalid' },
    ...{ genaiUrl: 'https://ai.invalid', authorities: [], certificateId: null },
  });
  const client = {
    systemId,
    clientId: 'mine',
    redirectUrls: ['http://127.0.0.1/*'],
    secret,
    createdAt: null,
  };
  return (await call<{ id: string }>('clients.keep', client)).id;
}

const secretOf = async ({ call }: Started, id: string): Promise<string> =>
  (await call<{ secret: string }>('clients.revealSecret', { id })).secret;

const lost = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
const keyFile = (dataFolder: string): string =>
  readFileSync(join(dataFolder, 'vault.json'), 'utf8');

/** A secret kept while this keyring was there, which has ended. */
async function keepUnder(place: string, dataFolder: string) {
  const keyring = await startKeyring(place);
  const first = await start(dataFolder, 'gnome-libsecret', keyring.env);
  const id = await keep(first);
  await first.close();
  await keyring.close();
  return { id, before: keyFile(dataFolder) };
}

test.skipIf(!present)(
  'a real keyring seals the vault, and opens it at the next start',
  async () => {
    const dataFolder = shared.freshData();
    const keyring = await startKeyring(`${dataFolder}-keyring`);
    onTestFinished(keyring.close);
    const first = await start(dataFolder, 'gnome-libsecret', keyring.env);
    expect(await first.state()).toEqual({
      ...{ state: 'ready', protection: 'keychain', keychainProblem: null },
    });
    const id = await keep(first);
    await first.close();
    expect(JSON.parse(keyFile(dataFolder)).user.protection).toBe('keychain');

    const second = await start(dataFolder, 'gnome-libsecret', keyring.env);
    expect(await secretOf(second, id)).toBe(secret);
  },
);

test.skipIf(!present).each([
  { drift: 'the keyring is gone', store: 'gnome-libsecret', problem: 'no-keyring' },
  { drift: 'another store is chosen, whose key anyone has', store: 'basic', problem: 'fixed-key' },
])('$drift: it is said, nothing is replaced, and all is there again afterwards', async (one) => {
  const dataFolder = shared.freshData();
  const place = `${dataFolder}-keyring`;
  const { id, before } = await keepUnder(place, dataFolder);

  const without = await start(dataFolder, one.store, lost);
  const said = await without.state();
  expect(said).toMatchObject({ state: 'locked', protection: 'keychain' });
  expect([one.problem, 'fixed-key']).toContain(said.keychainProblem);
  for (const work of [() => keep(without), () => secretOf(without, id)]) {
    await expect(work()).rejects.toThrow('vault-keychain-unavailable');
  }
  await without.close();
  expect(keyFile(dataFolder)).toBe(before);

  const again = await startKeyring(place);
  onTestFinished(again.close);
  const second = await start(dataFolder, 'gnome-libsecret', again.env);
  expect(await secretOf(second, id)).toBe(secret);
});

test.skipIf(!present)('another keyring opens nothing, and the right one does again', async () => {
  const dataFolder = shared.freshData();
  const place = `${dataFolder}-keyring`;
  const { id, before } = await keepUnder(place, dataFolder);

  const other = await startKeyring(`${place}-other`);
  const second = await start(dataFolder, 'gnome-libsecret', other.env);
  expect(await second.state()).toEqual({
    ...{ state: 'locked', protection: 'keychain', keychainProblem: 'failed' },
  });
  await second.close();
  await other.close();
  expect(keyFile(dataFolder)).toBe(before);

  const again = await startKeyring(place);
  onTestFinished(again.close);
  const third = await start(dataFolder, 'gnome-libsecret', again.env);
  expect(await secretOf(third, id)).toBe(secret);
});
