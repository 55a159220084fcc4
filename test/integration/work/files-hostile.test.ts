import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFieldApi } from '../../../main/work/operations/field/index.ts';
import type { Send } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { testFolder } from '../../support/files/folder.ts';
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
  const send: Send = async (
    { method, path, query = {}, body, maxBytes = 16 * 1024 * 1024 },
    signal,
  ) => {
    const url = `${origin}${path}?${new URLSearchParams(query)}`;
    const reply = await fetch(url, {
      method,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of reply.body ?? []) {
      size += part.length;
      // As the app's own network does.
      if (size > maxBytes) throw new AppError('answer-too-large', { details: { host: 'x' } });
      parts.push(part);
    }
    return { status: reply.status, headers: {}, body: Buffer.concat(parts), url };
  };
  const folder = testFolder();
  const world = filesWorld(createFieldApi(send), folder);
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
  expect(await world.call('preview', { ...world.at('/home/endless'), part: 'start' })).toEqual({
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
