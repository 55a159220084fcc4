import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { networkSend } from '../../support/work/network-send.ts';
import { filesWorld } from './files-world.ts';

/** A room over a server that answers as it likes; `folder` lies in `around`. */
async function hostile(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = testFolder();
  const world = filesWorld(createFieldApi(networkSend(origin)), folder);
  await world.call('chooseFolder', undefined);
  return { ...world, folder };
}

const listing = (lines: readonly string[]): RequestListener => {
  return (_, response) =>
    response.end(JSON.stringify({ status: 'OK', error: '', output: lines.join('\n') }));
};
const line = (name: string, size = '5') => `-rw-r--r-- 1 u g ${size} Nov 26 18:01 ${name}`;

test('names that try paths are left out of a list, and counted', async () => {
  const names = [
    '../up',
    '..',
    '.',
    'a/b',
    '/etc/passwd',
    'good.txt',
    'good.txt',
    `${'x'.repeat(2000)}`,
  ];
  const world = await hostile(listing(names.map((name) => line(name))));
  const { entries, leftOut } = await world.call('list', world.at('/home'));
  expect(entries.map(({ name }) => name)).toEqual(['good.txt']);
  expect(leftOut).toBe(5);
});

test('sizes and times that are none are unknown, and a list is bounded', async () => {
  const lines = [
    line('huge', '9'.repeat(400)),
    '-rw-r--r-- 1 u g 5 9999-99-99 99:99 never',
    ...Array.from({ length: 20_000 }, (_, at) => line(`file-${at}`)),
  ];
  const world = await hostile(listing(lines));
  const { entries, leftOut } = await world.call('list', world.at('/home'));
  expect(entries.length).toBe(10_000);
  expect(leftOut).toBe(10_002);
  expect(entries[0]).toMatchObject({ name: 'huge', size: null });
  expect(entries[1]).toMatchObject({ name: 'never', changedAt: null });
});

test.for([
  ['a page', '<html>'],
  ['a list', '[]'],
  ['a number', '{"output": 5}'],
  ['nothing', ''],
])('%s instead of a list is an error with a name', async ([, body]) => {
  const world = await hostile((_, response) => response.end(body));
  await expect(world.call('list', world.at('/home'))).rejects.toMatchObject({
    code: expect.stringMatching(/^answer-/),
  });
});

test('an endless list and an endless file end at their bounds', async () => {
  const world = await hostile((_, response) => {
    const more = (): void => {
      if (response.destroyed) return;
      response.write(Buffer.alloc(1024 * 1024, 120), more);
    };
    more();
  });
  await expect(world.call('list', world.at('/home'))).rejects.toMatchObject({
    code: 'answer-too-large',
  });
  const place = world.at('/home/endless');
  const start = await world.call('preview', { ...place, part: 'start' });
  expect(start).toMatchObject({ kind: 'text', whole: false, size: null });
  expect(start.kind === 'text' && start.text.length).toBe(64 * 1024);
  expect(await world.call('preview', { ...place, part: 'end' })).toEqual({
    kind: 'none',
    why: 'too-large',
  });
});

test('a download is written below the chosen folder only, under a safe name', async () => {
  const names = ['con.txt', '\u202egnp.exe', '.hidden', 'a:b', '-rf', 'a\\..\\b'];
  const world = await hostile((_, response) => response.end('content'));
  await world.call('download', { ...world.place, folder: '/home', way: [], names });
  const done = await world.settled();
  expect(done.map(({ state }) => state)).toEqual(names.map(() => 'done'));
  expect((await readdir(world.folder)).sort()).toEqual(
    done.map(({ savedAs, name }) => savedAs ?? name).sort(),
  );
  expect(await readdir(join(world.folder))).not.toContain('.hidden');
  for (const name of ['../x', '..', 'a/b', 'a\nb', 'a\0']) {
    await expect(
      world.call('download', { ...world.place, folder: '/home', way: [], names: [name] }),
    ).rejects.toMatchObject({ code: 'path-unusable' });
  }
});

test('a home that is no path is not followed', async () => {
  const world = await hostile((_, response) =>
    response.end(JSON.stringify({ status: 'OK', output: '/home/../etc\n', error: '' })),
  );
  expect(await world.call('home', world.place)).toBe('/');
});

test('a part that is not the one asked for is not joined to what is here', async () => {
  let asked = 0;
  const world = await hostile((_, response) => {
    asked += 1;
    const head = { 'accept-ranges': 'bytes', etag: '"a"' };
    if (asked === 1) {
      response.writeHead(200, { ...head, 'content-length': 100 });
      response.write('x'.repeat(50), () => response.destroy());
      return;
    }
    response.writeHead(206, { ...head, 'content-range': 'bytes 10-99/100', 'content-length': 90 });
    response.end('y'.repeat(90));
  });
  await world.call('download', { ...world.place, folder: '/home', way: [], names: ['a.txt'] });
  const [cut] = await world.settled();
  expect(cut).toMatchObject({ state: 'failed', moved: 50, resumes: true });
  await world.call('retry', { ids: [cut?.id ?? ''] });
  expect(await world.settled()).toMatchObject([
    { state: 'failed', problem: { code: 'answer-shape' } },
  ]);
  expect(await readdir(world.folder)).toEqual([]);
});

test('a compressed file is not stored as if it were the file', async () => {
  const world = await hostile((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end('no gzip');
  });
  await world.call('download', { ...world.place, folder: '/home', way: [], names: ['a.txt'] });
  expect(await world.settled()).toMatchObject([
    { state: 'failed', problem: { code: 'answer-encoding' } },
  ]);
  expect(await readdir(world.folder)).toEqual([]);
});

/** A folder that is in itself without end, as a loop of links or a lying server has it. */
const endlessFolder: RequestListener = (request, response) =>
  listing(['drwxr-xr-x 2 u g 4096 Nov 26 18:01 again', 'lrwxrwxrwx 1 u g 3 Nov 26 18:01 l -> /'])(
    request,
    response,
  );

test('a folder without end is refused, and nothing is made here', async () => {
  const world = await hostile(endlessFolder);
  const asked = { ...world.place, folder: '/home', way: [], names: [], folders: ['again'] };
  await expect(world.call('download', asked)).rejects.toMatchObject({
    code: 'folder-too-deep',
    details: { limit: 32 },
  });
  expect(await readdir(world.folder)).toEqual([]);
});
