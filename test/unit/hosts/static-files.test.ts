import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listStaticFiles, preloadFirstFiles } from '../../../main/hosts/static-files.ts';
import { testFolder } from '../../support/files/folder.ts';

/** A built page of four files and one that nothing names, with what does not belong to it. */
function builtPage(): string {
  const folder = testFolder();
  mkdirSync(join(folder, 'assets/more'), { recursive: true });
  const page = `<script src="./assets/first.js"></script><link href="./assets/first.css">
    <link href="./assets/missing.js"><link href="./../outside.js">`;
  writeFileSync(join(folder, 'index.html'), page);
  for (const name of ['first.js', 'first.css', 'later.js', 'more/deep.js', 'notes.unknown'])
    writeFileSync(join(folder, 'assets', name), `of ${name}`);
  symlinkSync('/etc/hostname', join(folder, 'assets/link.js'));
  return folder;
}

test('what a built page consists of is listed: files of known kinds in all folders, and no links', async () => {
  const files = await listStaticFiles(builtPage());
  expect([...files.keys()].sort()).toEqual([
    '/',
    '/assets/first.css',
    '/assets/first.js',
    '/assets/later.js',
    '/assets/more/deep.js',
    '/index.html',
  ]);
  expect(files.get('/assets/more/deep.js')).toMatchObject({ immutable: true });
  expect(files.get('/')).toMatchObject({ immutable: false });
});

test('the page and what its text names are read before anybody asks, once; nothing else is', async () => {
  const folder = builtPage();
  const files = await preloadFirstFiles(await listStaticFiles(folder));
  const read = async (path: string) => (await files.get(path)?.read())?.toString();
  // what was read ahead is there without the disk
  const first = files.get('/assets/first.js')?.read();
  const style = files.get('/assets/first.css')?.read();
  await Promise.all([first, style]);
  rmSync(folder, { recursive: true });
  expect((await first)?.toString()).toBe('of first.js');
  expect((await style)?.toString()).toBe('of first.css');
  expect(await read('/')).toContain('first.css');
  for (const path of ['/', '/assets/first.js', '/assets/later.js'])
    await expect(read(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a folder without a page is listed as it is', async () => {
  const folder = testFolder();
  expect([...(await preloadFirstFiles(await listStaticFiles(folder))).keys()]).toEqual([]);
});
