import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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
