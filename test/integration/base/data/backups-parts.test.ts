import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  type BackupPart,
  backupParts,
  noRestoreChoices,
} from '../../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startWholeApp, type WholeApp } from '../../../support/processes/whole-app.ts';
import { handOver, savedBackups, unpackAll } from '../../../support/worlds/backups.ts';
import { writeKeptAttachment } from '../../../support/worlds/kept-attachment.ts';
import { fakeKeychain, noKeychain } from '../../../support/worlds/vault.ts';

const passphrase = 'correct horse battery';
const secret = 'sk-an-api-key-that-must-not-leak-0123456789';
const database = 'compute-desk.sqlite';

/** A folder with a system, a prompt, a key, a conversation with a file, and a day of a machine. */
async function used(name: string, keychain = fakeKeychain()) {
  const { saved, saveStreamed } = savedBackups();
  const app = await startWholeApp({ keychain, saveStreamed });
  const addresses = { webApiUrl: 'https://api.invalid', authUrl: null };
  const { id } = await app.call('systems.add', {
    ...{ name, ...addresses, genaiUrl: 'https://genai.invalid' },
    ...{ authorities: [], certificateId: null },
  });
  await app.call('genai.addKey', { systemId: id, name: `key of ${name}`, key: secret });
  await app.call('settings.update', { theme: 'dark' });
  await app.close();
  const rest = `${name.length}`.repeat(62);
  writeKeptAttachment(app.folder, { name, systemId: id, rest, content: `file of ${name}` });
  const db = new DatabaseSync(join(app.folder, database));
  const at = '2026-11-23T08:00:00.000Z';
  db.prepare('INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?)').run(name, name, 'text', '', '[]', at);
  db.prepare(
    `INSERT INTO usage_ledger VALUES (?, 'k', 'k', ?, '2026-11-23', 1, 0, 1, 1, null, null)`,
  ).run(id, `model of ${name}`);
  db.prepare(`INSERT INTO jobs VALUES (1, ?, 'cpu', ?, '{}', '[]', '{}', '{}', 0, 0, 0, 1, 1)`).run(
    id,
    `job of ${name}`,
  );
  db.prepare(
    `INSERT INTO job_submissions VALUES (?, ?, '{}', NULL, 0, 'accepted', '7', NULL, 0, NULL)`,
  ).run(`sent by ${name}`, id);
  db.close();
  const again = await startWholeApp({ keychain, saveStreamed }, app.folder);
  return { app: again, saved, id };
}

async function backupOf(app: WholeApp, saved: readonly { bytes: Buffer }[], parts: BackupPart[]) {
  await app.call('backups.make', { passphrase, parts });
  const file = saved.at(-1)?.bytes;
  if (file === undefined) throw new Error('nothing was saved');
  return file;
}

/** What a data folder has, part by part. */
function held(folder: string) {
  const db = new DatabaseSync(join(folder, database));
  const all = (sql: string) => db.prepare(sql).all().flatMap(Object.values).sort();
  const found = {
    systems: all('SELECT name FROM systems'),
    prompts: all('SELECT name FROM prompts'),
    conversations: all('SELECT title FROM conversations'),
    messages: all('SELECT content FROM messages'),
    history: all('SELECT model FROM usage_ledger'),
    jobs: all('SELECT job_id FROM jobs UNION SELECT id FROM job_submissions'),
    keys: all('SELECT name FROM api_keys'),
    secrets: all(`SELECT count(*) FROM secrets WHERE name LIKE 'api-key/%'`),
    sound: all('PRAGMA integrity_check'),
    foreign: all('PRAGMA foreign_key_check'),
  };
  db.close();
  return found;
}

test.each(backupParts)('a backup of the part %s has nothing of the others', async (part) => {
  const { app, saved } = await used('mine');
  const packed = await unpackAll(await backupOf(app, saved, [part]), passphrase);
  const of = (path: string) => packed.find((one) => one.path === path)?.bytes;
  const folder = testFolder();
  writeFileSync(join(folder, database), of(database) ?? '');
  const found = held(folder);
  const only = (wanted: BackupPart, value: unknown[]) => (part === wanted ? value : []);
  expect(found).toMatchObject({
    prompts: only('systems', ['mine']),
    conversations: only('conversations', ['about mine']),
    history: only('history', ['model of mine']),
    jobs: only('history', ['job of mine', 'sent by mine']),
    keys: only('keys', ['key of mine']),
    secrets: [part === 'keys' ? 1 : 0],
    ...{ sound: ['ok'], foreign: [] },
  });
  expect(of('vault.json') !== undefined).toBe(part === 'keys');
  expect(of('settings.json') !== undefined).toBe(part === 'systems');
  expect(packed.some(({ path }) => path.startsWith('attachments/'))).toBe(part === 'conversations');
  // not even what the search had made of them
  const text = Buffer.from(of(database) ?? '').toString('latin1');
  expect(text.includes('words of mine')).toBe(part === 'conversations');
});

