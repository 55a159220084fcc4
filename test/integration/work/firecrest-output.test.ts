import { expect, test } from 'vitest';
import { createFirecrestApi } from '../../../main/work/operations/firecrest/index.ts';
import { readPiece } from '../../../main/work/operations/index.ts';
import { AppCloses } from '../../../main/work/operations/waiting.ts';
import { pace } from '../../support/work/apis-world.ts';
import { viewed } from '../../support/work/firecrest-view.ts';
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
    const [offset, size] = ['offset', 'size'].map((name) => Number(searchParams.get(name)));
    return offset === undefined || size === undefined || size <= 0
      ? json(response, { message: 'size must be a positive number' }, 400)
      : json(response, { output: viewed(file.bytes, offset, size) });
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
  // Bytes as everywhere: what shows them leaves out the rest of a character.
  const rest = '\ufffd'.repeat(2);
  expect(await read({ last: 5 })).toEqual({ from: length - 5, size: length, text: `${rest}前` });
  expect(await read({ from: length, most: 100 })).toEqual({ from: length, size: length, text: '' });
  file.bytes = Buffer.concat([file.bytes, Buffer.from('と次')]);
  expect(await read({ from: length, most: 4 })).toEqual({
    ...{ from: length, size: length + 6, text: 'と\ufffd' },
  });
  file.bytes = Buffer.from('anew');
  expect(await read({ from: length, most: 100 })).toEqual({ from: 0, size: 4, text: 'anew' });
  expect(server.asked.every(({ path }) => /\/ops\/(stat|view)\?/.test(path))).toBe(true);
});

test('a file with nothing in it has an empty end, and nothing new', async () => {
  const { read } = await start();
  expect(await read({ last: 100 })).toEqual({ from: 0, size: 0, text: '' });
  expect(await read({ from: 0, most: 100 })).toEqual({ from: 0, size: 0, text: '' });
});

test('a long text of characters of several bytes is read whole, from wherever and in whatever pieces', async () => {
  const { file, read } = await start();
  const line = 'é 名前 😀 line of the output\n';
  file.bytes = Buffer.from(line.repeat(20_000));
  const { length } = file.bytes;
  const last = 300_000;
  const whole = file.bytes.subarray(length - last).toString();
  const { from, text } = await read({ last });
  expect(from + Buffer.byteLength(text)).toBe(length);
  expect(whole.endsWith(text)).toBe(true);
  expect(last - Buffer.byteLength(text)).toBeLessThan(4);
  const pieces: string[] = [];
  for (let at = 0; at < length; ) {
    const piece = await read({ from: at, most: 99_991 });
    expect(piece.from).toBe(at);
    pieces.push(piece.text);
    at += Buffer.byteLength(piece.text);
    // what a reader leaves of a character that is cut comes with the next piece
    const cut = /\ufffd+$/.exec(piece.text)?.[0] ?? '';
    if (cut !== '') {
      pieces.push((pieces.pop() ?? '').slice(0, -cut.length));
      at -= Buffer.byteLength(cut);
    }
  }
  expect(pieces.join('')).toBe(file.bytes.toString());
});

test('a refusal to show a file is told, and is no empty file', async () => {
  const { file, server, read } = await start();
  file.bytes = Buffer.from('something');
  const { answer } = server;
  server.answer = (asked, response) =>
    asked.path.includes('/ops/view')
      ? json(response, { message: 'not yours' }, 403)
      : answer(asked, response);
  await expect(read({ last: 100 })).rejects.toMatchObject({ code: 'http-forbidden' });
});

test('a rename that the scheduler queues is waited for as long as the server tells of it', async () => {
  let asked = 0;
  const server = await startApiServer(({ path, method }, response) => {
    if (path.endsWith('/transfer/mv')) return json(response, { transferJob: { jobId: '7' } }, 201);
    if (method === 'DELETE' || !path.endsWith('/jobs/7')) return json(response, {}, 404);
    asked += 1;
    // The network is away for a moment.
    if (asked % 3 === 0) return response.destroy();
    // So is what answers for its server.
    if (asked % 7 === 0) return json(response, {}, 503);
    const state = asked < 20 ? 'PENDING' : 'COMPLETED';
    return json(response, { jobs: [{ jobId: '7', status: { state }, time: {} }] });
  });
  const send = networkSend(server.origin);
  const longest = { ...pace, first: 10, longest: 10, limit: 50 };
  const { files } = createFirecrestApi(send, { user: 'user', pace: longest });
  await files?.move('alps', '/scratch/a', '/scratch/b');
  expect(asked).toBe(20);
  expect(server.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

/** A FirecREST whose transfer job is as `stateAt` says at each question. */
async function transferring(stateAt: (asked: number) => string, change: Partial<typeof pace> = {}) {
  const times: number[] = [];
  const server = await startApiServer(({ method, path }, response) => {
    if (method === 'POST') return json(response, { transferJob: { jobId: '7', logs: {} } });
    if (method === 'DELETE' || !path.endsWith('/jobs/7')) return json(response, {}, 404);
    times.push(performance.now());
    const status = { state: stateAt(times.length) };
    return json(response, { jobs: [{ jobId: '7', status, time: {} }] });
  });
  const { files } = createFirecrestApi(networkSend(server.origin), {
    ...{ user: 'user', pace: { ...pace, ...change } },
  });
  if (files === null) throw new Error('it has no files');
  return { server, files, times };
}

test('a transfer job is asked about ever more rarely', async () => {
  const rarely = { first: 1, longest: 2, jobLongest: 60_000 };
  const { files, times } = await transferring((at) => (at < 13 ? 'PENDING' : 'COMPLETED'), rarely);
  await files.move('alps', '/scratch/a', '/scratch/b');
  expect((times[12] ?? 0) - (times[11] ?? 0)).toBeGreaterThan(50);
});

test.each([
  ['is given up where the user does not wait any more', undefined, 1],
  ['goes on as the app closes, where nothing is left to do here', new AppCloses(), 0],
])('a transfer job %s', async (_, why, cancelled) => {
  const { files, server, times } = await transferring(() => 'RUNNING');
  const waiting = new AbortController();
  const moving = files.move('alps', '/scratch/a', '/scratch/b', waiting.signal);
  await expect.poll(() => times.length).toBeGreaterThan(0);
  waiting.abort(why);
  await expect(moving).rejects.toMatchObject({ code: 'cancelled' });
  expect(server.sent('DELETE')).toBe(cancelled);
});
