import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startFilesServer } from '../../support/work/files-server.ts';
import { hashOfFile, writeMany } from '../../support/work/many-bytes.ts';
import { networkSend } from '../../support/work/network-send.ts';
import { filesWorld } from './files-world.ts';

/** A room over a server of its own. Both folders are empty. */
async function streams() {
  const there = testFolder();
  const here = testFolder();
  const server = await startFilesServer(there);
  const world = filesWorld(createFieldApi(networkSend(server.origin)), here);
  await world.call('chooseFolder', undefined);
  const given = { ...world.place, folder: '/', way: [] };
  return {
    ...server,
    ...world,
    there,
    here,
    upload: (names: string[]) => world.call('upload', { ...given, names }),
    download: (names: string[]) => world.call('download', { ...given, names }),
  };
}

const megabyte = 1024 * 1024;

test('a file goes up and comes down piece by piece with the same hash, and tells its progress', async () => {
  const world = await streams();
  const hash = await writeMany(join(world.here, 'up.dat'), 12);
  await world.upload(['up.dat']);
  expect(await world.settled()).toMatchObject([
    { state: 'done', size: 12 * megabyte, moved: 12 * megabyte },
  ]);
  expect(await hashOfFile(join(world.there, 'up.dat'))).toBe(hash);
  const back = filesWorld(createFieldApi(networkSend(world.origin)), testFolder());
  await back.call('chooseFolder', undefined);
  await back.call('download', { ...back.place, folder: '/', way: [], names: ['up.dat'] });
  expect(await back.settled()).toMatchObject([{ state: 'done', moved: 12 * megabyte }]);
  const { folder } = await back.call('snapshot', undefined);
  expect(await hashOfFile(join(folder ?? '', 'up.dat'))).toBe(hash);
});

