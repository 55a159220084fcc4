import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectWorker } from '../../../../main/base/workers/connect.ts';
import { createBackups } from '../../../../main/settings/backups/index.ts';
import { backupParts } from '../../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { smallDisk, whyNoSmallDisk } from '../../../support/processes/small-disk.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';
import { unpackAll } from '../../../support/worlds/backups.ts';
import { behindTheDoor } from '../../../support/worlds/door.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import {
  fakeKeychain,
  noKeychain,
  reopenVault,
  smallestCost,
} from '../../../support/worlds/vault.ts';
import { recordEvents, recordLog } from '../../../support/worlds/world.ts';

const passphrase = 'correct horse battery';
const window = { id: 'window' };
const day = 86_400_000;

/** Backups of a real data folder, by a clock that the test sets. */
async function daily(options: { data?: string; keychain?: typeof noKeychain } = {}) {
  const { data = testFolder(), keychain = fakeKeychain() } = options;
  const storage = await startTestStorage(data, 'compute-desk.sqlite');
  onTestFinished(storage.close);
  const { vault } = await reopenVault({ folder: data, database: storage }, keychain);
  const kept = new Map<string, unknown>();
  const settings = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, value),
  };
  const clock = { now: Date.parse('2026-11-01T08:00:00Z') };
  const [events, log] = [recordEvents(), recordLog()];
  const made = createBackups({
    ...{ database: storage, vault, settings, log, emit: events.emit, paths: { data } },
    ...{ now: () => new Date(clock.now), cost: smallestCost },
    saveStreamed: () => Promise.reject(new Error('nothing is saved')),
    startStorage: () => connectWorker({} as never),
  });
  onTestFinished(made.close);
  const { calls } = behindTheDoor('backups', made, log);
  const target = testFolder();
  return {
    ...{ data, target, clock, events, log, vault, kept, made },
    backups: (folder = target) => readdirSync(folder).filter((name) => name.endsWith('.backup')),
    start: (folder = target) => calls.schedule({ folder, passphrase }, window),
    now: () => calls.makeScheduled(undefined, window),
    state: () => calls.snapshot(undefined, window),
    stop: () => calls.unschedule(undefined, window),
    due: () => made.check(),
  };
}

