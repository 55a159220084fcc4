import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  makeFolders,
  readPieces,
  readPlain,
  refusePlantedLinks,
  removeEventually,
  replaceFile,
  withRetries,
  withRetriesSync,
  withTimeout,
  writeNew,
} from '../../../../main/base/outside/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { isPosix } from '../../../support/posix.ts';

const nobody = 65_534;
const root = process.getuid?.() === 0;
const linux = process.platform === 'linux';
const pipes = isPosix && spawnSync('mkfifo', ['--version']).status === 0;
if (!pipes) console.log('skipped: pipes in place of files (no mkfifo)');
if (!root) console.log('skipped: links of another user (only root can make one)');
if (!linux) console.log(`skipped: what procfs and devices say (${process.platform})`);

const text = (path: string) => readFileSync(path, 'utf8');
const write = (path: string, mode = 0o600) => replaceFile(path, mode, 'new');
const fill = (put: (bytes: Uint8Array) => Promise<void>) => put(Buffer.from('new'));
const read = (path: string, links = true) => readPlain(path, { most: 100, links });

function pipeIn(folder: string): string {
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  return path;
}

test.skipIf(!isPosix)(
  'a new file is made where nothing is: what lies there stays as it is',
  async () => {
    const folder = testFolder();
    const [mine, link, dangling] = ['mine', 'link', 'dangling'].map((name) => join(folder, name));
    writeFileSync(mine ?? '', 'mine');
    symlinkSync(mine ?? '', link ?? '');
    symlinkSync(join(folder, 'made'), dangling ?? '');
    for (const path of [mine, link, dangling, ...(pipes ? [pipeIn(folder)] : []), folder]) {
      await expect(writeNew(path ?? '', 0o600, fill)).rejects.toMatchObject({
        code: 'place-planted',
        details: { path },
      });
    }
    expect([text(mine ?? ''), existsSync(join(folder, 'made'))]).toEqual(['mine', false]);
  },
);

test('what is not written to its end is not left there', async () => {
  const folder = testFolder();
  const half = writeNew(join(folder, 'file'), 0o600, async (put) => {
    await put(Buffer.from('half'));
    throw new Error('no more');
  });
  await expect(half).rejects.toThrow('no more');
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!isPosix)(
  'a file that is replaced is a new one; what a link led to stays',
  async () => {
    const folder = testFolder();
    const [mine, link] = [join(folder, 'mine'), join(folder, 'link')];
    writeFileSync(mine, 'mine');
    symlinkSync(mine, link);
    await write(link);
    expect([text(mine), text(link), lstatSync(link).isFile()]).toEqual(['mine', 'new', true]);
    chmodSync(mine, 0o666);
    const before = statSync(mine).ino;
    await write(mine);
    expect([text(mine), statSync(mine).mode & 0o777]).toEqual(['new', 0o600]);
    expect(statSync(mine).ino).not.toBe(before);
    await write(mine, 0o644);
    expect(statSync(mine).mode & 0o777).toBe(0o644);
    expect(readdirSync(folder).sort()).toEqual(['link', 'mine']);
  },
);

test.skipIf(!pipes)('a pipe is neither replaced nor waited for', async () => {
  const folder = testFolder();
  const pipe = pipeIn(folder);
  await expect(write(pipe)).rejects.toMatchObject({ code: 'place-planted' });
  await expect(read(pipe)).rejects.toMatchObject({ code: 'place-planted' });
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test.skipIf(!isPosix)('nor is a socket', async () => {
  const path = join(testFolder(), 'socket');
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
  await expect.poll(() => existsSync(path)).toBe(true);
  await expect(write(path)).rejects.toMatchObject({ code: 'place-planted' });
  await expect(read(path)).rejects.toMatchObject({ code: 'place-planted' });
});

test.skipIf(!linux)('a device, and what a kernel makes up, is not read without end', async () => {
  for (const device of ['/dev/zero', '/dev/full', '/dev/tty', '/proc/self/fd', '/proc']) {
    await expect(read(device)).rejects.toThrow();
  }
  // it says that it is empty, and has no end that is known before
  expect((await read('/proc/self/stat')).length).toBeGreaterThan(20);
  expect(await read('/proc/self/smaps')).toHaveLength(101);
});

test.skipIf(!isPosix)('a link is followed only where the user may have chosen it', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'mine'), 'mine');
  const link = join(folder, 'link');
  symlinkSync(join(folder, 'mine'), link);
  expect(Buffer.from(await read(link)).toString()).toBe('mine');
  await expect(read(link, false)).rejects.toMatchObject({ code: 'place-planted' });
  await expect(readPieces(link).next()).rejects.toMatchObject({ code: 'place-planted' });
});

