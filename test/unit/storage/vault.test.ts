import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Keychain } from '../../../main/host.ts';
import { createVault } from '../../../main/storage/vault/index.ts';
import { testFolder } from '../../support/folder.ts';
import { startTestStorage } from '../../support/storage.ts';

const secret = Buffer.from('a private key');

/** Seals by XOR: enough to tell sealed from plain, and one keychain from another. */
function fakeKeychain(mask = 0x5a): Keychain {
  const turn = (bytes: Uint8Array) => bytes.map((byte) => byte ^ mask);
  return {
    state: async () => ({ available: true, backend: 'fake' }),
    seal: async (plain) => turn(plain),
    unseal: async (sealed) => turn(sealed),
  };
}
const noKeychain: Keychain = {
  state: async () => ({ available: false, problem: 'fixed-key' }),
  seal: () => Promise.reject(new Error('no keychain')),
  unseal: () => Promise.reject(new Error('no keychain')),
};

async function open(folder: string, keychain: Keychain) {
  const storage = await startTestStorage(folder);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= storage.close();
    return closing;
  };
  const database = { ...storage, close };
  onTestFinished(close);
  const vault = await createVault({ folder, keychain, database, emit: () => undefined });
  return { vault, database, folder };
}

/** The same folder at the next start of the app. */
async function reopen(opened: Awaited<ReturnType<typeof open>>, keychain: Keychain) {
  const { folder, database } = opened;
  return {
    vault: await createVault({ folder, keychain, database, emit: () => undefined }),
    database,
    folder,
  };
}

test('with a keychain secrets are kept at once and found at the next start', async () => {
  const opened = await open(testFolder(), fakeKeychain());
  expect(opened.vault.state()).toEqual({
    state: 'ready',
    protection: 'keychain',
    keychainProblem: null,
  });
  expect(await opened.vault.put('key/1', secret, 'user')).toBe('keychain');
  const next = await reopen(opened, fakeKeychain());
  expect(Buffer.from(await next.vault.get('key/1'))).toEqual(secret);
});

test('without a keychain nothing of the user is kept until a passphrase is set', async () => {
  const opened = await open(testFolder(), noKeychain);
  expect(opened.vault.state()).toMatchObject({ state: 'not-set-up', keychainProblem: 'fixed-key' });
  await expect(opened.vault.put('key/1', secret, 'user')).rejects.toMatchObject({
    code: 'vault-not-set-up',
  });
  await opened.vault.setPassphrase('correct horse');
  expect(await opened.vault.put('key/1', secret, 'user')).toBe('passphrase');

  const next = await reopen(opened, noKeychain);
  expect(next.vault.state().state).toBe('locked');
  await expect(next.vault.get('key/1')).rejects.toMatchObject({ code: 'vault-locked' });
  await expect(next.vault.unlock('wrong horse')).rejects.toMatchObject({
    code: 'vault-wrong-passphrase',
  });
  await next.vault.unlock('correct horse');
  expect(Buffer.from(await next.vault.get('key/1'))).toEqual(secret);
  next.vault.lock();
  await expect(next.vault.get('key/1')).rejects.toMatchObject({ code: 'vault-locked' });
});

test('changing from keychain to passphrase keeps the secrets', async () => {
  const opened = await open(testFolder(), fakeKeychain());
  await opened.vault.put('key/1', secret, 'user');
  await opened.vault.setPassphrase('correct horse');
  const next = await reopen(opened, fakeKeychain());
  await next.vault.unlock('correct horse');
  expect(Buffer.from(await next.vault.get('key/1'))).toEqual(secret);
});

test('the demo has a key of its own, and says so', async () => {
  const { vault } = await open(testFolder(), noKeychain);
  expect(await vault.put('key/demo', secret, 'demo')).toBe('demo');
  expect(Buffer.from(await vault.get('key/demo'))).toEqual(secret);
});

test('no secret lies in the data folder in clear, and the key file is the user’s alone', async () => {
  const opened = await open(testFolder(), noKeychain);
  await opened.vault.setPassphrase('correct horse');
  await opened.vault.put('key/1', secret, 'user');
  await opened.vault.put('key/2', secret, 'demo');
  for (const name of ['vault.json', 'compute-desk.db', 'compute-desk.db-wal']) {
    const bytes = readFileSync(join(opened.folder, name));
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes('correct horse')).toBe(false);
  }
  expect(statSync(join(opened.folder, 'vault.json')).mode & 0o777).toBe(0o600);
});

test('a secret that was replaced or removed leaves nothing in the data folder, even sealed', async () => {
  const { vault, database, folder } = await open(testFolder(), fakeKeychain());
  const sealedNow = async () => {
    const rows = await database.all('SELECT name, sealed FROM secrets ORDER BY name');
    return rows.map((row) => Buffer.from(row.sealed as Uint8Array));
  };
  await vault.put('certificate', Buffer.alloc(1700, 1), 'user');
  const gone: Buffer[] = [];
  // Tokens as they are renewed: short ones, and ones that take several pages.
  for (let at = 0; at < 20; at += 1) {
    await vault.put('session', Buffer.alloc(at % 2 === 0 ? 900 : 9000, at), 'user');
    gone.push(...(await sealedNow()).slice(1));
  }
  await vault.remove('session');
  const stays = await sealedNow();
  await database.close();

  const file = readFileSync(join(folder, 'compute-desk.db'));
  const found = (bytes: Buffer): boolean =>
    [0, Math.floor(bytes.length / 2), bytes.length - 24].some((start) =>
      file.includes(bytes.subarray(start, start + 24)),
    );
  expect(stays.map(found)).toEqual([true]);
  expect(gone).toHaveLength(20);
  expect(gone.filter(found)).toHaveLength(0);
});

test('a sealed secret put in the place of another is refused', async () => {
  const { vault, database } = await open(testFolder(), fakeKeychain());
  await vault.put('a', secret, 'user');
  await vault.put('b', Buffer.from('another'), 'user');
  await database.run({
    sql: "UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE name = 'b') WHERE name = 'a'",
  });
  await expect(vault.get('a')).rejects.toMatchObject({ code: 'vault-damaged' });
});

test('a keychain that no longer opens the key loses nothing and is said', async () => {
  const opened = await open(testFolder(), fakeKeychain());
  await opened.vault.put('key/1', secret, 'user');
  const before = readFileSync(join(opened.folder, 'vault.json'), 'utf8');
  const next = await reopen(opened, noKeychain);
  expect(next.vault.state()).toMatchObject({ state: 'locked', protection: 'keychain' });
  await expect(next.vault.get('key/1')).rejects.toMatchObject({
    code: 'vault-keychain-unavailable',
  });
  expect(readFileSync(join(opened.folder, 'vault.json'), 'utf8')).toBe(before);
});

test('a damaged key file is refused and not replaced', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'vault.json'), '{"version":1,');
  const database = await startTestStorage(folder);
  onTestFinished(() => database.close());
  await expect(
    createVault({ folder, keychain: noKeychain, database, emit: () => undefined }),
  ).rejects.toMatchObject({ code: 'vault-damaged' });
  expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe('{"version":1,');
});

test('two first secrets at once share one key', async () => {
  const { vault } = await open(testFolder(), fakeKeychain());
  await Promise.all([vault.put('a', secret, 'user'), vault.put('b', secret, 'user')]);
  expect(Buffer.from(await vault.get('a'))).toEqual(secret);
  expect(Buffer.from(await vault.get('b'))).toEqual(secret);
});
