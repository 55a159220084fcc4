import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backupParts } from '../../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { seeded } from '../../../support/files/seeded.ts';
import { rounds } from '../../../support/processes/rounds.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';
import { noteTotal } from '../../../support/totals.ts';
import {
  handOver,
  type Packed,
  pack,
  savedBackups,
  unpackAll,
} from '../../../support/worlds/backups.ts';
import { writeKeptAttachment } from '../../../support/worlds/kept-attachment.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { fakeKeychain, noKeychain, reopenVault } from '../../../support/worlds/vault.ts';

const passphrase = 'correct horse battery';
const parts = [...backupParts];
const secret = 'sk-an-api-key-that-must-not-leak-0123456789';

/** A folder in which a system, an API key and an attached file are kept. */
async function used(keychain = fakeKeychain()) {
  const { saved, saveStreamed } = savedBackups();
  const app = await startWholeApp({ keychain, saveStreamed });
  const addresses = {
    webApiUrl: 'https://api.invalid',
    authUrl: null,
    genaiUrl: 'https://genai.invalid',
  };
  const { id } = await app.call('systems.add', {
    name: 'Mine',
    ...addresses,
    authorities: [],
    certificateId: null,
  });
  const { id: keyId } = await app.call('genai.addKey', {
    systemId: id,
    name: 'Project',
    key: secret,
  });
  await app.call('settings.update', { theme: 'dark' });
  await app.close();
  const rest = '0'.repeat(62);
  const kept = { name: 'it', systemId: id, rest, content: 'attached' };
  const attached = writeKeptAttachment(app.folder, kept);
  return {
    ...{ saved, keyId, attached },
    app: await startWholeApp({ keychain, saveStreamed }, app.folder),
  };
}

async function reopened(folder: string) {
  const database = await startTestStorage(folder, 'compute-desk.sqlite');
  onTestFinished(database.close);
  return reopenVault({ folder, database }, noKeychain);
}

test('a backup has everything, and a fresh folder on a computer without that keychain has it again', async () => {
  const { app, saved, attached, keyId } = await used();
  await app.call('backups.make', { passphrase, parts });
  const [file] = saved;
  if (file === undefined) throw new Error('nothing was saved');
  expect(file).toMatchObject({
    name: expect.stringMatching(/^compute-desk-.*\.backup$/),
  });
  for (const text of [secret, 'Mine', 'attached', 'SQLite format']) {
    expect(file.bytes.includes(text)).toBe(false);
  }
  expect(readdirSync(join(app.folder, 'backups'))).toEqual([]);

  const fresh = await startWholeApp({ keychain: noKeychain });
  await handOver(fresh, file.bytes);
  await fresh.call('backups.restore', { passphrase, parts });
  expect(await fresh.call('systems.snapshot', undefined)).toMatchObject({ systems: [] });
  await fresh.close();

  const again = await startWholeApp({ keychain: noKeychain }, fresh.folder);
  expect(await again.call('systems.snapshot', undefined)).toMatchObject({
    systems: [{ name: 'Mine' }],
  });
  expect(await again.call('settings.snapshot', undefined)).toMatchObject({ theme: 'dark' });
  expect(readFileSync(join(again.folder, attached), 'utf8')).toBe('attached');
  expect(statSync(join(again.folder, 'vault.json')).mode & 0o077).toBe(0);
  // what was there is kept aside, and nothing waits any more
  expect(readdirSync(join(again.folder, 'replaced'))).toHaveLength(1);
  expect(readdirSync(again.folder).filter((name) => name.startsWith('restore-'))).toEqual([]);
  expect(await again.call('vault.snapshot', undefined)).toMatchObject({
    state: 'locked',
    protection: 'passphrase',
  });
  expect(await again.call('vault.unlock', { passphrase })).toMatchObject({ state: 'ready' });
  await again.close();
  // and what was sealed by the other computer's keychain opens
  const { vault } = await reopened(again.folder);
  await vault.unlock(passphrase);
  expect(Buffer.from(await vault.get(`api-key/${keyId}`, 'user')).toString()).toBe(secret);
}, 120_000);

