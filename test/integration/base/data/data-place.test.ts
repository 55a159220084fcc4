import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MoveStep, StorageMethods } from '../../../../main/base/storage/database.ts';
import { connectWorker } from '../../../../main/base/workers/connect.ts';
import { createDataPlace, resolveDataFolder } from '../../../../main/hosts/data-place.ts';
import { startFailureText } from '../../../../main/hosts/start-failures.ts';
import { startThread } from '../../../../main/hosts/workers/thread.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { besides, heldIn, makeDataFolder } from '../../../support/files/moved-folder.ts';
import { smallDisk, whyNoSmallDisk } from '../../../support/processes/small-disk.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';

const startStorage = () =>
  connectWorker<StorageMethods>(
    startThread(new URL('../../../../main/storage-worker.ts', import.meta.url)),
  );

/** The folder that is named, with data, and another disk's folder; `start` begins the app as a host does. */
function places() {
  const folder = testFolder();
  const [named, disk] = [join(folder, 'compute-desk'), join(folder, 'disk')];
  makeDataFolder(named);
  mkdirSync(disk, { mode: 0o700 });
  return {
    ...{ folder, named, disk, to: join(disk, 'compute-desk') },
    settle: async () => resolveDataFolder(named, startStorage),
    async start() {
      const at = await resolveDataFolder(named, startStorage);
      return startWholeApp({ dataPlace: createDataPlace(named, at) }, at);
    },
  };
}

test('it moves at the next start with all that is in it, and the old one stays as it was', async () => {
  const { named, disk, to, start } = places();
  const app = await start();
  expect(await app.call('dataPlace.snapshot', undefined)).toMatchObject({
    ...{ folder: named, movesTo: null, before: null, movable: true },
  });
  expect(await app.call('dataPlace.move', { folder: disk })).toMatchObject({ movesTo: to });
  // what is written until then comes along
  await app.call('settings.update', { theme: 'dark' });
  await app.close();
  const moved = await start();
  expect(moved.folder).toBe(to);
  expect(await moved.call('dataPlace.snapshot', undefined)).toMatchObject({
    ...{ folder: to, movesTo: null, before: named, problem: null },
  });
  expect(await moved.call('prompts.snapshot', undefined)).toMatchObject([{ name: 'mine' }]);
  await moved.close();
  expect(statSync(to).mode & 0o077).toBe(0);
  expect(existsSync(join(to, 'browser'))).toBe(false);
  expect(existsSync(join(named, 'browser'))).toBe(true);
  // the user removes the old one, and nothing leads there any more
  rmSync(named, { recursive: true });
  const again = await start();
  expect(again.folder).toBe(to);
  expect(await again.call('dataPlace.snapshot', undefined)).toMatchObject({ before: null });
});

test('a move tells how far it is, byte by byte and then by the database', async () => {
  const { named, to } = places();
  const storage = startStorage();
  const steps: MoveStep[] = [];
  const onProgress = (step: unknown) => void steps.push(step as MoveStep);
  await storage.request('move', { from: named, to, token: 'token' }, { onProgress });
  await storage.stop();
  const [first, last] = [steps[0], steps.at(-1)];
  expect(first).toMatchObject({ done: 0, growing: null });
  // an attached file of 2.7 MB comes in pieces
  expect(steps.filter(({ growing }) => growing === null).length).toBeGreaterThan(4);
  expect(steps.map(({ done }) => done)).toEqual(
    steps.map(({ done }) => done).toSorted((a, b) => a - b),
  );
  expect(last?.growing).toBe(join(`${to}.moving`, 'compute-desk.sqlite'));
  expect(new Set(steps.map(({ of }) => of)).size).toBe(1);
  expect((last?.of ?? 0) - (last?.done ?? 0)).toBeGreaterThan(0);
});

test('of Chromium’s own only the file comes along that has the key of Windows’ sealing', async () => {
  const { named, to, start } = places();
  writeFileSync(join(named, 'browser', 'Local State'), '{"os_crypt":{}}');
  const app = await start();
  await app.call('dataPlace.move', { folder: join(to, '..') });
  await app.close();
  const moved = await start();
  expect(moved.folder).toBe(to);
  expect(readdirSync(join(to, 'browser'))).toEqual(['Local State']);
  expect(readFileSync(join(to, 'browser', 'Local State'), 'utf8')).toBe('{"os_crypt":{}}');
  await moved.close();
});

