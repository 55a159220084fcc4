import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import {
  fakeKeychain,
  keyFileOf,
  noKeychain,
  openVault,
  placeOf,
  reopenVault,
  rowOf,
  sealedAs,
  writeRow,
  writeVault,
} from '../../../support/worlds/vault.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const refused = { code: 'vault-damaged' };
const passphrase = 'correct horse';

async function readyVault() {
  const opened = await openVault(testFolder(), noKeychain);
  await opened.vault.setPassphrase(passphrase);
  await opened.vault.put('key/1', Buffer.from('the user’s'), 'user');
  await opened.vault.put('key/2', Buffer.from('another of the user'), 'user');
  await opened.vault.put('key/demo', Buffer.from('the demo’s'), 'demo');
  const demoKey = Buffer.from(keyFileOf(opened.folder).demo ?? '', 'base64');
  return { ...opened, demoKey };
}

test.each([
  ['as format 1', 1, 'key/1'],
  ['as format 2', 2, placeOf('demo', 'key/1')],
  ['as format 2, said to be the user’s', 2, placeOf('user', 'key/1')],
])(
  'a key resealed under the demo’s plain key is not taken for the user’s: %s',
  async (_, format, associated) => {
    const { vault, database, demoKey } = await readyVault();
    const forged = sealedAs(format, demoKey, associated, Buffer.from('a stranger’s'));
    for (const protection of ['demo', 'user']) {
      await writeRow(database, 'key/1', protection, forged);
      await expect(vault.get('key/1', 'user')).rejects.toMatchObject(refused);
    }
    expect(text(await vault.get('key/2', 'user'))).toBe('another of the user');
  },
);

test('a secret of the demo is not the user’s by another word in its row, nor the other way round', async () => {
  const { vault, database } = await readyVault();
  await database.run({ sql: "UPDATE secrets SET protection = 'user' WHERE name = 'key/demo'" });
  await expect(vault.get('key/demo', 'user')).rejects.toMatchObject(refused);
  await database.run({ sql: "UPDATE secrets SET protection = 'demo' WHERE name = 'key/1'" });
  await expect(vault.get('key/1', 'demo')).rejects.toMatchObject(refused);
  await expect(vault.get('key/1', 'user')).rejects.toMatchObject(refused);
});

test('a secret is bound to its scope itself, not by its key alone', async () => {
  const opened = async (boundTo: string) => {
    const folder = testFolder();
    await writeVault(folder, 2, { passphrase }, { user: { 'key/1': 'one' }, boundTo });
    const { vault } = await openVault(folder, noKeychain);
    await vault.unlock(passphrase);
    return vault;
  };
  expect(text(await (await opened('user')).get('key/1', 'user'))).toBe('one');
  for (const other of ['demo', 'vault', '']) {
    await expect((await opened(other)).get('key/1', 'user')).rejects.toMatchObject(refused);
  }
});

test('each seal has a nonce of its own: what is sealed again is other bytes, whatever it is', async () => {
  const { vault, database } = await readyVault();
  const nonces = new Set<string>();
  const bodies = new Set<string>();
  for (let turn = 0; turn < 200; turn++) {
    await vault.put('key/1', Buffer.from('always the same'), 'user');
    const { sealed } = await rowOf(database, 'key/1');
    nonces.add(sealed.subarray(1, 13).toString('hex'));
    bodies.add(sealed.subarray(13).toString('hex'));
  }
  expect([nonces.size, bodies.size]).toEqual([200, 200]);
});

test('a sealed secret in the place of another, or altered by one bit, is refused', async () => {
  const { vault, database } = await readyVault();
  const { sealed: first } = await rowOf(database, 'key/1');
  const { sealed: second } = await rowOf(database, 'key/2');
  await writeRow(database, 'key/1', 'user', second);
  await writeRow(database, 'key/2', 'user', first);
  await expect(vault.get('key/1', 'user')).rejects.toMatchObject(refused);
  await expect(vault.get('key/2', 'user')).rejects.toMatchObject(refused);
  for (let at = 0; at < first.length; at += 1) {
    const altered = Buffer.from(first);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await writeRow(database, 'key/1', 'user', altered);
    await expect(vault.get('key/1', 'user')).rejects.toMatchObject(refused);
  }
  for (const length of [0, 1, 12, 28, first.length - 1]) {
    await writeRow(database, 'key/1', 'user', first.subarray(0, length));
    await expect(vault.get('key/1', 'user')).rejects.toMatchObject(refused);
  }
  await writeRow(database, 'key/1', 'user', first);
  expect(text(await vault.get('key/1', 'user'))).toBe('the user’s');
});