test('one is made at once, and restores into a fresh folder on a computer without that keychain', async () => {
  const target = testFolder();
  const first = await startWholeApp({ keychain: fakeKeychain() });
  await first.call('systems.add', {
    ...{ name: 'Mine', webApiUrl: 'https://api.invalid', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  const state = await first.call('backups.schedule', { folder: target, passphrase });
  expect(state).toMatchObject({ folder: target, problem: null, waits: false });
  const [name = ''] = readdirSync(target).filter((one) => one.endsWith('.backup'));
  const bytes = readFileSync(join(target, name));
  for (const text of ['Mine', passphrase]) expect(bytes.includes(text)).toBe(false);
  await first.close();

  const fresh = await startWholeApp({ keychain: noKeychain });
  await fresh.call('backups.take', { first: true, bytes });
  await fresh.call('backups.restore', { passphrase, parts: [...backupParts] });
  await fresh.close();
  const again = await startWholeApp({ keychain: noKeychain }, fresh.folder);
  expect(await again.call('systems.snapshot', undefined)).toMatchObject({
    systems: [{ name: 'Mine' }],
  });
  expect(await again.call('vault.unlock', { passphrase })).toMatchObject({ state: 'ready' });
}, 120_000);

test('one a day: none before, and those that are not needed go', async () => {
  const desk = await daily();
  await desk.start();
  desk.clock.now += day - 1;
  await desk.due();
  expect(desk.backups()).toHaveLength(1);
  for (let days = 0; days < 40; days += 1) {
    desk.clock.now += day;
    await desk.due();
  }
  expect(desk.backups()).toHaveLength(7 + 3 - (new Date(desk.clock.now).getUTCDay() === 0 ? 0 : 1));
  await desk.stop();
  desk.clock.now += 2 * day;
  await desk.due();
  expect((await desk.state()).folder).toBeNull();
  expect(desk.backups().length).toBeGreaterThan(7);
}, 120_000);

test('a folder that is gone is said once and tried again; what was there stays', async () => {
  const desk = await daily();
  await desk.start();
  const before = desk.backups();
  renameSync(desk.target, `${desk.target}-away`);
  for (let hours = 24; hours < 28; hours += 1) {
    desk.clock.now += hours === 24 ? day : 3_600_000;
    await desk.due();
  }
  expect((await desk.state()).problem).toMatchObject({ code: 'backup-folder-gone' });
  expect(desk.log.text().split('backup-not-made')).toHaveLength(2);
  // the empty place where a drive is mounted is not the drive
  mkdirSync(desk.target);
  await desk.due();
  expect((await desk.state()).problem).toMatchObject({ code: 'backup-folder-gone' });
  expect(readdirSync(desk.target)).toEqual([]);
  rmSync(desk.target, { recursive: true });
  renameSync(`${desk.target}-away`, desk.target);
  await desk.due();
  expect((await desk.state()).problem).toBeNull();
  expect(desk.backups()).toEqual(expect.arrayContaining(before));
  expect(desk.backups()).toHaveLength(2);
});

test.runIf(process.getuid?.() !== 0 && process.platform !== 'win32')(
  'one that may not be written to is said, and so it is when it is chosen',
  async () => {
    const desk = await daily();
    await desk.start();
    chmodSync(desk.target, 0o555);
    expect((await desk.now()).problem).toMatchObject({ code: 'backup-folder-read-only' });
    const other = testFolder();
    chmodSync(other, 0o555);
    await expect(desk.start(other)).rejects.toMatchObject({ code: 'backup-folder-read-only' });
    chmodSync(desk.target, 0o755);
    chmodSync(other, 0o755);
  },
);

const noDisk = whyNoSmallDisk();
if (noDisk !== null) console.log(`skipped: a full folder of backups (${noDisk})`);

test.skipIf(noDisk !== null)(
  'one that is full is said, nothing in it is lost, and there is one again when there is room',
  async () => {
    const disk = smallDisk(8);
    const desk = await daily();
    await desk.start(disk.folder);
    const before = desk.backups(disk.folder);
    desk.clock.now += day;
    disk.fill();
    await desk.due();
    expect((await desk.state()).problem).toMatchObject({ code: 'backup-folder-full' });
    expect(desk.backups(disk.folder)).toEqual(before);
    expect(readdirSync(disk.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    disk.empty();
    await desk.due();
    expect((await desk.state()).problem).toBeNull();
    expect(desk.backups(disk.folder)).toHaveLength(2);
  },
);

test('a clock that is set back by a year makes one, then one a day as ever, and takes nothing away', async () => {
  const desk = await daily();
  await desk.start();
  desk.clock.now += day;
  await desk.due();
  const before = desk.backups();
  desk.clock.now -= 365 * day;
  await desk.due();
  await desk.due();
  expect(desk.backups()).toEqual(expect.arrayContaining(before));
  expect(desk.backups()).toHaveLength(3);
  // looked at every hour of two days, and with the clock right again
  for (let hours = 0; hours < 48; hours += 1) {
    desk.clock.now += 3_600_000;
    await desk.due();
  }
  expect(desk.backups()).toHaveLength(5);
  desk.clock.now += 364 * day;
  for (let looks = 0; looks < 3; looks += 1) await desk.due();
  expect(desk.backups()).toEqual(expect.arrayContaining(before));
  expect(desk.backups()).toHaveLength(6);
});

test('two apps in one folder leave each other’s alone', async () => {
  const [one, other] = [await daily(), await daily()];
  await one.start();
  await other.start(one.target);
  for (let days = 0; days < 12; days += 1) {
    one.clock.now += day;
    other.clock.now += day;
    await Promise.all([one.due(), other.due()]);
  }
  const ids = one.backups().map((name) => name.slice(13, 21));
  const [first = '', ...rest] = [...new Set(ids)];
  expect(rest).toHaveLength(1);
  const count = (id: string) => ids.filter((one_) => one_ === id).length;
  expect(count(first)).toBe(count(rest[0] ?? ''));
  expect(count(first)).toBeGreaterThanOrEqual(7);
}, 120_000);

test('while the vault is locked it waits, and is made when it opens', async () => {
  const desk = await daily({ keychain: noKeychain });
  await desk.vault.setPassphrase('of the vault');
  await desk.start();
  desk.vault.lock();
  desk.clock.now += day;
  await desk.due();
  expect(await desk.state()).toMatchObject({ waits: true, problem: null });
  expect(desk.backups()).toHaveLength(1);
  await desk.vault.unlock('of the vault');
  await desk.due();
  expect(desk.backups()).toHaveLength(2);
});

test('a half that a crash left goes with the next; strange files stay', async () => {
  const desk = await daily();
  await desk.start();
  const [name = ''] = desk.backups();
  writeFileSync(join(desk.target, `${name}.0123456789ab.tmp`), 'half');
  writeFileSync(join(desk.target, 'mine.tmp'), 'mine');
  desk.clock.now += day;
  await desk.due();
  expect(readdirSync(desk.target).filter((one) => one.endsWith('.tmp'))).toEqual(['mine.tmp']);
  const entries = await unpackAll(readFileSync(join(desk.target, name)), passphrase);
  expect(entries.map(({ path }) => path)).toEqual([
    'backup.json',
    'vault.json',
    'compute-desk.sqlite',
  ]);
});

test.each([
  ['relative', () => 'backups'],
  ['a server', () => '//server.example/share'],
  ['a server of Windows', () => '\\\\server.example\\share'],
  ['the data folder', (data: string) => data],
  ['below the data folder', (data: string) => join(data, 'backups')],
])('a folder that is %s is refused', async (_, folderOf) => {
  const desk = await daily();
  await expect(desk.start(folderOf(desk.data))).rejects.toMatchObject({
    code: 'backup-folder-refused',
  });
  expect((await desk.state()).folder).toBeNull();
  expect(existsSync(join(desk.data, '.compute-desk-backups'))).toBe(false);
});
