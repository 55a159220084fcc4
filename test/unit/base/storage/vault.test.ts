import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVault } from '../../../../main/base/storage/vault/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { fakeKeychain, noKeychain, openVault, reopenVault } from '../../../support/worlds/vault.ts';

const secret = Buffer.from('a private key');

test('with a keychain secrets are kept at once and found at the next start', async () => {
  const opened = await openVault(testFolder(), fakeKeychain());
  expect(opened.vault.state()).toEqual({
    state: 'ready',
    protection: 'keychain',
    keychainProblem: null,
  });
  expect(await opened.vault.put('key/1', secret, 'user')).toBe('keychain');
  const next = await reopenVault(opened, fakeKeychain());
  expect(Buffer.from(await next.vault.get('key/1', 'user'))).toEqual(secret);
});

test('without a keychain nothing of the user is kept until a passphrase is set', async () => {
  const opened = await openVault(testFolder(), noKeychain);
  expect(opened.vault.state()).toMatchObject({ state: 'not-set-up', keychainProblem: 'fixed-key' });
  await expect(opened.vault.put('key/1', secret, 'user')).rejects.toMatchObject({
    code: 'vault-not-set-up',
  });
  await opened.vault.setPassphrase('correct horse');
  expect(await opened.vault.put('key/1', secret, 'user')).toBe('passphrase');

  const next = await reopenVault(opened, noKeychain);
  expect(next.vault.state().state).toBe('locked');
  await expect(next.vault.get('key/1', 'user')).rejects.toMatchObject({ code: 'vault-locked' });
  await expect(next.vault.unlock('wrong horse')).rejects.toMatchObject({
    code: 'vault-wrong-passphrase',
  });
  await next.vault.unlock('correct horse');
  expect(Buffer.from(await next.vault.get('key/1', 'user'))).toEqual(secret);
  next.vault.lock();
  await expect(next.vault.get('key/1', 'user')).rejects.toMatchObject({ code: 'vault-locked' });
});

test('changing from keychain to passphrase keeps the secrets', async () => {
  const opened = await openVault(testFolder(), fakeKeychain());
  await opened.vault.put('key/1', secret, 'user');
  await opened.vault.setPassphrase('correct horse');
  const next = await reopenVault(opened, fakeKeychain());
  await next.vault.unlock('correct horse');
  expect(Buffer.from(await next.vault.get('key/1', 'user'))).toEqual(secret);
});

test('the demo has a key of its own, and says so', async () => {
  const { vault } = await openVault(testFolder(), noKeychain);
  expect(await vault.put('key/demo', secret, 'demo')).toBe('demo');
  expect(Buffer.from(await vault.get('key/demo', 'demo'))).toEqual(secret);
});

test('no secret lies in the data folder in clear, and the key file is the user’s alone', async () => {
  const opened = await openVault(testFolder(), noKeychain);
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
  const { vault, database, folder } = await openVault(testFolder(), fakeKeychain());
  const sealedNow = async () => {
    const rows = await database.all({ sql: 'SELECT name, sealed FROM secrets ORDER BY name' });
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

test('a keychain that no longer opens the key loses nothing and is said', async () => {
  const opened = await openVault(testFolder(), fakeKeychain());
  await opened.vault.put('key/1', secret, 'user');
  const before = readFileSync(join(opened.folder, 'vault.json'), 'utf8');
  const next = await reopenVault(opened, noKeychain);
  expect(next.vault.state()).toEqual({
    ...{ state: 'locked', protection: 'keychain', keychainProblem: 'fixed-key' },
  });
  await expect(next.vault.get('key/1', 'user')).rejects.toMatchObject({
    code: 'vault-keychain-unavailable',
  });
  expect(readFileSync(join(opened.folder, 'vault.json'), 'utf8')).toBe(before);
});

test('all that can be opened now is had, before there is a key and while it is locked too', async () => {
  const plain = async (opened: Awaited<ReturnType<typeof openVault>>): Promise<string[]> =>
    (await opened.vault.secrets()).map((one) => Buffer.from(one).toString());
  const opened = await openVault(testFolder(), fakeKeychain());
  expect(await plain(opened)).toEqual([]);
  await opened.vault.put('key/1', Buffer.from('of the user'), 'user');
  await opened.vault.put('key/2', Buffer.from('of the demo'), 'demo');
  expect(await plain(opened)).toEqual(['of the user', 'of the demo']);
  expect(await plain(await reopenVault(opened, noKeychain))).toEqual(['of the demo']);
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
  const { vault } = await openVault(testFolder(), fakeKeychain());
  await Promise.all([vault.put('a', secret, 'user'), vault.put('b', secret, 'user')]);
  expect(Buffer.from(await vault.get('a', 'user'))).toEqual(secret);
  expect(Buffer.from(await vault.get('b', 'user'))).toEqual(secret);
});