describe('a download that is interrupted', () => {
  test('goes on where it stopped, bit by bit the same', async () => {
    const world = await streams();
    const hash = await writeMany(join(world.there, 'cut.dat'), 6);
    world.manners.cutAfter = 2 * megabyte;
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    expect(failed).toMatchObject({ state: 'failed', resumes: true, size: 6 * megabyte });
    expect(failed?.moved).toBeGreaterThan(0);
    expect(await readdir(world.here)).toEqual([
      expect.stringMatching(/^cut\.dat\.[0-9a-f]{6}\.part$/),
    ]);
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done', moved: 6 * megabyte }]);
    expect(world.asked.map(({ range }) => range)).toEqual([null, `bytes=${failed?.moved}-`]);
    expect(await hashOfFile(join(world.here, 'cut.dat'))).toBe(hash);
    expect(await readdir(world.here)).toEqual(['cut.dat']);
  });

  test('starts over if the file is another by now', async () => {
    const world = await streams();
    await writeMany(join(world.there, 'cut.dat'), 4);
    world.manners.cutAfter = megabyte;
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    world.manners.tag = '"two"';
    await writeFile(join(world.there, 'cut.dat'), 'another');
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done', moved: 7 }]);
    expect(await readFile(join(world.here, 'cut.dat'), 'utf8')).toBe('another');
  });

  test('starts over where the server gives no parts, and leaves nothing', async () => {
    const world = await streams();
    const hash = await writeMany(join(world.there, 'cut.dat'), 4);
    Object.assign(world.manners, { cutAfter: megabyte, ranges: false });
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    expect(failed).toMatchObject({ state: 'failed', resumes: false, moved: 0 });
    expect(await readdir(world.here)).toEqual([]);
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done' }]);
    expect(world.asked.map(({ range }) => range)).toEqual([null, null]);
    expect(await hashOfFile(join(world.here, 'cut.dat'))).toBe(hash);
  });

  test('is whole if the file has become shorter than what is here', async () => {
    const world = await streams();
    await writeMany(join(world.there, 'cut.dat'), 4);
    world.manners.cutAfter = 2 * megabyte;
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    await truncate(join(world.there, 'cut.dat'), 10);
    await world.call('retry', { ids: [failed?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done', moved: 10 }]);
    expect(await readFile(join(world.here, 'cut.dat'))).toHaveLength(10);
  });
});

describe('a pause', () => {
  test('of a download keeps what has come, and goes on from there', async () => {
    const world = await streams();
    const hash = await writeMany(join(world.there, 'large.dat'), 48);
    await world.download(['large.dat']);
    const isMoving = await world.until(([one]) => (one?.moved ?? 0) > 0 || one?.state === 'done');
    await world.call('pause', { ids: [isMoving[0]?.id ?? ''] });
    const [paused] = await world.settled();
    // A server on this computer may be faster than the pause.
    if (paused?.state !== 'done') {
      expect(paused).toMatchObject({ state: 'paused', resumes: true });
      await world.call('retry', { ids: [paused?.id ?? ''] });
      expect(await world.settled()).toMatchObject([{ state: 'done' }]);
      expect(world.asked.at(-1)?.range).toBe(`bytes=${paused?.moved}-`);
    }
    expect(await hashOfFile(join(world.here, 'large.dat'))).toBe(hash);
  });

  test('lets those that wait wait, and they begin when they are told to', async () => {
    const world = await streams();
    for (const name of ['one.txt', 'two.txt']) await writeFile(join(world.there, name), name);
    await world.download(['one.txt', 'two.txt']);
    const { transfers } = await world.call('snapshot', undefined);
    await world.call('pause', { ids: [transfers[1]?.id ?? ''] });
    expect(await world.settled()).toMatchObject([{ state: 'done' }, { state: 'paused' }]);
    await world.call('retry', { ids: transfers.map(({ id }) => id) });
    expect(await world.settled()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
  });
});

describe('nothing that is not whole is left', () => {
  test.for(['cancel', 'forget', 'close'] as const)('after %s', async (end) => {
    const world = await streams();
    await writeMany(join(world.there, 'cut.dat'), 4);
    world.manners.cutAfter = megabyte;
    await world.download(['cut.dat']);
    const [failed] = await world.settled();
    expect(await readdir(world.here)).toHaveLength(1);
    await world.call('retry', { ids: [failed?.id ?? ''] });
    if (end === 'cancel') {
      await world.call('cancel', { id: failed?.id ?? '' });
      const [ended] = await world.settled();
      if (ended?.state !== 'done') expect(await readdir(world.here)).toEqual([]);
    } else {
      await (end === 'forget' ? world.room.forget('s1') : world.room.close());
      expect((await readdir(world.here)).filter((name) => name.endsWith('.part'))).toEqual([]);
    }
  });

  test('after a failed one is cleared from the list', async () => {
    const world = await streams();
    await writeMany(join(world.there, 'cut.dat'), 4);
    world.manners.cutAfter = megabyte;
    await world.download(['cut.dat']);
    await world.settled();
    await world.call('clearEnded', undefined);
    await expect.poll(() => readdir(world.here)).toEqual([]);
  });
});

test('an upload whose file is gone or shorter by now fails, and says so', async () => {
  const world = await streams();
  await world.upload(['never.dat']);
  const [gone] = await world.settled();
  expect(gone).toMatchObject({ state: 'failed', problem: { code: 'file-not-read' } });
  expect(await readdir(world.there)).toEqual([]);
});

test('a large file is not sent only to learn that its name is taken', async () => {
  const world = await streams();
  await writeMany(join(world.here, 'large.dat'), 2);
  await writeFile(join(world.there, 'large.dat'), 'there');
  await world.upload(['large.dat']);
  expect(await world.settled()).toMatchObject([
    { state: 'asks', conflict: { there: { size: 5 } } },
  ]);
  expect(world.asked).toEqual([]);
});

describe('a preview', () => {
  const end = { part: 'end' as const };
  test.for([
    [true, 40],
    [false, 40],
  ] as const)('shows beginning and end of a long text (parts: %s)', async ([ranges, size]) => {
    const world = await streams();
    world.manners.ranges = ranges;
    const line = `${'x'.repeat(1023)}\n`;
    await writeFile(join(world.there, 'log.txt'), `first\n${line.repeat(size * 1024)}last\n`);
    const place = world.at('/log.txt');
    const start = await world.call('preview', { ...place, part: 'start' });
    expect(start).toMatchObject({ kind: 'text', whole: false, size: size * megabyte + 11 });
    expect(start.kind === 'text' && start.text.startsWith('first\n')).toBe(true);
    const tail = await world.call('preview', { ...place, ...end });
    expect(tail).toMatchObject({ kind: 'text', whole: false, size: size * megabyte + 11 });
    expect(tail.kind === 'text' && tail.text.endsWith('x\nlast\n')).toBe(true);
    expect(tail.kind === 'text' && tail.text.length).toBeLessThanOrEqual(64 * 1024);
  });

  test('of the end of an empty file is empty', async () => {
    const world = await streams();
    await writeFile(join(world.there, 'empty.txt'), '');
    expect(await world.call('preview', { ...world.at('/empty.txt'), ...end })).toMatchObject({
      kind: 'text',
      text: '',
      whole: true,
    });
  });

  test('of a PDF is its bytes, and a large one has none', async () => {
    const world = await streams();
    await writeFile(join(world.there, 'a.pdf'), '%PDF-1.7\n');
    await writeFile(join(world.there, 'b.pdf'), `%PDF-1.7\n${'x'.repeat(9 * megabyte)}`);
    const look = (name: string) =>
      world.call('preview', { ...world.at(`/${name}`), part: 'start' });
    expect(await look('a.pdf')).toMatchObject({ kind: 'pdf', bytes: expect.anything() });
    expect(await look('b.pdf')).toEqual({ kind: 'none', why: 'too-large' });
  });
});

test('a single file of any size is saved where the user says', async () => {
  const world = await streams();
  await writeMany(join(world.there, 'one.dat'), 3);
  await world.call('save', world.at('/one.dat'));
  expect(world.saved).toMatchObject([{ name: 'one.dat' }]);
  expect(world.saved[0]?.bytes).toHaveLength(3 * megabyte);
});

test('a folder is made here, where nothing has its name', async () => {
  const world = await streams();
  await world.call('makeFolderHere', { way: [], name: 'new' });
  await world.call('makeFolderHere', { way: ['new'], name: 'inner' });
  expect(await readdir(join(world.here, 'new'))).toEqual(['inner']);
  const again = world.call('makeFolderHere', { way: [], name: 'new' });
  await expect(again).rejects.toMatchObject({ code: 'file-exists' });
  await mkdir(join(world.here, 'target'));
  await symlink(join(world.here, 'target'), join(world.here, 'link'));
  for (const [way, name] of [
    [[], '../up'],
    [[], 'a:b'],
    [['link'], 'x'],
    [['..'], 'x'],
  ] as const) {
    await expect(world.call('makeFolderHere', { way: [...way], name })).rejects.toBeTruthy();
  }
  expect(await readdir(join(world.here, 'target'))).toEqual([]);
});