test('a restore that is taken back, of a wrong passphrase, damaged or foreign changes nothing', async () => {
  const { app, saved } = await used();
  await app.call('backups.make', { passphrase, parts });
  const bytes = saved[0]?.bytes ?? new Uint8Array();
  const refused = async (file: Uint8Array, typed = passphrase) => {
    await handOver(app, file);
    return (await app.failure('backups.restore', { passphrase: typed, parts })).code;
  };
  const before = readdirSync(app.folder).sort();
  expect(await refused(bytes, 'another passphrase')).toBe('backup-wrong-passphrase');
  // what was handed over stays for another passphrase
  expect(await app.call('backups.look', { passphrase })).toMatchObject({ parts });
  expect(await refused(new Uint8Array())).toBe('backup-foreign');
  expect(await refused(bytes.subarray(0, bytes.length - 1))).toMatch(/^backup-/);
  expect(await refused(Buffer.from('no backup'))).toBe('backup-foreign');
  const outside = await pack([{ path: '../outside', bytes: Buffer.from('x') }], passphrase);
  expect(await refused(outside)).toBe('backup-damaged');
  const newer: Packed[] = [
    { path: 'compute-desk.sqlite', bytes: Buffer.from('not a database') },
    { path: 'vault.json', bytes: Buffer.from('{"version":2,"user":null,"demo":null}') },
  ];
  expect(await refused(await pack(newer, passphrase))).toBe('backup-damaged');
  expect(readdirSync(app.folder).sort()).toEqual(before);
  expect(existsSync(join(app.folder, '..', 'outside'))).toBe(false);

  await handOver(app, bytes);
  await app.call('backups.restore', { passphrase, parts });
  await app.call('backups.forget', undefined);
  expect(readdirSync(app.folder).sort()).toEqual(before);
}, 120_000);

test('a file is one only as it was made: no byte, no piece and no order of it can be another', async () => {
  const random = seeded(14);
  const entries: Packed[] = [
    { path: 'compute-desk.sqlite', bytes: Buffer.alloc(150_000, 7) },
    { path: 'vault.json', bytes: Buffer.alloc(0) },
  ];
  const file = await pack(entries, passphrase);
  expect(await unpackAll(file, passphrase)).toEqual(entries);
  const start = file.indexOf('\n', file.indexOf('\n') + 1) + 1;
  const piece = 64 * 1024 + 16;
  const changes = [
    Buffer.concat([file, Buffer.of(0)]),
    Buffer.concat([file.subarray(0, start), file.subarray(start + piece)]),
    Buffer.concat([file.subarray(0, start + piece), file.subarray(start)]),
    Buffer.concat([
      file.subarray(0, start),
      file.subarray(start + piece, start + 2 * piece),
      file.subarray(start, start + piece),
      file.subarray(start + 2 * piece),
    ]),
    file.subarray(0, start + 2 * piece),
    ...Array.from({ length: rounds(20, 500) }, () =>
      file.subarray(0, Math.floor(random() * file.length)),
    ),
    ...Array.from({ length: rounds(20, 500) }, () => {
      const changed = Buffer.from(file);
      const at = Math.floor(random() * file.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      return changed;
    }),
  ];
  for (const changed of changes) {
    await expect(unpackAll(changed, passphrase)).rejects.toMatchObject({
      code: expect.stringMatching(/^(backup-(cut|damaged|foreign|wrong-passphrase)|data-newer)$/),
    });
  }
  noteTotal({ what: 'damages of a backup', tried: changes.length, found: 'all refused' });
}, 300_000);

test('a start that was cut off in the middle of a restore goes on with it', async () => {
  const { app, saved } = await used();
  await app.call('backups.make', { passphrase, parts });
  const fresh = await startWholeApp({ keychain: noKeychain }, testFolder());
  await handOver(fresh, saved[0]?.bytes ?? new Uint8Array());
  await fresh.call('backups.restore', { passphrase, parts });
  await fresh.close();
  // as if the first part had been put in its place already
  const waiting = readdirSync(fresh.folder).find((name) => name.startsWith('restore-')) ?? '';
  renameSync(join(fresh.folder, waiting, 'attachments'), join(fresh.folder, 'attachments'));
  const again = await startWholeApp({ keychain: noKeychain }, fresh.folder);
  expect(await again.call('systems.snapshot', undefined)).toMatchObject({
    systems: [{ name: 'Mine' }],
  });
}, 120_000);
