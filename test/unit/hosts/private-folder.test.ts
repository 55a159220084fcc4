import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataFolder } from '../../../main/hosts/private-folder.ts';
import { startFailureText } from '../../../main/hosts/start-failures.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { testFolder } from '../../support/files/folder.ts';
import { writeLaxFolder } from '../../support/processes/another-user.ts';

const nobody = 65_534;
const posix = process.getuid !== undefined;
const root = process.getuid?.() === 0;
if (!posix) console.log('skipped: modes of the data folder (no modes here)');
if (posix && !root) console.log('skipped: folders of another user (only root can make one)');

function modesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    ['.', ...names].map((name) => {
      const { mode } = lstatSync(join(folder, name));
      return [name, (mode & 0o777).toString(8)];
    }),
  );
}

/** What a folder is refused for; nothing in it is changed by that. */
async function refusal(folder: string, seen = folder): Promise<{ reason: unknown; path: unknown }> {
  const before = modesOf(seen);
  try {
    await prepareDataFolder(folder);
  } catch (cause) {
    expect(modesOf(seen)).toEqual(before);
    if (!(cause instanceof AppError)) throw cause;
    expect(cause.code).toBe('data-folder-refused');
    for (const language of ['en', 'ja'] as const) {
      const sentence = startFailureText(cause, language);
      expect(sentence).toContain(String(cause.details.path));
      expect(sentence).toContain('--data-dir');
    }
    const { reason, path } = cause.details;
    return { reason, path };
  }
  throw new Error(`${folder} was taken`);
}

test.skipIf(!posix)('a folder that is not there is made, for the user alone', async () => {
  const folder = join(testFolder(), 'a', 'b', 'data');
  expect(await prepareDataFolder(folder)).toBe(folder);
  expect(modesOf(folder)).toEqual({ '.': '700' });
  expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
});

test.skipIf(!posix)('a folder that lay open is closed, with everything of ours in it', async () => {
  const folder = join(testFolder(), 'data');
  const files = writeLaxFolder(folder);
  for (const name of ['', '-wal', '-shm', '-journal']) {
    writeFileSync(join(folder, `compute-desk.sqlite${name}`), '');
    chmodSync(join(folder, `compute-desk.sqlite${name}`), 0o666);
  }
  writeFileSync(join(folder, 'notes of mine'), '');
  chmodSync(join(folder, 'notes of mine'), 0o755);
  await prepareDataFolder(folder);
  const modes = modesOf(folder);
  for (const name of files) expect([name, modes[name]]).toEqual([name, '600']);
  expect(modes).toMatchObject({
    '.': '700',
    'compute-desk.sqlite': '600',
    'compute-desk.sqlite-wal': '600',
    'compute-desk.sqlite-shm': '600',
    'compute-desk.sqlite-journal': '600',
    logs: '700',
    attachments: '700',
    'attachments/ab': '700',
    demo: '700',
    'demo/certificates': '700',
    // Not the app's: nobody can reach it now, and what the user set stays.
    'notes of mine': '755',
  });
});

test.skipIf(!posix)('a file that lay open in a closed folder is closed too', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'vault.json'), '{}');
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'logs', 'main.log'), '');
  chmodSync(join(folder, 'logs'), 0o755);
  for (const name of ['vault.json', 'logs/main.log']) chmodSync(join(folder, name), 0o644);
  await prepareDataFolder(folder);
  expect(modesOf(folder)).toEqual({
    '.': '700',
    'vault.json': '600',
    logs: '700',
    'logs/main.log': '600',
  });
});

test.skipIf(!posix)('a folder of other things that others may read is not touched', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'thesis.tex'), '');
  writeFileSync(join(folder, 'settings.json'), '{}');
  chmodSync(folder, 0o755);
  expect(await refusal(folder)).toEqual({ reason: 'foreign-contents', path: folder });
  chmodSync(folder, 0o700);
  expect(await prepareDataFolder(folder)).toBe(folder);
});

test.skipIf(!posix)('the user’s own link is followed once, for good', async () => {
  const place = testFolder();
  mkdirSync(join(place, 'disk'), { mode: 0o755 });
  symlinkSync(join(place, 'disk'), join(place, 'data'));
  expect(await prepareDataFolder(join(place, 'data'))).toBe(join(place, 'disk'));
  expect(statSync(join(place, 'disk')).mode & 0o777).toBe(0o700);
});

test.skipIf(!posix)('what is no folder is refused', async () => {
  const place = testFolder();
  writeFileSync(join(place, 'file'), '');
  symlinkSync(join(place, 'nowhere'), join(place, 'link'));
  expect(await refusal(join(place, 'file'), place)).toMatchObject({ reason: 'not-a-folder' });
  expect(await refusal(join(place, 'link'), place)).toMatchObject({ reason: 'link-nowhere' });
});

test.skipIf(!posix)('a way to it that is no way is said, and what is in it', async () => {
  const place = testFolder();
  const at = (...names: string[]) => join(place, ...names);
  writeFileSync(at('file'), '');
  symlinkSync(at('nowhere'), at('dangling'));
  symlinkSync(at('one'), at('other'));
  symlinkSync(at('other'), at('one'));
  symlinkSync('/dev/null', at('device'));
  if (spawnSync('mkfifo', [at('pipe')]).status !== 0) console.log('skipped: a pipe (no mkfifo)');
  for (const below of [['a'], ['a', 'b', 'c']]) {
    const refusalOf = (name: string) => refusal(at(name, ...below), place);
    for (const name of ['file', 'device', ...(existsSync(at('pipe')) ? ['pipe'] : [])]) {
      expect(await refusalOf(name)).toEqual({ reason: 'not-a-folder', path: at(name) });
    }
    expect(await refusalOf('dangling')).toEqual({ reason: 'link-nowhere', path: at('dangling') });
    expect(await refusalOf('one')).toEqual({ reason: 'link-loop', path: at('one') });
  }
  expect(await refusal(at('one'), place)).toEqual({ reason: 'link-loop', path: at('one') });
});

