import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { testNetwork } from '../../../support/worlds/network.ts';

/** Says an answer as soon as a body begins, and closes; the rest of the body is never taken. */
const hasty = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.pause();
      socket.write(workerData, () => socket.destroy());
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const piece = Buffer.alloc(64 * 1024);
const pieces = 100;

/** Sends a body to a server in a thread of its own; meanwhile this thread is so busy that it reads nothing. */
async function send(answer: string) {
  const worker = new Worker(hasty, { eval: true, workerData: answer });
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = (await once(worker, 'message')) as [number];
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  onTestFinished(() => network.close());
  return network.request({
    url: `http://127.0.0.1:${port}/part`,
    method: 'PUT',
    headers: { 'content-length': String(piece.length * pieces) },
    async *body() {
      yield piece;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      for (let left = pieces - 1; left > 0; left -= 1) yield piece;
    },
  });
}

const words = '<Error><Code>SlowDown</Code></Error>';
const refusal = [
  'HTTP/1.1 503 Slow Down',
  `content-length: ${words.length}`,
  'connection: close',
  '',
  words,
].join('\r\n');

test('the answer of a server that takes no more of a body is read, not lost with the connection', async () => {
  const { status, body } = await send(refusal);
  expect([status, Buffer.from(body).toString()]).toEqual([503, words]);
});

test('a server that closes without a word is a connection that was cut', async () => {
  await expect(send('')).rejects.toMatchObject({ code: expect.stringMatching(/^network-/) });
});
