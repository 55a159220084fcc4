import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withResolvers } from '../../../../main/base/async/with-resolvers.ts';
import { createOpenedFiles } from '../../../../main/hosts/electron/opened-files.ts';

const page = { id: 'window-1' };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opened-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('files wait in their order, are told of and taken once', async () => {
  let told = 0;
  const files = createOpenedFiles(() => told++);
  await files.open([await put('a.p12', 'first'), await put('b.p12', 'second')]);
  expect(told).toBe(1);
  const text = (): string | undefined => {
    const file = files.take(page);
    return file?.kind === 'read' ? `${file.fileName} ${Buffer.from(file.bytes)}` : undefined;
  };
  expect([text(), text(), text()]).toEqual(['a.p12 first', 'b.p12 second', undefined]);
});

test('however many are opened, none is left out: beyond twenty they are read as others are taken', async () => {
  const paths: string[] = [];
  for (let at = 0; at < 45; at += 1) paths.push(await put(`${at}.p12`, `${at}`));
  const taken: string[] = [];
  let files: ReturnType<typeof createOpenedFiles> | null = null;
  const { promise: all, resolve } = withResolvers<void>();
  const takeAll = (): void => {
    for (let file = files?.take(page); file; file = files?.take(page)) taken.push(file.fileName);
    if (taken.length === paths.length) resolve();
  };
  files = createOpenedFiles(takeAll);
  await files.open(paths);
  await all;
  expect(taken).toEqual(paths.map((path) => basename(path)));
});

test('what cannot be read waits as its problem', async () => {
  const large = await put('large.p12', '');
  await truncate(large, 10 * 1024 * 1024 + 1);
  const inside = join(folder, 'folder.p12');
  await mkdir(inside);
  const files = createOpenedFiles(() => undefined);
  const site = await put('site.computedesk', '');
  await truncate(site, 50 * 1024 * 1024);
  await files.open([join(folder, 'gone.p12'), large, inside, site]);
  const problem = (code: string) => ({ kind: 'failed', problem: { code, retryable: false } });
  expect(files.take(page)).toMatchObject(problem('file-not-read'));
  expect(files.take(page)).toMatchObject(problem('certificate-too-large'));
  expect(files.take(page)).toMatchObject(problem('file-not-read'));
  expect(files.take(page)).toMatchObject(problem('system-file-invalid'));
});

const pipes = process.platform !== 'win32' && spawnSync('mkfifo', ['--version']).status === 0;
if (!pipes) console.log('skipped: a pipe in place of a file (no mkfifo)');
test.skipIf(!pipes)('a pipe that nobody writes to keeps no other file waiting', async () => {
  const names = ['1.computedesk', '2.p12', '3.p12', '4.p12', '5.p12'];
  const paths = names.map((name) => join(folder, name));
  for (const path of paths) spawnSync('mkfifo', [path]);
  const files = createOpenedFiles(() => undefined);
  await files.open([...paths, await put('a.p12', 'after')]);
  const taken = [...names, ''].map(() => files.take(page));
  expect(taken.slice(0, -1).map((file) => file?.kind)).toEqual(names.map(() => 'failed'));
  expect(taken.at(-1)).toMatchObject({ kind: 'read', fileName: 'a.p12' });
});

test.skipIf(process.platform !== 'linux')(
  'what a kernel makes up is read to a bound, and a device not at all',
  async () => {
    const files = createOpenedFiles(() => undefined);
    const links = ['/dev/zero', '/dev/tty', '/proc/kmsg', '/proc/self/status'].map((path, at) => {
      const link = join(folder, `${at}.p12`);
      symlinkSync(path, link);
      return link;
    });
    await files.open([...links, `${folder}/a\0b.p12`, join(folder, `${'鍵'.repeat(90)}.p12`)]);
    const taken = Array.from({ length: 6 }, () => files.take(page));
    expect(taken.map((file) => file?.kind)).toEqual([
      ...['failed', 'failed', 'failed', 'read', 'failed', 'failed'],
    ]);
    const codes = taken.map((file) => (file?.kind === 'failed' ? file.problem.code : ''));
    expect(codes).toEqual([
      ...['file-not-read', 'file-not-read', 'file-not-read', ''],
      ...['path-unusable', 'path-unusable'],
    ]);
  },
);

test('what a page took and has not finished comes again, first and in order, when the page is loaded again or gone', async () => {
  const other = { id: 'window-2' };
  let told = 0;
  const files = createOpenedFiles(() => told++);
  const names = ['a.p12', 'b.computedesk', 'c.p12', 'd.p12', 'e.p12'];
  const paths: string[] = [];
  for (const name of names) paths.push(await put(name, name));
  await files.open(paths);
  const [first] = [files.take(page), files.take(page), files.take(page)];
  expect(files.take(other)?.fileName).toBe('d.p12');
  if (first) files.finish([first.id]);

  await files.giveBack(page);
  expect(told).toBe(2);
  const rest = (): (string | undefined)[] => {
    const taken: string[] = [];
    for (let file = files.take(page); file; file = files.take(page)) taken.push(file.fileName);
    return taken;
  };
  expect(rest()).toEqual(['b.computedesk', 'c.p12', 'e.p12']);
  await files.giveBack(other);
  expect(rest()).toEqual(['d.p12']);
  // a page that has finished, or never took any, gives nothing back
  await files.giveBack({ id: 'window-3' });
  expect(rest()).toEqual([]);
});