test('it can be taken back, and moved again', async () => {
  const { folder, disk, to, named, start } = places();
  const app = await start();
  await app.call('dataPlace.move', { folder: disk });
  expect(await app.call('dataPlace.stay', undefined)).toMatchObject({ movesTo: null });
  await app.close();
  const stayed = await start();
  expect(stayed.folder).toBe(named);
  await stayed.call('dataPlace.move', { folder: disk });
  await stayed.close();
  const moved = await start();
  const other = join(folder, 'other');
  mkdirSync(other);
  await moved.call('dataPlace.move', { folder: other });
  await moved.close();
  expect((await start()).folder).toBe(join(other, 'compute-desk'));
  expect(existsSync(to)).toBe(true);
});

test.each<[string, (at: ReturnType<typeof places>) => string]>([
  ['relative', () => 'disk'],
  ['a server', () => '//server.example/share'],
  ['not there', ({ folder }) => join(folder, 'absent')],
  ['the data folder', ({ named }) => named],
  ['in the data folder', ({ named }) => join(named, 'attachments')],
  [
    'a link',
    ({ folder, disk }) => {
      symlinkSync(disk, join(folder, 'link'));
      return join(folder, 'link');
    },
  ],
  [
    'one with a folder of that name, in which something is',
    ({ disk, to }) => {
      mkdirSync(to);
      writeFileSync(join(to, 'mine'), 'mine');
      return disk;
    },
  ],
  [
    'open to everyone',
    ({ disk }) => {
      chmodSync(disk, 0o777);
      return disk;
    },
  ],
  ['a file', ({ named }) => join(named, 'settings.json')],
])('a place that is %s is refused, and nothing changes', async (_, placeOf) => {
  const at = places();
  const app = await at.start();
  const refused = await app.failure('dataPlace.move', { folder: placeOf(at) });
  expect(refused.code).toBe('new-place-refused');
  expect(await app.call('dataPlace.snapshot', undefined)).toMatchObject({ movesTo: null });
  await app.close();
  expect(await at.settle()).toBe(at.named);
  expect(existsSync(join(at.disk, 'compute-desk.moving'))).toBe(false);
});

test.each<[string, (at: ReturnType<typeof places>) => string, RegExp?]>([
  ['a path with NUL', ({ disk }) => `${disk}\0`, /^path-unusable$/],
  ['a name that is too long', ({ disk }) => join(disk, '置'.repeat(86)), /^path-unusable$/],
  ['a path that is too long', ({ disk }) => `${disk}${'/a'.repeat(9_000)}`, /^path-unusable$/],
  [
    'a link in a circle',
    ({ folder }) => {
      symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
      return join(folder, 'circle');
    },
  ],
  [
    'below a link that leads nowhere',
    ({ folder }) => {
      symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
      return join(folder, 'link', 'disk');
    },
  ],
  ['below a file', ({ named }) => join(named, 'settings.json', 'disk')],
  ['procfs', () => '/proc'],
  ['procfs, of this process', () => '/proc/self/task'],
  ['procfs, of the first', () => '/proc/1'],
  ['procfs, by its name', () => '/proc/self/task/compute-desk'],
  ['sysfs', () => '/sys/kernel'],
  ['a device', () => '/dev/null'],
])('nor can it be %s', async (_, placeOf, code = /^new-place-(refused|not-written)$/) => {
  const at = places();
  const app = await at.start();
  const refused = await app.failure('dataPlace.move', { folder: placeOf(at) });
  expect(refused.code).toMatch(code);
  expect(await app.call('dataPlace.snapshot', undefined)).toMatchObject({ movesTo: null });
});