test('rows of the first format are sealed anew at the first unlock, none lost', async () => {
  const folder = testFolder();
  const kept = { 'key/1': 'one', 'session:a': 'two', 'api-key/x': '' };
  await writeVault(folder, 1, { passphrase }, { user: kept, demo: { 'key/demo': 'three' } });
  const opened = await openVault(folder, noKeychain);
  expect(opened.vault.state().state).toBe('locked');
  // The demo's key lies open, so its secrets need not wait.
  expect(text(await opened.vault.get('key/demo', 'demo'))).toBe('three');
  expect((await rowOf(opened.database, 'key/1')).sealed[0]).toBe(1);

  await opened.vault.unlock(passphrase);
  for (const [name, secret] of Object.entries(kept)) {
    expect(text(await opened.vault.get(name, 'user'))).toBe(secret);
    expect((await rowOf(opened.database, name)).sealed[0]).toBe(2);
  }
  const next = await reopenVault(opened, noKeychain);
  await next.vault.unlock(passphrase);
  expect(text(await next.vault.get('session:a', 'user'))).toBe('two');
});

test('under a keychain they are sealed anew at the first start', async () => {
  const folder = testFolder();
  const keychain = fakeKeychain();
  await writeVault(folder, 1, { keychain }, { user: { 'key/1': 'one' } });
  const opened = await openVault(folder, keychain);
  expect(text(await opened.vault.get('key/1', 'user'))).toBe('one');
  expect((await rowOf(opened.database, 'key/1')).sealed[0]).toBe(2);
  const next = await reopenVault(opened, keychain);
  expect(text(await next.vault.get('key/1', 'user'))).toBe('one');
});

test('a wrong passphrase changes nothing of the first format', async () => {
  const folder = testFolder();
  await writeVault(folder, 1, { passphrase }, { user: { 'key/1': 'one' } });
  const opened = await openVault(folder, noKeychain);
  await expect(opened.vault.unlock('wrong horse')).rejects.toMatchObject({
    code: 'vault-wrong-passphrase',
  });
  expect((await rowOf(opened.database, 'key/1')).sealed[0]).toBe(1);
  await opened.vault.unlock(passphrase);
  expect(text(await opened.vault.get('key/1', 'user'))).toBe('one');
});

test('a row that cannot be opened keeps none of the others from being sealed anew', async () => {
  const folder = testFolder();
  await writeVault(folder, 1, { passphrase }, { user: { a: 'one', b: 'two', c: 'three' } });
  const opened = await openVault(folder, noKeychain);
  const { sealed } = await rowOf(opened.database, 'b');
  await writeRow(opened.database, 'b', 'user', sealed.subarray(0, 20));
  await opened.vault.unlock(passphrase);
  expect(text(await opened.vault.get('a', 'user'))).toBe('one');
  await expect(opened.vault.get('b', 'user')).rejects.toMatchObject(refused);
  expect(text(await opened.vault.get('c', 'user'))).toBe('three');
});

test('a crash between the rows and the key file is made good at the next unlock', async () => {
  const folder = testFolder();
  await writeVault(folder, 1, { passphrase }, { user: { a: 'one' } });
  const before = join(testFolder(), 'vault.json');
  copyFileSync(join(folder, 'vault.json'), before);
  const opened = await openVault(folder, noKeychain);
  await opened.vault.unlock(passphrase);
  copyFileSync(before, join(folder, 'vault.json'));
  const next = await reopenVault(opened, noKeychain);
  await next.vault.unlock(passphrase);
  expect(text(await next.vault.get('a', 'user'))).toBe('one');
});

test.each([
  ['the key file of today', false],
  ['the key file of before put back too', true],
])('a row of the first format is not taken any more: %s', async (_, oldFile) => {
  const folder = testFolder();
  await writeVault(folder, 1, { passphrase }, { user: { a: 'one', b: 'two' } });
  const before = join(testFolder(), 'vault.json');
  copyFileSync(join(folder, 'vault.json'), before);
  const opened = await openVault(folder, noKeychain);
  const { sealed: old } = await rowOf(opened.database, 'a');
  await opened.vault.unlock(passphrase);
  await opened.vault.put('a', Buffer.from('renewed'), 'user');

  await writeRow(opened.database, 'a', 'user', old);
  await expect(opened.vault.get('a', 'user')).rejects.toMatchObject(refused);
  if (oldFile) copyFileSync(before, join(folder, 'vault.json'));
  else
    writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...keyFileOf(folder), version: 1 }));
  const next = await reopenVault(opened, noKeychain);
  await next.vault.unlock(passphrase);
  await expect(next.vault.get('a', 'user')).rejects.toMatchObject(refused);
  expect(text(await next.vault.get('b', 'user'))).toBe('two');
});
