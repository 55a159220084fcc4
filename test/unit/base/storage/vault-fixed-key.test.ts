import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Keychain } from '../../../../main/base/host.ts';
import { createVault } from '../../../../main/base/storage/vault/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import {
  fakeKeychain,
  keyFileOf,
  linuxKeychain,
  openVault,
  reopenVault,
  sealByFixedKey,
  smallestCost,
  tagOf,
} from '../../../support/worlds/vault.ts';

const secret = Buffer.from('a private key');

/** A vault with a secret, whose key a published key has sealed. */
async function exposed() {
  const opened = await openVault(testFolder(), linuxKeychain({ present: true }));
  await opened.vault.put('key/1', secret, 'user');
  sealByFixedKey(opened.folder);
  return opened;
}

const read = async ({ vault }: Pick<Awaited<ReturnType<typeof exposed>>, 'vault'>) =>
  Buffer.from(await vault.get('key/1', 'user'));

test('what a fixed key sealed is sealed again once there is a keyring', async () => {
  const opened = await exposed();
  const next = await reopenVault(opened, linuxKeychain({ present: true }));
  expect(next.vault.state()).toEqual({
    ...{ state: 'ready', protection: 'keychain', keychainProblem: null },
  });
  expect(tagOf(opened.folder)).toBe('v11');
  expect(await read(next)).toEqual(secret);
});

test.each([
  { why: 'without a keyring', keyring: { present: false } },
  { why: 'with one that fails to seal', keyring: { present: true, seals: false } },
])(
  '$why, what a fixed key sealed is not used, is said, and is there with a passphrase',
  async ({ keyring }) => {
    const opened = await exposed();
    const before = readFileSync(join(opened.folder, 'vault.json'), 'utf8');
    const next = await reopenVault(opened, linuxKeychain(keyring));
    const said = { state: 'not-set-up', protection: 'none', keychainProblem: 'exposed' };
    expect(next.vault.state()).toEqual(said);
    expect(next.vault.ready('user')).toBe(false);
    const needed = { code: 'vault-not-set-up' };
    await expect(read(next)).rejects.toMatchObject(needed);
    await expect(next.vault.put('key/2', secret, 'user')).rejects.toMatchObject(needed);
    expect(readFileSync(join(opened.folder, 'vault.json'), 'utf8')).toBe(before);

    const state = await next.vault.setPassphrase('correct horse');
    expect(state).toMatchObject({ state: 'ready', protection: 'passphrase' });
    expect(await read(next)).toEqual(secret);
    const last = await reopenVault(opened, linuxKeychain(keyring));
    expect(last.vault.state()).toMatchObject({ state: 'locked', protection: 'passphrase' });
    await last.vault.unlock('correct horse');
    expect(await read(last)).toEqual(secret);
  },
);

test('a backup of it opens with the backup’s passphrase', async () => {
  const opened = await exposed();
  const { folder, database } = opened;
  const vault = await createVault({
    ...{ folder, database, emit: () => undefined, cost: smallestCost },
    keychain: linuxKeychain({ present: false }),
  });
  const keys = JSON.parse(await vault.portableKeys('another horse'));
  expect(keys.user.protection).toBe('passphrase');
});

/** Whose key was rotated: it opens what it sealed before, and wants it sealed again. */
function rotated(seal: Keychain['seal']): Keychain {
  const real = fakeKeychain();
  return {
    ...real,
    seal,
    unseal: async (sealed) => ({ ...(await real.unseal(sealed)), by: 'older' }),
  };
}

test('what an older key sealed is sealed again, and serves where that fails', async () => {
  const opened = await openVault(testFolder(), fakeKeychain());
  await opened.vault.put('key/1', secret, 'user');
  const before = keyFileOf(opened.folder);
  const failing = await reopenVault(
    opened,
    rotated(() => Promise.reject(new Error('busy'))),
  );
  expect(failing.vault.state()).toMatchObject({ state: 'ready', keychainProblem: null });
  expect(await read(failing)).toEqual(secret);
  expect(keyFileOf(opened.folder)).toEqual(before);

  const newer = fakeKeychain(0x33);
  await reopenVault(opened, rotated(newer.seal));
  expect(keyFileOf(opened.folder).user?.sealed).not.toBe(before.user?.sealed);
  expect(await read(await reopenVault(opened, newer))).toEqual(secret);
});
