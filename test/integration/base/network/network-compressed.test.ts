import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { testNetwork } from '../../../support/worlds/network.ts';

const words = 'Strom und Wasser, 電気と水. '.repeat(200);
const plain = Buffer.from(words);

async function serving(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  onTestFinished(async () => {
    await network.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return (maxBytes?: number) =>
    network.request({ url, ...(maxBytes === undefined ? {} : { maxBytes }) });
}

const answering = (body: Uint8Array, encoding: string, status = 200) =>
  serving((_, response) => {
    response.writeHead(status, { 'content-encoding': encoding, 'content-length': body.length });
    response.end(body);
  });

const encoded: [string, string, Uint8Array][] = [
  ['gzip', 'gzip', gzipSync(plain)],
  ['gzip in capitals', 'GZIP', gzipSync(plain)],
  ['gzip by its old name', 'x-gzip', gzipSync(plain)],
  [
    'gzip in two members',
    'gzip',
    Buffer.concat([gzipSync(plain.subarray(0, 99)), gzipSync(plain.subarray(99))]),
  ],
  ['deflate with the header of zlib', 'deflate', deflateSync(plain)],
  ['deflate without it', 'deflate', deflateRawSync(plain)],
  ['br', 'br', brotliCompressSync(plain)],
  ['zstd', 'zstd', zstdCompressSync(plain)],
  ['several, the last one first', 'gzip, br', brotliCompressSync(gzipSync(plain))],
  ['identity beside another', 'identity, deflate ,', deflateSync(plain)],
  ['identity', 'identity', plain],
  ['none', 'none', plain],
  ['a charset', 'UTF-8', plain],
  ['gzip that a proxy took away already', 'gzip', plain],
  ['zstd that a proxy took away already', 'zstd', plain],
];

test.each(encoded)(
  'a body is read although the server compressed it: %s',
  async (_, name, body) => {
    const ask = await answering(body, name);
    const answer = await ask();
    expect(Buffer.from(answer.body).toString()).toBe(words);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('content-length');
  },
);

test.each(['gzip', 'deflate', 'br', 'zstd', 'strange'])(
  'nothing stays nothing: %s',
  async (name) => {
    for (const status of [200, 204]) {
      const ask = await serving((_, response) => {
        response.writeHead(status, { 'content-encoding': name }).end();
      });
      if (name === 'strange') {
        await expect(ask()).rejects.toMatchObject({ code: 'answer-encoding' });
      } else expect((await ask()).body).toHaveLength(0);
    }
  },
);

const unreadable: [string, string, Uint8Array, string][] = [
  ['an unknown one', 'strange', plain, 'unknown'],
  ['LZW', 'compress', plain, 'unknown'],
  ['an object’s member', '__proto__', plain, 'unknown'],
  ['an unknown one among others', 'gzip, strange', gzipSync(plain), 'unknown'],
  ['five in a row', 'gzip,gzip,gzip,gzip,gzip', gzipSync(plain), 'unknown'],
  ['a gzip that was cut', 'gzip', gzipSync(plain).subarray(0, 40), 'damaged'],
  ['a br that was cut', 'br', brotliCompressSync(plain).subarray(0, 20), 'damaged'],
  ['a zstd that was cut', 'zstd', zstdCompressSync(plain).subarray(0, 20), 'damaged'],
  ['a deflate that is none', 'deflate', plain, 'damaged'],
  ['a br that is none', 'br', plain, 'damaged'],
];

test.each(unreadable)('%s is told with its name', async (_, name, body, reason) => {
  const ask = await answering(body, name);
  await expect(ask()).rejects.toMatchObject({
    code: 'answer-encoding',
    details: { encoding: expect.stringMatching(/^[\w ,]+$/), reason },
  });
  // A refusal stays one: its status says more than words that nobody can read.
  const refuse = await answering(body, name, 403);
  const { status, body: said } = await refuse();
  expect({ status, length: said.length }).toEqual({ status: 403, length: 0 });
});

const bomb = Buffer.alloc(20 * 1024 * 1024, ' ');
const bombs: [string, string, Uint8Array][] = [
  ['gzip', 'gzip', gzipSync(bomb)],
  ['deflate', 'deflate', deflateSync(bomb)],
  ['deflate without a header', 'deflate', deflateRawSync(bomb)],
  ['br', 'br', brotliCompressSync(bomb, { params: {} })],
  ['zstd', 'zstd', zstdCompressSync(bomb)],
  ['gzip in gzip', 'gzip, gzip', gzipSync(gzipSync(bomb))],
];

test.each(bombs)('a body that grows past its bound is too large: %s', async (_, name, body) => {
  const ask = await answering(body, name);
  await expect(ask(1024 * 1024)).rejects.toMatchObject({
    code: 'answer-too-large',
    details: { maxBytes: 1024 * 1024 },
  });
});

test('what just fits its bound is read', async () => {
  const ask = await answering(gzipSync(plain), 'gzip');
  expect((await ask(plain.length)).body).toHaveLength(plain.length);
  await expect(ask(plain.length - 1)).rejects.toMatchObject({ code: 'answer-too-large' });
});

test('a redirect that is compressed is followed', async () => {
  const ask = await serving((request, response) => {
    const body = gzipSync(plain);
    const where = request.url === '/' ? { location: '/there' } : {};
    response.writeHead(request.url === '/' ? 302 : 200, { 'content-encoding': 'gzip', ...where });
    response.end(body);
  });
  expect(Buffer.from((await ask()).body).toString()).toBe(words);
});
