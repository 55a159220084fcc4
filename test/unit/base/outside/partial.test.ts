import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPartial } from '../../../../main/base/outside/index.ts';
import { testFolder } from '../../../support/files/folder.ts';

const bytes = (text: string) => Buffer.from(text);

test('a file gets its name once it is whole, for the user alone', async () => {
  const folder = testFolder();
  const file = await createPartial(join(folder, 'a.part'));
  await file.append(bytes('one '));
  await file.append(bytes('two'));
  expect(file.size).toBe(7);
  expect(await readdir(folder)).toEqual(['a.part']);
  expect(await file.finish(join(folder, 'a'), 'create')).toBe(true);
  await file.discard();
  expect(await readdir(folder)).toEqual(['a']);
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('one two');
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o600);
});

test('after a clear it begins anew', async () => {
  const folder = testFolder();
  const file = await createPartial(join(folder, 'a.part'));
  await file.append(bytes('too long'));
  await file.clear();
  await file.append(bytes('new'));
  await file.finish(join(folder, 'a'), 'create');
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new');
});

test('a name that was taken meanwhile is not replaced, and another one can be tried', async () => {
  const folder = testFolder();
  const file = await createPartial(join(folder, 'a.part'));
  await file.append(bytes('new'));
  await writeFile(join(folder, 'a'), 'there');
  await symlink(join(folder, 'nowhere'), join(folder, 'b'));
  expect(await file.finish(join(folder, 'a'), 'create')).toBe(false);
  expect(await file.finish(join(folder, 'b'), 'create')).toBe(false);
  expect(await file.finish(join(folder, 'c'), 'create')).toBe(true);
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('there');
  expect((await readdir(folder)).sort()).toEqual(['a', 'b', 'c']);
});

test('an existing file is replaced as a whole, a link in its place by a file', async () => {
  const folder = testFolder();
  await writeFile(join(folder, 'target'), 'there');
  await chmod(join(folder, 'target'), 0o644);
  await symlink(join(folder, 'target'), join(folder, 'link'));
  const file = await createPartial(join(folder, 'a.part'));
  await file.append(bytes('new'));
  await file.finish(join(folder, 'link'), 'overwrite');
  expect(await readFile(join(folder, 'target'), 'utf8')).toBe('there');
  expect(await readFile(join(folder, 'link'), 'utf8')).toBe('new');
  expect((await readdir(folder)).sort()).toEqual(['link', 'target']);
});

test('it is not begun where something is, and is gone when it is discarded', async () => {
  const folder = testFolder();
  const path = join(folder, 'a.part');
  const file = await createPartial(path);
  await expect(createPartial(path)).rejects.toMatchObject({ code: 'place-planted' });
  await file.discard();
  await file.discard();
  expect(await readdir(folder)).toEqual([]);
});

test('one without end stops before the place is full', async () => {
  const file = await createPartial(join(testFolder(), 'a.part'), async () => 1000);
  const piece = Buffer.alloc(16 * 1024 * 1024);
  const endless = async () => {
    for (;;) await file.append(piece);
  };
  await expect(endless()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(file.size).toBeLessThan(64 * 1024 * 1024);
  await file.discard();
});
