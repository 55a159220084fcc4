import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SaveDialogOptions } from 'electron';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFiles } from '../../../../main/hosts/electron/files.ts';
import { isPosix } from '../../../support/posix.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode('content');
const sender = { id: 'window-1' };

function filesThatChoose(filePath: string, asked: SaveDialogOptions[] = []) {
  return createFiles({
    userMask: 0o027,
    folder: () => folder,
    windowOf: () => undefined,
    async ask(_window, options) {
      asked.push(options);
      return { canceled: filePath === '', filePath };
    },
  });
}

test('saves where the user says, after offering the name', async () => {
  const target = join(folder, 'chosen.pem');
  const asked: SaveDialogOptions[] = [];
  const saved = await filesThatChoose(target, asked).files.save(
    { name: 'offered.pem', bytes, secret: false },
    sender,
  );
  expect(saved).toEqual({ kind: 'saved', path: target });
  expect(await readFile(target, 'utf8')).toBe('content');
  expect(asked[0]?.defaultPath).toBe(join(folder, 'offered.pem'));
});

test.skipIf(!isPosix).each([
  { there: 'no file', before: null },
  { there: 'a file that others may read', before: 0o644 },
])('a secret over $there is for the user alone', async ({ before }) => {
  const target = join(folder, 'secret.pem');
  if (before !== null) {
    await writeFile(target, 'before');
    await chmod(target, before);
  }
  await filesThatChoose(target).files.save({ name: 'secret.pem', bytes, secret: true }, sender);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect(await readFile(target, 'utf8')).toBe('content');
  expect(await readdir(folder)).toEqual(['secret.pem']);
});

test.skipIf(!isPosix)(
  'what is no secret is the user’s to share, however private the app’s own files are',
  async () => {
    const target = join(folder, 'conversation.md');
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    await filesThatChoose(target).files.save(
      { name: 'conversation.md', bytes, secret: false },
      sender,
    );
    expect((await stat(target)).mode & 0o777).toBe(0o640);
  },
);

test('nothing is written when the user cancels', async () => {
  const saved = await filesThatChoose('').files.save(
    { name: 'a.pem', bytes, secret: true },
    sender,
  );
  expect(saved).toEqual({ kind: 'cancelled' });
  expect(await readdir(folder)).toEqual([]);
});

test.each([true, false])(
  'what cannot be put in its place is said and leaves no copy (secret: %s)',
  async (secret) => {
    const occupied = join(folder, 'a-folder');
    await writeFile(join(folder, 'other'), '');
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(occupied, 'inside'), { recursive: true });
    const saving = filesThatChoose(occupied).files.save({ name: 'x', bytes, secret }, sender);
    await expect(saving).rejects.toMatchObject({
      code: 'file-not-saved',
      details: { name: 'a-folder' },
    });
    expect((await readdir(folder)).sort()).toEqual(['a-folder', 'other']);
  },
);

test.skipIf(!isPosix).each([true, false])(
  'over a link a new file is saved, and what it led to stays (secret: %s)',
  async (secret) => {
    const [mine, link] = [join(folder, 'mine'), join(folder, 'link')];
    await writeFile(mine, 'mine', { mode: 0o640 });
    await symlink(mine, link);
    await filesThatChoose(link).files.save({ name: 'x', bytes, secret }, sender);
    expect(await readFile(link, 'utf8')).toBe('content');
    expect([await readFile(mine, 'utf8'), (await stat(mine)).mode & 0o777]).toEqual([
      'mine',
      0o640,
    ]);
  },
);

test.skipIf(!isPosix)('a device is not written to, nor replaced', async () => {
  const saving = filesThatChoose('/dev/null').files.save(
    { name: 'x', bytes, secret: true },
    sender,
  );
  await expect(saving).rejects.toMatchObject({ code: 'place-planted' });
});

test('a name may have all the bytes that a disk takes; a longer one has a sentence', async () => {
  const saved = (name: string) =>
    filesThatChoose(join(folder, name)).files.save({ name: 'x', bytes, secret: true }, sender);
  const name = `${'会'.repeat(83)}.json`;
  expect(await saved(name)).toMatchObject({ kind: 'saved' });
  expect(await readdir(folder)).toEqual([name]);
  for (const wrong of [...(isPosix ? [`${'会'.repeat(84)}.json`] : []), 'a\0b']) {
    await expect(saved(wrong)).rejects.toMatchObject({ code: 'path-unusable' });
  }
});
