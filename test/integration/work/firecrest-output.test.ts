import { expect, test } from 'vitest';
import { createFirecrestApi } from '../../../main/work/operations/firecrest/index.ts';
import { readPiece } from '../../../main/work/operations/index.ts';
import { pace } from '../../support/work/apis-world.ts';
import { json, startApiServer } from '../../support/work/jobs-world.ts';
import { networkSend } from '../../support/work/network-send.ts';

const megabyte = 1024 * 1024;

/** A FirecREST with one file, which it decodes as it sends it. */
async function start() {
  const file = { bytes: Buffer.alloc(0) };
  const server = await startApiServer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    if (pathname.endsWith('/ops/stat')) {
      return json(response, { output: { size: file.bytes.length } });
    }
    if (!pathname.endsWith('/ops/view')) return json(response, {}, 404);
    const from = Number(searchParams.get('offset'));
    const bytes = file.bytes.subarray(from, from + Number(searchParams.get('size')));
    return json(response, { output: bytes.toString() });
  });
  const { files } = createFirecrestApi(networkSend(server.origin), { user: 'user', pace });
  if (files === null) throw new Error('no files');
  const read = async (wanted: Parameters<typeof readPiece>[3]) => {
    const { bytes, ...piece } = await readPiece(files, 'alps', '/scratch/out', wanted);
    return { ...piece, text: Buffer.from(bytes).toString() };
  };
  return { file, server, read };
}

test('the end of a long output, and what is new of it, are read without a transfer job', async () => {
  const { file, server, read } = await start();
  file.bytes = Buffer.concat([Buffer.alloc(20 * megabyte, 'x'), Buffer.from('名前')]);
  const { length } = file.bytes;
  expect(await read({ last: 3 })).toEqual({ from: length - 3, size: length, text: '前' });
  // Within a character.
  expect(await read({ last: 5 })).toEqual({ from: length - 3, size: length, text: '前' });
  expect(await read({ from: length, most: 100 })).toEqual({ from: length, size: length, text: '' });
  file.bytes = Buffer.concat([file.bytes, Buffer.from('と次')]);
  expect(await read({ from: length, most: 4 })).toEqual({
    ...{ from: length, size: length + 6, text: 'と' },
  });
  file.bytes = Buffer.from('anew');
  expect(await read({ from: length, most: 100 })).toEqual({ from: 0, size: 4, text: 'anew' });
  expect(server.asked.every(({ path }) => /\/ops\/(stat|view)\?/.test(path))).toBe(true);
});
