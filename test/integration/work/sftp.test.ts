import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSlurmSshApi } from '../../../main/work/operations/slurm/ssh/index.ts';
import type { FileContent, FileOperations } from '../../../main/work/operations/types.ts';
import { testFolder } from '../../support/files/folder.ts';
import { hashOfFile, writeMany } from '../../support/work/many-bytes.ts';
import { remoteBy, sftpServer } from '../../support/work/sftp-remote.ts';
import { testFiles } from '../../support/work/suite.ts';
import { filesWorld } from './files-world.ts';

const megabyte = 1024 * 1024;

/** Content of a size; `failAfter`: bytes after which reading it fails. */
const content = (size: number, failAfter = size): FileContent => ({
  size,
  async *pieces() {
    for (let at = 0; at < size; at += 100_000) {
      if (at >= failAfter) throw new Error('the disk is gone');
      yield Buffer.alloc(Math.min(100_000, size - at), at / 100_000);
    }
  },
});

describe.skipIf(sftpServer === undefined)('files by SFTP (needs openssh-sftp-server)', () => {
  function open(args: readonly string[] = []) {
    const { remote, world } = remoteBy(sftpServer ?? '', args);
    const api = createSlurmSshApi(remote);
    const { files } = api;
    if (files?.streams === undefined) throw new Error('no files');
    return {
      api,
      files: files as FileOperations & Required<Pick<FileOperations, 'streams'>>,
      world,
    };
  }
  /** The room of files over it, with a folder on each side. */
  async function streams() {
    const there = testFolder();
    const here = testFolder();
    const { api, world } = open();
    const room = filesWorld(api, here);
    await room.call('chooseFolder', undefined);
    const given = { ...room.place, folder: there, way: [] };
    return {
      ...room,
      ...{ there, here, server: world },
      upload: (names: string[]) => room.call('upload', { ...given, names }),
      download: (names: string[]) => room.call('download', { ...given, names }),
    };
  }

  const home = mkdtempSync(join(tmpdir(), 'compute-desk-'));
  afterAll(() => rmSync(home, { recursive: true }));
  testFiles('SFTP', { api: () => open().api, machine: '', home });

  test('a name with a line ending is one name', async () => {
    const { files } = open();
    const folder = testFolder();
    await files.write('', `${folder}/line\nbreak`, Buffer.from('x'), 'create');
    expect((await files.list('', folder)).map(({ name }) => name)).toEqual(['line\nbreak']);
    await files.move('', `${folder}/line\nbreak`, `${folder}/moved`);
    await expect(files.move('', `${folder}/moved`, `${folder}/../x`)).rejects.toMatchObject({
      code: 'path-unusable',
    });
    expect(await readdir(folder)).toEqual(['moved']);
  });

  test('a file goes up and comes down piece by piece with the same hash, and tells its progress', async () => {
    const world = await streams();
    const hash = await writeMany(join(world.here, 'up.dat'), 24);
    await world.upload(['up.dat']);
    expect(await world.settled()).toMatchObject([
      { state: 'done', size: 24 * megabyte, moved: 24 * megabyte },
    ]);
    expect(await hashOfFile(join(world.there, 'up.dat'))).toBe(hash);
    expect(await readdir(world.there)).toEqual(['up.dat']);
    await world.call('clearEnded', undefined);
    const back = filesWorld(open().api, testFolder());
    await back.call('chooseFolder', undefined);
    await back.call('download', { ...back.place, folder: world.there, way: [], names: ['up.dat'] });
    expect(await back.settled()).toMatchObject([{ state: 'done', moved: 24 * megabyte }]);
    const { folder } = await back.call('snapshot', undefined);
    expect(await hashOfFile(join(folder ?? '', 'up.dat'))).toBe(hash);
  });

  test('a download that was cut goes on where it stopped, bit by bit the same', async () => {
    const world = await streams();
    const hash = await writeMany(join(world.there, 'cut.dat'), 24);
    world.server.cutAfter = 12 * megabyte;
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    expect(failed).toMatchObject({ state: 'failed', resumes: true, size: 24 * megabyte });
    expect(failed?.moved).toBeGreaterThan(0);
    world.server.received = 0;
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done', moved: 24 * megabyte }]);
    expect(world.server.received).toBeLessThan(24 * megabyte - (failed?.moved ?? 0) + megabyte);
    expect(await hashOfFile(join(world.here, 'cut.dat'))).toBe(hash);
  });

  test('a download starts over if the file is another by now', async () => {
    const world = await streams();
    await writeMany(join(world.there, 'cut.dat'), 24);
    world.server.cutAfter = 12 * megabyte;
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    await writeFile(join(world.there, 'cut.dat'), 'another');
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done', moved: 7 }]);
    expect(await readFile(join(world.here, 'cut.dat'), 'utf8')).toBe('another');
  });

  test('the end of a file is read alone, and what follows a byte', async () => {
    const { files, world } = open();
    const path = join(testFolder(), 'log');
    await writeFile(path, `${'x'.repeat(20 * megabyte)}end`);
    const read = async (part: Parameters<typeof files.streams.read>[3]) => {
      let text = '';
      const heads: unknown[] = [];
      await files.streams.read(
        '',
        path,
        async (head) => {
          heads.push(head.from, head.size);
          return async (piece) => {
            text += Buffer.from(piece).toString();
          };
        },
        part,
      );
      return { text, heads };
    };
    const size = 20 * megabyte + 3;
    expect(await read({ last: 4 })).toEqual({ text: 'xend', heads: [size - 4, size] });
    expect(await read({ from: size - 1, mark: null })).toEqual({
      ...{ text: 'd', heads: [size - 1, size] },
    });
    expect(world.received).toBeLessThan(10_000);
  });

  test.skipIf(!existsSync('/proc/version'))(
    'a file of the kernel, which tells no size, is read to its end (needs /proc)',
    async () => {
      const { files } = open();
      const words = await readFile('/proc/version', 'utf8');
      expect(Buffer.from(await files.read('', '/proc/version', 10_000)).toString()).toBe(words);
      const seen: unknown[] = [];
      await files.streams.read(
        '',
        '/proc/version',
        async ({ size }) => {
          seen.push(size);
          return async (piece) => void seen.push(Buffer.from(piece).toString());
        },
        null,
      );
      expect(seen).toEqual([null, words]);
      const empty = join(testFolder(), 'empty');
      await writeFile(empty, '');
      expect(await files.read('', empty, 10)).toHaveLength(0);
      // one without an end
      expect(await files.read('', '/dev/zero', 10)).toHaveLength(0);
    },
  );

  /** Kinds of packets: `lstat` and `opendir` of version 3. */
  test.each([
    { before: 'it is looked at', kind: 7 },
    { before: 'it is read', kind: 11 },
  ])(
    'a folder that becomes a link before $before goes as a link, without what it leads to',
    async ({ kind }) => {
      const { files, world } = open();
      const outside = testFolder();
      await writeFile(join(outside, 'kept'), 'x');
      const folder = join(testFolder(), 'folder');
      const inner = join(folder, 'inner');
      await mkdir(inner, { recursive: true });
      await writeFile(join(inner, 'kept'), 'y');
      let swapped = false;
      world.sending = (one, packet) => {
        if (swapped || one !== kind || !packet.includes(inner)) return;
        swapped = true;
        rmSync(inner, { recursive: true });
        symlinkSync(outside, inner);
      };
      await files.remove('', folder, 'folder');
      expect(swapped).toBe(true);
      expect(existsSync(folder)).toBe(false);
      expect(await readdir(outside)).toEqual(['kept']);
    },
  );

  describe('what is overwritten', () => {
    test('is no folder', async () => {
      const { files } = open();
      const folder = testFolder();
      await mkdir(join(folder, 'runs'));
      const writing = files.write('', join(folder, 'runs'), Buffer.from('x'), 'overwrite');
      await expect(writing).rejects.toMatchObject({
        code: 'file-exists',
        details: { name: 'runs', status: 409 },
      });
      expect(await readdir(folder)).toEqual(['runs']);
    });

    test('has its name again if the new content cannot take it', async () => {
      const { files, world } = open(['-P', 'posix-rename']);
      const folder = testFolder();
      const path = join(folder, 'file');
      await writeFile(path, 'old');
      world.sending = (kind) => {
        // before the second `rename` what was written goes
        if (kind !== 18 || existsSync(path)) return;
        for (const name of readdirSync(folder)) {
          if (readFileSync(join(folder, name), 'utf8') === 'new') rmSync(join(folder, name));
        }
      };
      const writing = files.write('', path, Buffer.from('new'), 'overwrite');
      await expect(writing).rejects.toMatchObject({ code: 'ssh-file-failed' });
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['file']);
    });

    test('keeps its mode and stays a link’s; while it is written the old content is there', async () => {
      const { files } = open();
      const folder = testFolder();
      await mkdir(join(folder, 'other'));
      const path = join(folder, 'other', 'run.sh');
      await writeFile(path, 'old');
      await chmod(path, 0o750);
      const link = join(folder, 'link');
      await symlink(path, link);
      const seen: string[] = [];
      const watched = {
        size: 3,
        async *pieces() {
          seen.push(await readFile(path, 'utf8'));
          yield Buffer.from('new');
        },
      };
      await files.streams.write('', link, watched, 'overwrite');
      expect(seen).toEqual(['old']);
      expect(await readFile(path, 'utf8')).toBe('new');
      expect((await stat(path)).mode & 0o7777).toBe(0o750);
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      expect(await readdir(join(folder, 'other'))).toEqual(['run.sh']);
    });

    test.for(['failure', 'cancel', 'cut'] as const)('stays whole after a %s', async (what) => {
      const { files, world } = open();
      const folder = testFolder();
      const path = join(folder, 'file');
      await writeFile(path, 'old');
      const controller = new AbortController();
      const stopping = {
        size: 3 * megabyte,
        async *pieces() {
          yield Buffer.alloc(megabyte);
          if (what === 'failure') throw new Error('the disk is gone');
          if (what === 'cancel') controller.abort();
          else world.cut();
          for (;;) yield Buffer.alloc(megabyte);
        },
      };
      const writing = files.streams.write('', path, stopping, 'overwrite', controller.signal);
      await expect(writing).rejects.toThrow();
      expect(await readFile(path, 'utf8')).toBe('old');
      // After a cut there is no way to remove what had arrived.
      expect(await readdir(folder)).toHaveLength(what === 'cut' ? 2 : 1);
    });

    test('is replaced in two steps where the server has no single one', async () => {
      const { files } = open(['-P', 'posix-rename']);
      const folder = testFolder();
      const path = join(folder, 'file');
      await files.write('', path, Buffer.from('old'), 'overwrite');
      await expect(files.write('', path, Buffer.from('new'), 'overwrite')).resolves.toBe(undefined);
      expect(await readFile(path, 'utf8')).toBe('new');
      expect(await readdir(folder)).toEqual(['file']);
    });
  });

  test('a new file has its name only when it is whole', async () => {
    const { files } = open();
    const folder = testFolder();
    const path = join(folder, 'file');
    const failing = files.streams.write('', path, content(3 * megabyte, megabyte), 'create');
    await expect(failing).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
    await files.streams.write('', path, content(3 * megabyte), 'create');
    expect((await stat(path)).size).toBe(3 * megabyte);
    const again = files.streams.write('', path, content(10), 'create');
    await expect(again).rejects.toMatchObject({ details: { status: 409 } });
    expect(await readdir(folder)).toEqual(['file']);
  });
});