test('one part is restored into a folder in use: the others stay as they are', async () => {
  const { app, saved } = await used('mine');
  const file = await backupOf(app, saved, [...backupParts]);
  const { app: other } = await used('theirs');
  await handOver(other, file);
  expect(await other.call('backups.look', { passphrase })).toEqual({
    madeAt: expect.stringMatching(/^20/),
    parts: [...backupParts],
  });
  const wrong = await other.failure('backups.look', { passphrase: 'another one' });
  expect(wrong.code).toBe('backup-wrong-passphrase');
  await other.call('backups.restore', { passphrase, parts: ['conversations'] });
  expect(await other.call('backups.snapshot', undefined)).toMatchObject({ restores: true });
  // what is written after a restore was laid down is kept too
  await other.call('prompts.save', { id: null, name: 'later', text: 'x', folder: '', tags: [] });
  await other.close();
  const again = await startWholeApp({ keychain: fakeKeychain() }, other.folder);
  expect(await again.call('backups.snapshot', undefined)).toMatchObject({ restores: false });
  await again.close();
  expect(held(other.folder)).toEqual({
    systems: ['mine', 'theirs'],
    prompts: ['later', 'theirs'],
    conversations: ['about mine'],
    messages: ['words of mine'],
    history: ['model of theirs'],
    jobs: ['job of theirs', 'sent by theirs'],
    keys: ['key of theirs'],
    secrets: [1],
    ...{ sound: ['ok'], foreign: [] },
  });
  const [time = ''] = readdirSync(join(other.folder, 'replaced'));
  const before = held(join(other.folder, 'replaced', time));
  expect(before).toMatchObject({ conversations: ['about theirs'], prompts: ['later', 'theirs'] });
});

test('systems come beside those that are here, and keys in their place', async () => {
  const { app, saved } = await used('mine');
  const file = await backupOf(app, saved, ['systems', 'keys']);
  const { app: other } = await used('theirs');
  await handOver(other, file);
  expect((await other.call('backups.look', { passphrase })).parts).toEqual(['systems', 'keys']);
  const none = await other.failure('backups.restore', { passphrase, parts: ['history'] });
  expect(none.code).toBe('backup-damaged');
  await handOver(other, file);
  const taken = { ...noRestoreChoices, vaultKey: true };
  await other.call('backups.restore', { passphrase, parts: ['systems', 'keys', 'history'], taken });
  await other.close();
  const again = await startWholeApp({ keychain: noKeychain }, other.folder);
  expect(await again.call('vault.unlock', { passphrase })).toMatchObject({ state: 'ready' });
  await again.close();
  expect(held(other.folder)).toMatchObject({
    ...{ systems: ['mine', 'theirs'], prompts: ['mine', 'theirs'] },
    ...{ conversations: ['about theirs'], history: ['model of theirs'], keys: ['key of mine'] },
    ...{ sound: ['ok'], foreign: [] },
  });
});

test('a start that was cut off while parts were put in their place goes on', async () => {
  const { app, saved } = await used('mine');
  const file = await backupOf(app, saved, [...backupParts]);
  const { app: other } = await used('theirs');
  await handOver(other, file);
  await other.call('backups.restore', { passphrase, parts: ['conversations', 'history'] });
  await other.close();
  const waiting = readdirSync(other.folder).find((name) => name.startsWith('restore-')) ?? '';
  // what the merge leaves half
  writeFileSync(join(other.folder, waiting, 'merging'), 'half');
  mkdirSync(join(other.folder, 'replaced', waiting.slice('restore-'.length)), { recursive: true });
  renameSync(
    join(other.folder, 'attachments'),
    join(other.folder, 'replaced', waiting.slice('restore-'.length), 'attachments'),
  );
  const again = await startWholeApp({ keychain: fakeKeychain() }, other.folder);
  await again.close();
  expect(held(other.folder)).toMatchObject({
    ...{ conversations: ['about mine'], history: ['model of mine'], keys: ['key of theirs'] },
    jobs: ['job of mine', 'sent by mine'],
    ...{ prompts: ['theirs'], sound: ['ok'], foreign: [] },
  });
  const files = readdirSync(join(other.folder, 'attachments', 'ab'));
  const [only = ''] = files;
  expect(files).toHaveLength(1);
  const read = readFileSync(join(other.folder, 'attachments', 'ab', only), 'utf8');
  expect(read).toBe('file of mine');
});

test('a second start while the first runs restores nothing, and takes nothing away from it', async () => {
  const { app, saved } = await used('mine');
  const file = await backupOf(app, saved, [...backupParts]);
  await handOver(app, file);
  await app.call('backups.restore', { passphrase, parts: [...backupParts] });
  await expect(startWholeApp({ keychain: fakeKeychain() }, app.folder)).rejects.toMatchObject({
    code: 'data-folder-in-use',
  });
  expect(readdirSync(app.folder)).toContain(database);
  expect(readdirSync(app.folder).filter((name) => name.startsWith('restore-'))).toHaveLength(1);
});
