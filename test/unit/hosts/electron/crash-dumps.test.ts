import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCrashDumps } from '../../../../main/hosts/electron/crashes/dumps.ts';
import { testFolder } from '../../../support/files/folder.ts';

/** A folder as Chromium's reporter makes it, with dumps of these minutes. */
function folderWith(minutes: readonly number[]): string {
  const folder = join(testFolder(), 'crashes');
  for (const part of ['new', 'pending', 'completed'])
    mkdirSync(join(folder, part), { recursive: true });
  for (const minute of minutes) {
    const part = minute % 2 === 0 ? 'pending' : 'completed';
    const file = join(folder, part, `dump-${minute}.dmp`);
    writeFileSync(file, `of ${minute}`);
    utimesSync(file, minute * 60, minute * 60);
    writeFileSync(join(folder, part, `dump-${minute}.meta`), '');
  }
  return folder;
}

test('dumps are told wherever the reporter put them, the newest first', async () => {
  const dumps = createCrashDumps(folderWith([1, 2, 3]));
  expect(await dumps.list()).toEqual([
    { id: 'dump-3', at: '1970-01-01T00:03:00.000Z', size: 4 },
    { id: 'dump-2', at: '1970-01-01T00:02:00.000Z', size: 4 },
    { id: 'dump-1', at: '1970-01-01T00:01:00.000Z', size: 4 },
  ]);
  expect(Buffer.from(await dumps.read('dump-2')).toString()).toBe('of 2');
  await dumps.remove('dump-2');
  expect((await dumps.list()).map(({ id }) => id)).toEqual(['dump-3', 'dump-1']);
});

test('where nothing has crashed there is none', async () => {
  const dumps = createCrashDumps(join(testFolder(), 'none'));
  expect(await dumps.list()).toEqual([]);
  await dumps.tidy();
});

test.each(['../secret', 'secret', '..', '', 'completed/dump-1', '/etc/passwd'])(
  'the name %j leads to no other file',
  async (id) => {
    const folder = folderWith([1]);
    writeFileSync(join(folder, '..', 'secret.dmp'), 'outside');
    symlinkSync(join(folder, '..', 'secret.dmp'), join(folder, 'secret.dmp'));
    const dumps = createCrashDumps(folder);
    await expect(dumps.read(id)).rejects.toMatchObject({ code: 'not-found' });
    await dumps.remove(id);
    expect((await dumps.list()).map((one) => one.id)).toEqual(['dump-1']);
  },
);

test('the newest twenty are kept', async () => {
  const folder = folderWith(Array.from({ length: 25 }, (_, index) => index + 1));
  const dumps = createCrashDumps(folder);
  await dumps.tidy();
  const kept = await dumps.list();
  expect(kept).toHaveLength(20);
  expect(kept.at(-1)?.id).toBe('dump-6');
  expect(readdirSync(join(folder, 'pending'))).not.toContain('dump-2.dmp');
});