test.skipIf(!root)(
  'no way goes by a link of another user, but for one that nobody else may change',
  async () => {
    const folder = testFolder();
    const [shared, disk] = [join(folder, 'shared'), join(folder, 'disk')];
    mkdirSync(shared);
    mkdirSync(join(disk, 'below'), { recursive: true });
    const link = join(shared, 'link');
    symlinkSync(disk, link);
    const way = join(link, 'below');
    await refusePlantedLinks(way);
    lchownSync(link, nobody, nobody);
    await refusePlantedLinks(way);
    for (const mode of [0o770, 0o777, 0o1777]) {
      chmodSync(shared, mode);
      await expect(refusePlantedLinks(way)).rejects.toMatchObject({ details: { path: link } });
      await expect(write(join(way, 'file'))).rejects.toMatchObject({ code: 'place-planted' });
    }
    expect(readdirSync(join(disk, 'below'))).toEqual([]);
  },
);

test('a name may be as long as a disk takes it, Japanese too; a longer one has a sentence', async () => {
  const folder = testFolder();
  const name = `${'長'.repeat(83)}.json`;
  expect(Buffer.byteLength(name)).toBe(254);
  await write(join(folder, name));
  expect(readdirSync(folder)).toEqual([name]);
  const long = [
    join(folder, `${'長'.repeat(84)}.json`),
    join(folder, 'a'.repeat(256)),
    join(folder, ...Array.from({ length: 50 }, () => 'b'.repeat(100))),
    join(folder, 'a\0b'),
  ];
  for (const path of isPosix ? long : long.slice(3)) {
    const refused = { code: 'path-unusable' };
    await expect(write(path)).rejects.toMatchObject(refused);
    await expect(read(path)).rejects.toMatchObject(refused);
    await expect(makeFolders(path)).rejects.toMatchObject(refused);
  }
});

test('folders are made one after another, and none where a file system has none', async () => {
  const folder = join(testFolder(), 'a', 'b');
  await Promise.all([makeFolders(join(folder, 'c')), makeFolders(join(folder, 'c'))]);
  expect(statSync(join(folder, 'c')).isDirectory()).toBe(true);
  if (!linux) return;
  for (const path of ['/proc/self/a/b', '/proc/1/a', '/sys/a/b', '/dev/null/a', '/proc/a/b/c']) {
    await expect(makeFolders(path)).rejects.toThrow();
  }
});

test('what does not answer is left, asked nothing more, and asked again when it has answered', async () => {
  let answer: (value: string) => void = () => undefined;
  const late: string[] = [];
  const deaf = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
    });
  const path = join(testFolder(), 'share');
  const silent = { code: 'place-not-answering', details: { path }, retryable: true };
  const asked = withTimeout(path, deaf, { limit: 20, late: (value) => late.push(value) });
  await expect(asked).rejects.toMatchObject(silent);
  let tries = 0;
  const again = (at: string) => withTimeout(at, async () => (tries += 1));
  await expect(again(path)).rejects.toMatchObject(silent);
  await expect(again(join(path, 'below'))).rejects.toMatchObject({ code: 'place-not-answering' });
  expect(tries).toBe(0);
  expect(await again(`${path}-beside`)).toBe(1);
  answer('late');
  await expect.poll(() => late).toEqual(['late']);
  expect(await again(path)).toBe(2);
});

test('Windows is asked again while another program has the file; others are not', async () => {
  let tries = 0;
  const busy = (code: string, times: number) => async () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error(code), { code });
    return tries;
  };
  for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
    tries = 0;
    expect(await withRetries(busy(code, 2), 'win32')).toBe(3);
    tries = 0;
    await expect(withRetries(busy(code, 1), 'linux')).rejects.toMatchObject({ code });
  }
  tries = 0;
  await expect(withRetries(busy('ENOENT', 1), 'win32')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a removal that a worker waits for is tried again as well', () => {
  let tries = 0;
  const busy = (code: string) => () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error(code), { code });
    return tries;
  };
  for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
    tries = 0;
    expect(withRetriesSync(busy(code), 'win32')).toBe(3);
    tries = 0;
    expect(() => withRetriesSync(busy(code), 'darwin')).toThrow(code);
    expect(tries).toBe(1);
  }
  tries = 0;
  expect(() => withRetriesSync(busy('ENOTEMPTY'), 'win32')).toThrow('ENOTEMPTY');
});

test('a removal by a timer never throws, whatever lies there', () => {
  const folder = testFolder();
  const file = join(folder, 'open.html');
  writeFileSync(file, 'x');
  removeEventually(file);
  expect(existsSync(file)).toBe(false);
  removeEventually(file);
  // of a folder every system says that it is no file
  expect(() => removeEventually(folder)).not.toThrow();
});
