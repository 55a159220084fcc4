import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type BackupPart, backupParts } from '../../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startWholeApp, type WholeApp } from '../../../support/processes/whole-app.ts';
import { handOver, pack, savedBackups, unpackAll } from '../../../support/worlds/backups.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { testProgram } from '../../../support/worlds/tool-servers.ts';
import { fakeKeychain, noKeychain, reopenVault } from '../../../support/worlds/vault.ts';

const passphrase = 'correct horse battery';
const ours = `https://updates.example/#sha256=${'a'.repeat(64)}`;
const theirs = `https://evil.example/#sha256=${'b'.repeat(64)}`;
const key = 'sk-an-api-key-of-the-backup-0123456789';

/** An app with a system, an API key and an update feed. */
async function used() {
  const keychain = fakeKeychain();
  const { saved, saveStreamed } = savedBackups();
  const app = await startWholeApp({ keychain, saveStreamed });
  const { id } = await app.call('systems.add', {
    ...{ name: 'Mine', webApiUrl: 'https://api.example', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  await app.call('genai.addKey', { systemId: id, name: 'Project', key });
  await app.call('updates.set', { feed: ours });
  return { app, id, saved, keychain, saveStreamed };
}

/** The backup of that app as somebody else made another of it: their feed and folder, their addresses. */
async function tampered(bytes: Uint8Array, change = '') {
  const files = await unpackAll(bytes, passphrase);
  const place = join(testFolder(), 'compute-desk.sqlite');
  const changed = files.map(({ path, bytes: content }) => {
    if (path === 'settings.json') {
      const settings = JSON.parse(Buffer.from(content).toString('utf8')) as object;
      const backups = { folder: '/srv/evil', lastAt: null };
      const updates = { feed: theirs, daily: true };
      const settled = { ...settings, backups, updates, settings: { theme: 'dark', language: 7 } };
      return { path, bytes: Buffer.from(JSON.stringify(settled)) };
    }
    if (path !== 'compute-desk.sqlite') return { path, bytes: content };
    return { path, bytes: rewritten(place, content, change) };
  });
  return pack(changed, passphrase);
}

function rewritten(place: string, content: Uint8Array, change: string): Buffer {
  const file = `${place}.changed`;
  writeFileSync(file, content);
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = MEMORY;
    UPDATE systems SET web_api_url = 'https://evil.example'; ${change}`);
  db.close();
  return readFileSync(file);
}

async function restart(app: WholeApp, host: Parameters<typeof startWholeApp>[0]) {
  await app.close();
  return startWholeApp(host, app.folder);
}

test.each<[string, BackupPart[]]>([
  ['all of it', [...backupParts]],
  ['systems and settings alone', ['systems']],
])(
  'somebody else’s backup (%s) leaves feed, folder, addresses and key as they are here',
  async (_, parts) => {
    const { app, id, saved, keychain, saveStreamed } = await used();
    await app.call('backups.make', { passphrase, parts: [...backupParts] });
    const file = await tampered(saved[0]?.bytes ?? new Uint8Array());
    await handOver(app, file);
    const found = await app.call('backups.compare', { passphrase, parts });
    expect(found.updateFeed).toEqual({ here: ours, there: theirs });
    expect(found.systems).toEqual([
      {
        id,
        name: 'Mine',
        fields: [{ field: 'webApi', here: 'https://api.example', there: 'https://evil.example' }],
      },
    ]);
    expect(found.vaultKey).toBe(parts.includes('keys') ? 'same' : 'none');
    await app.call('backups.restore', { passphrase, parts });
    const again = await restart(app, { keychain, saveStreamed });
    const { systems } = await again.call('systems.snapshot', undefined);
    expect(systems).toMatchObject([{ id, webApiUrl: 'https://api.example' }]);
    expect(await again.call('updates.snapshot', undefined)).toMatchObject({ feed: ours });
    expect(await again.call('backups.snapshot', undefined)).toMatchObject({ folder: null });
    expect(await again.call('settings.snapshot', undefined)).toMatchObject({ theme: 'dark' });
    expect(await again.call('vault.snapshot', undefined)).toMatchObject({ protection: 'keychain' });
  },
);

test.each<[string, (bytes: Buffer) => Buffer, object]>([
  [
    'of another kind',
    () => Buffer.from('PK\u0003\u0004 a ZIP'),
    { code: 'backup-foreign', details: { found: 'ZIP' } },
  ],
  [
    'that is empty',
    () => Buffer.alloc(0),
    { code: 'backup-foreign', details: { found: '0 bytes' } },
  ],
  [
    'of a later version',
    (bytes) => Buffer.concat([Buffer.from('compute-desk-backup 2\n'), bytes.subarray(22)]),
    { code: 'data-newer', details: { found: 2, known: 1 } },
  ],
  ['that is cut off', (bytes) => bytes.subarray(0, bytes.length - 1000), { code: 'backup-cut' }],
  [
    'that is cut off in its head',
    (bytes) => bytes.subarray(0, 40),
    { code: 'backup-cut', details: { at: 40 } },
  ],
  [
    'that is damaged in its middle',
    (bytes) =>
      Buffer.concat([bytes.subarray(0, 100_000), Buffer.from('????'), bytes.subarray(100_004)]),
    { code: 'backup-damaged' },
  ],
  [
    'that is damaged in its first piece',
    (bytes) => Buffer.concat([bytes.subarray(0, 1000), Buffer.from('????'), bytes.subarray(1004)]),
    { code: 'backup-damaged' },
  ],
])('a file %s is told as what it is', async (_, spoil, expected) => {
  const { app, saved } = await used();
  await app.call('backups.make', { passphrase, parts: [...backupParts] });
  await handOver(app, spoil(saved[0]?.bytes ?? Buffer.alloc(0)));
  const parts = [...backupParts];
  expect(await app.failure('backups.compare', { passphrase, parts })).toMatchObject(expected);
});

test('servers of tools come switched off, and nothing of theirs is allowed without a question', async () => {
  const { app, saved, keychain, saveStreamed } = await used();
  const target = testProgram();
  const { id } = await app.call('toolServers.add', { name: 'Test', systemId: null, target });
  await app.call('toolServers.start', { id });
  const tools = await app.call('tools.snapshot', undefined);
  const { name = '', fingerprint = '' } = tools.find(({ ownName }) => ownName === 'echo') ?? {};
  await app.call('tools.setApproval', { name, fingerprint, approval: 'always' });
  await app.call('backups.make', { passphrase, parts: [...backupParts] });
  await handOver(app, saved[0]?.bytes ?? new Uint8Array());
  await app.call('backups.restore', { passphrase, parts: [...backupParts] });
  const again = await restart(app, { keychain, saveStreamed });
  expect(await again.call('toolServers.snapshot', undefined)).toMatchObject([
    { id, name: 'Test', state: 'off' },
  ]);
  await again.call('toolServers.start', { id });
  expect(await again.call('tools.snapshot', undefined)).toContainEqual(
    expect.objectContaining({ name, approval: 'ask', before: null }),
  );
});

test('what is ticked is taken over', async () => {
  const { app, id, saved, keychain, saveStreamed } = await used();
  await app.call('backups.make', { passphrase, parts: [...backupParts] });
  await handOver(app, await tampered(saved[0]?.bytes ?? new Uint8Array()));
  const taken = { systems: [id], updateFeed: true, backupFolder: false, vaultKey: false };
  await app.call('backups.restore', { passphrase, parts: ['systems'], taken });
  const again = await restart(app, { keychain, saveStreamed });
  const { systems } = await again.call('systems.snapshot', undefined);
  expect(systems).toMatchObject([{ id, webApiUrl: 'https://evil.example' }]);
  expect(await again.call('updates.snapshot', undefined)).toMatchObject({ feed: theirs });
});

test('keys of another computer are sealed under the key of here, which stays', async () => {
  const { app, id, saved } = await used();
  await app.call('backups.make', { passphrase, parts: [...backupParts] });
  const file = saved[0]?.bytes ?? new Uint8Array();
  const keychain = fakeKeychain();
  const other = await startWholeApp({ keychain });
  const { id: otherId } = await other.call('systems.add', {
    ...{ name: 'Other', webApiUrl: 'https://other.example', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  await other.call('genai.addKey', { systemId: otherId, name: 'Own', key: `${key}-own` });
  const own = readFileSync(join(other.folder, 'vault.json'), 'utf8');
  await handOver(other, file);
  const found = await other.call('backups.compare', { passphrase, parts: [...backupParts] });
  expect(found.vaultKey).toBe('open');
  await other.call('backups.restore', { passphrase, parts: [...backupParts] });
  const again = await restart(other, { keychain });
  expect(JSON.parse(readFileSync(join(again.folder, 'vault.json'), 'utf8')).user).toEqual(
    JSON.parse(own).user,
  );
  expect(await again.call('vault.snapshot', undefined)).toMatchObject({ state: 'ready' });
  const [kept] = (await again.call('genai.snapshot', { systemId: id })).keys;
  expect(kept).toMatchObject({ name: 'Project', protection: 'keychain' });
  await again.close();
  const database = await startTestStorage(again.folder, 'compute-desk.sqlite');
  onTestFinished(database.close);
  const { vault } = await reopenVault({ folder: again.folder, database }, keychain);
  expect(Buffer.from(await vault.get(`api-key/${kept?.id}`, 'user')).toString()).toBe(key);
});

test('values that nobody could type are taken away, and told', async () => {
  const { app, saved } = await used();
  await app.call('backups.make', { passphrase, parts: [...backupParts] });
  const change = `UPDATE systems SET web_api_url = 'http://user:word@evil.example/?x',
    authorities = '[{"subject":"CN=Mine","notAfter":"2030-01-01T00:00:00.000Z","fingerprint":"${'a'.repeat(64)}","pem":"none"}]'`;
  const file = await tampered(saved[0]?.bytes ?? new Uint8Array(), change);
  const fresh = await startWholeApp({ keychain: noKeychain });
  await handOver(fresh, file);
  const parts: BackupPart[] = ['systems'];
  const found = await fresh.call('backups.compare', { passphrase, parts });
  expect(found.refused).toEqual([
    { system: 'Mine', field: 'webApi' },
    { system: 'Mine', field: 'authorities' },
  ]);
  await fresh.call('backups.restore', { passphrase, parts });
  const again = await restart(fresh, { keychain: noKeychain });
  expect((await again.call('systems.snapshot', undefined)).systems).toMatchObject([
    { name: 'Mine', webApiUrl: '', authorities: [] },
  ]);
});

test('what a restore replaced is named, and can be put back', async () => {
  const { app, id, saved, keychain, saveStreamed } = await used();
  await app.call('backups.make', { passphrase, parts: [...backupParts] });
  await app.call('systems.update', { id, name: 'Later' });
  await handOver(app, saved[0]?.bytes ?? new Uint8Array());
  await app.call('backups.restore', { passphrase, parts: [...backupParts] });
  const restored = await restart(app, { keychain, saveStreamed });
  expect((await restored.call('systems.snapshot', undefined)).systems[0]?.name).toBe('Mine');
  const { replaced } = await restored.call('backups.snapshot', undefined);
  expect(replaced?.path).toContain(join(restored.folder, 'replaced'));
  await restored.call('backups.putBack', undefined);
  expect(await restored.call('backups.snapshot', undefined)).toMatchObject({ restores: true });
  await restored.call('backups.forget', undefined);
  expect((await restored.call('backups.snapshot', undefined)).replaced).toEqual(replaced);
  await restored.call('backups.putBack', undefined);
  const back = await restart(restored, { keychain, saveStreamed });
  expect((await back.call('systems.snapshot', undefined)).systems[0]?.name).toBe('Later');
});