test('what others have put where a move makes its copy is not written through', async () => {
  const { folder, named, disk, to, start, settle } = places();
  const app = await start();
  await app.call('dataPlace.move', { folder: disk });
  await app.close();
  const mine = join(folder, 'mine');
  mkdirSync(mine);
  symlinkSync(mine, `${to}.moving`);
  expect(await settle()).toBe(to);
  expect(readdirSync(mine)).toEqual([]);
  for (const at of [named, to]) expect(heldIn(at)).not.toBe('no database');
});

test('a copy does not take the place of what another has put there', async () => {
  const { folder, named, disk, to, start, settle } = places();
  const app = await start();
  await app.call('dataPlace.move', { folder: disk });
  await app.close();
  const mine = join(folder, 'mine');
  mkdirSync(mine);
  rmSync(to, { recursive: true });
  symlinkSync(mine, to);
  expect(await settle()).toBe(named);
  expect(readdirSync(mine)).toEqual([]);
  expect(heldIn(named)).not.toBe('no database');
});

test.runIf(process.getuid?.() === 0)('a place of another user is refused', async () => {
  const at = places();
  const { chownSync } = await import('node:fs');
  chownSync(at.disk, 65_534, 65_534);
  const app = await at.start();
  const refused = await app.failure('dataPlace.move', { folder: at.disk });
  expect(refused.code).toBe('new-place-refused');
});

const noDisk = whyNoSmallDisk();
if (noDisk !== null) console.log(`skipped: a full disk for the data folder (${noDisk})`);

test.skipIf(noDisk !== null)('a full disk is said, at once and at the start', async () => {
  const disk = smallDisk(32);
  const { named, start, settle } = places();
  const app = await start();
  expect(await app.call('dataPlace.move', { folder: disk.folder })).toMatchObject({
    movesTo: join(disk.folder, 'compute-desk'),
  });
  await app.close();
  disk.fill(1_000_000);
  expect(await settle()).toBe(named);
  expect(heldIn(named)).not.toBe('no database');
  expect(besides(disk.folder)).toEqual([]);
  const again = await start();
  expect(await again.call('dataPlace.snapshot', undefined)).toMatchObject({
    ...{ folder: named, movesTo: null, problem: { code: 'new-place-full' } },
  });
  const refused = await again.failure('dataPlace.move', { folder: disk.folder });
  expect(refused.code).toBe('new-place-full');
  expect(await again.call('dataPlace.stay', undefined)).toMatchObject({ problem: null });
});

test('a disk that is gone is said at the start, and no empty folder takes the place', async () => {
  const { disk, to, start, settle } = places();
  const app = await start();
  await app.call('dataPlace.move', { folder: disk });
  await app.close();
  await settle();
  renameSync(disk, `${disk}-away`);
  mkdirSync(disk);
  const failure = await settle().catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: 'data-folder-gone' });
  for (const language of ['en', 'ja'] as const) {
    expect(startFailureText(failure, language)).toContain(to);
    expect(startFailureText(failure, language)).toContain('compute-desk.place');
  }
  expect(existsSync(to)).toBe(false);
  rmSync(disk, { recursive: true });
  renameSync(`${disk}-away`, disk);
  expect(await settle()).toBe(to);
});

test('while another app has it open, it stays until that one has ended', async () => {
  const { named, disk, to, start, settle } = places();
  const app = await start();
  await app.call('dataPlace.move', { folder: disk });
  expect(await settle()).toBe(named);
  expect(existsSync(join(named, 'compute-desk.sqlite'))).toBe(true);
  await app.close();
  expect(await settle()).toBe(to);
});

test('a file of the place that cannot be read is said, and one of another user is not followed', async () => {
  const { named, disk, settle } = places();
  const file = `${named}.place`;
  writeFileSync(file, '{"format":1,"fol');
  const failure = await settle().catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: 'data-place-damaged' });
  expect(startFailureText(failure, 'en')).toContain(file);
  expect(readFileSync(file, 'utf8')).toBe('{"format":1,"fol');
  if (process.getuid?.() !== 0) return;
  const { chownSync } = await import('node:fs');
  const lure = { format: 1, folder: disk, move: null, before: null, problem: null };
  writeFileSync(file, JSON.stringify(lure));
  chownSync(file, 65_534, 65_534);
  expect(await settle()).toBe(named);
});