test
  .skipIf(process.platform !== 'linux')
  .each([
    '/proc/self/desk',
    '/proc/self/task/desk',
    '/proc/self/fd/desk',
    '/proc/1/desk/deeper',
    '/proc/desk',
    '/proc/desk/deeper/and/deeper',
    '/proc/sys/desk',
    '/sys/desk',
    '/sys/kernel/desk/deeper',
    '/dev/null/desk',
    '/dev/fd/desk',
  ])('where a kernel has its own, %s is refused at once, with a sentence', async (path) => {
  const failure = await prepareDataFolder(path).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(AppError);
  for (const language of ['en', 'ja'] as const) {
    const sentence = startFailureText(failure, language);
    expect(sentence).toMatch(/--data-dir/);
    expect(sentence).not.toContain('{');
  }
});

test.skipIf(!posix)('a path that no disk has is said, and not with all of it', async () => {
  for (const path of ['/a\0b', `/tmp/${'長'.repeat(86)}`, `/tmp${'/long'.repeat(1_000)}`]) {
    const failure = await prepareDataFolder(path).catch((cause: unknown) => cause);
    expect(failure).toMatchObject({ code: 'path-unusable' });
    for (const language of ['en', 'ja'] as const) {
      const sentence = startFailureText(failure, language);
      expect(sentence).toContain('--data-dir');
      expect(sentence.length).toBeLessThan(600);
    }
  }
});

test.skipIf(!posix).each(['', 'deeper/and/deeper'])(
  'below a folder that everyone may write to nothing is kept: %s',
  async (below) => {
    const place = testFolder();
    const folder = join(place, 'open', below, 'data');
    mkdirSync(join(place, 'open', below), { recursive: true });
    chmodSync(join(place, 'open'), 0o777);
    expect(await refusal(folder, place)).toEqual({
      reason: 'open-parent',
      path: join(place, 'open'),
    });
    mkdirSync(folder);
    expect(await refusal(folder, place)).toMatchObject({ reason: 'open-parent' });
    // As in /tmp: only its owner can move the folder away.
    chmodSync(join(place, 'open'), 0o1777);
    expect(await prepareDataFolder(folder)).toBe(folder);
  },
);

test.skipIf(!posix)('nor behind a link that lies where everyone may write', async () => {
  const place = testFolder();
  mkdirSync(join(place, 'open'));
  mkdirSync(join(place, 'disk', 'data'), { recursive: true });
  symlinkSync(join(place, 'disk'), join(place, 'open', 'link'));
  chmodSync(join(place, 'open'), 0o777);
  expect(await refusal(join(place, 'open', 'link', 'data'), place)).toEqual({
    reason: 'open-parent',
    path: join(place, 'open'),
  });
});

test.skipIf(!posix)(
  'a part that is a link is refused, and what it leads to left alone',
  async () => {
    const folder = testFolder();
    const elsewhere = testFolder();
    writeFileSync(join(elsewhere, 'file'), '');
    chmodSync(join(elsewhere, 'file'), 0o644);
    symlinkSync(join(elsewhere, 'file'), join(folder, 'vault.json'));
    expect(await refusal(folder)).toEqual({
      reason: 'part-is-link',
      path: join(folder, 'vault.json'),
    });
    expect(statSync(join(elsewhere, 'file')).mode & 0o777).toBe(0o644);
  },
);

test.skipIf(!root)('a folder, a link or a part of another user is refused', async () => {
  const place = testFolder();
  const theirs = join(place, 'theirs');
  mkdirSync(theirs);
  chownSync(theirs, nobody, nobody);
  expect(await refusal(theirs)).toEqual({ reason: 'of-another', path: theirs });

  const link = join(place, 'link');
  mkdirSync(join(place, 'mine'));
  symlinkSync(join(place, 'mine'), link);
  lchownSync(link, nobody, nobody);
  expect(await refusal(link, place)).toEqual({ reason: 'link-of-another', path: link });

  for (const part of ['vault.json', 'web-host.json']) {
    const planted = join(place, 'mine', part);
    writeFileSync(planted, '{}');
    chownSync(planted, nobody, nobody);
    expect(await refusal(join(place, 'mine'))).toEqual({
      reason: 'part-of-another',
      path: planted,
    });
    rmSync(planted);
  }
});

const immutable = root && spawnSync('chattr', ['-V', '-i', '/dev/null/none']).error === undefined;
if (!immutable) console.log('skipped: modes that cannot be changed (needs root and chattr)');

test.skipIf(!immutable)('modes that cannot be changed are said', async () => {
  const folder = testFolder();
  const file = join(folder, 'settings.json');
  writeFileSync(file, '{}');
  chmodSync(file, 0o644);
  onTestFinished(() => void spawnSync('chattr', ['-i', file]));
  const set = spawnSync('chattr', ['+i', file]);
  if (set.status !== 0) {
    console.log(`skipped: modes that cannot be changed (${String(set.stderr).trim()})`);
    return;
  }
  expect(await refusal(folder)).toEqual({ reason: 'no-modes', path: file });
});
