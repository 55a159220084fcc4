import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { HttpRule } from '../../../../preload/contract/http-rules.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { hasOpenssl, makePki } from '../../../support/worlds/pki.ts';

const network = testNetwork({ env: {}, usualAuthorities: [] });
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => network.close());

/** A server below HTTP, given each connection; gives its port. */
async function serve(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
function keepOpen(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  cleanUps.push(() => socket.destroy());
}

/** Answers every connection with these bytes, and ends it. */
async function saying(text: string): Promise<string> {
  const server = createServer((socket) => {
    keepOpen(socket);
    socket.once('data', () => socket.end(Buffer.from(text, 'latin1')));
  });
  return `http://127.0.0.1:${await serve(server)}/`;
}
const ok = (headers: string, body = 'ok') => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;
const chunked = (body: string) => ok('Transfer-Encoding: chunked', body);

test.each<readonly [string, HttpRule, string]>([
  ['100 unasked', 'unaskedContinue', `HTTP/1.1 100 Continue\r\n\r\n${ok('Content-Length: 2')}`],
  ['101 unasked', 'unaskedUpgrade', 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['two equal lengths', 'lengthTwice', ok('Content-Length: 2\r\nContent-Length: 2')],
  ['two equal lengths in one', 'lengthTwice', ok('Content-Length: 2, 2')],
  ['two lengths', 'lengthTwice', ok('Content-Length: 2\r\nContent-Length: 3')],
  ['a length in words', 'length', ok('Content-Length: two')],
  ['a negative length', 'length', ok('Content-Length: -2')],
  ['an empty length', 'length', ok('Content-Length: ')],
  ['a length beyond numbers', 'length', ok(`Content-Length: ${'9'.repeat(25)}`)],
  ['NUL after the length', 'header', ok('Content-Length: 2\r\nA: b\0c')],
  ['obs-fold after the length', 'folded', ok('Content-Length: 2\r\nA: b\r\n c')],
  ['bare LF after the length', 'lineEnd', ok('Content-Length: 2\nA: b')],
  ['bare LF after all headers', 'lineEnd', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\nok'],
  ['bare LF', 'lineEnd', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
  ['bare LF after a header', 'lineEnd', ok('A: b\nContent-Length: 2')],
  ['bare CR in a header', 'lineEnd', ok('A: b\rc\r\nContent-Length: 2')],
  ['obs-fold by a space', 'folded', ok('A: b\r\n c\r\nContent-Length: 2')],
  ['obs-fold by a tab', 'folded', ok('A: b\r\n\tc\r\nContent-Length: 2')],
  [
    'length, then chunks',
    'lengthAndChunks',
    ok('Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\nok\r\n0\r\n\r\n'),
  ],
  [
    'chunks, then length',
    'lengthAndChunks',
    ok('Transfer-Encoding: chunked\r\nContent-Length: 2', '2\r\nok\r\n0\r\n\r\n'),
  ],
  ['a chunk’s size that is none', 'chunk', chunked('zz\r\nok\r\n0\r\n\r\n')],
  ['a chunk’s size beyond numbers', 'chunk', chunked(`${'f'.repeat(20)}\r\nok`)],
  ['a chunk longer than it says', 'chunk', chunked('2\r\nokXX0\r\n\r\n')],
  ['a chunk ended by LF', 'chunk', chunked('2\nok\n0\n\n')],
  ['a name outside ASCII', 'header', ok('A\u00e9: b\r\nContent-Length: 2')],
  ['NUL in a header', 'header', ok('A: b\0c\r\nContent-Length: 2')],
  ['a space before the colon', 'header', ok('A : b\r\nContent-Length: 2')],
  ['a header without a colon', 'header', ok('Abc\r\nContent-Length: 2')],
  ['a space before the first header', 'header', ok(' A: b\r\nContent-Length: 2')],
  ['HTTP/2 in HTTP/1', 'statusLine', 'HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  ['HTTP/1.2', 'statusLine', 'HTTP/1.2 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  ['a status of two digits', 'statusLine', 'HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok'],
  ['a status below 100', 'statusLine', 'HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\nok'],
  ['two spaces before the status', 'statusLine', 'HTTP/1.1  200 OK\r\n\r\nok'],
  ['204 with a body', 'lengthDiffers', 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nok'],
])('%s: the server breaks HTTP by %s', async (_, rule, text) => {
  const url = await saying(text);
  await expect(network.request({ url })).rejects.toMatchObject({
    ...{ code: 'http-broken', retryable: false, details: { host: new URL(url).host, rule } },
  });
});

test.each<readonly [string, number, string, string]>([
  ['102 before', 200, 'ok', `HTTP/1.1 102 Processing\r\n\r\n${ok('Content-Length: 2')}`],
  ['103 before', 200, 'ok', `HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n${ok('Content-Length: 2')}`],
  ['no reason', 200, 'ok', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'],
  ['an empty reason', 200, 'ok', 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok'],
  ['a reason outside ASCII', 200, 'ok', 'HTTP/1.1 200 caf\u00e9\r\nContent-Length: 2\r\n\r\nok'],
  ['a value outside ASCII', 200, 'ok', ok('A: caf\u00e9\r\nContent-Length: 2')],
  ['HTTP/1.0 without a length', 200, 'ok', 'HTTP/1.0 200 OK\r\n\r\nok'],
  ['HTTP/1.0 with one', 200, 'ok', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  ['HTTP/1.1 without a length', 200, 'ok', 'HTTP/1.1 200 OK\r\n\r\nok'],
  ['no body', 200, '', ok('Content-Length: 0', '')],
  ['no body in chunks', 200, '', chunked('0\r\n\r\n')],
  ['chunks with extensions', 200, 'ok', chunked('2;a=b\r\nok\r\n0\r\n\r\n')],
  ['empty lines before', 200, 'ok', `\r\n\r\n${ok('Content-Length: 2')}`],
  ['more than the length', 200, 'ok', ok('Content-Length: 2', 'okmore')],
  ['an unknown status', 599, 'ok', 'HTTP/1.1 599 X\r\nContent-Length: 2\r\n\r\nok'],
  ['304 with the length of the rest', 304, '', 'HTTP/1.1 304 X\r\nContent-Length: 20\r\n\r\n'],
])('%s: is read', async (_, status, body, text) => {
  const answer = await network.request({ url: await saying(text) });
  expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([status, body]);
});

test.each([
  ['before anything', ''],
  ['in the status line', 'HTTP/1.'],
  ['in the headers', 'HTTP/1.1 200 OK\r\nConte'],
  ['in the body', ok('Content-Length: 10')],
  ['in a chunk', chunked('5\r\nok')],
  ['before the last chunk', chunked('2\r\nok\r\n')],
])('a connection that ends %s is cut, and breaks nothing else', async (_, text) => {
  await expect(network.request({ url: await saying(text) })).rejects.toMatchObject({
    code: 'network-reset',
  });
});

test.each(['<html>hello</html>', 'SSH-2.0-OpenSSH_9\r\n', 'ok', 'ICY 200 OK\r\n\r\n'])(
  '%j is no HTTP at all',
  async (text) => {
    await expect(network.request({ url: await saying(text) })).rejects.toMatchObject({
      ...{ code: 'answer-not-json', details: { found: 'not-http' } },
    });
  },
);

/** Takes the request that comes as the second on a connection, and closes it without an answer. */
function closing(log: string[], how: 'end' | 'reset') {
  let connections = 0;
  return (socket: Socket): void => {
    keepOpen(socket);
    const connection = ++connections;
    let requests = 0;
    socket.on('data', (bytes: Buffer) => {
      log.push(`${connection} ${/^[A-Z]+ \S+/.exec(bytes.toString())?.[0]}`);
      if (++requests === 1 && !bytes.includes('/never')) {
        socket.write(ok('Content-Length: 2\r\nConnection: keep-alive'));
      } else if (how === 'end') socket.end();
      else socket.resetAndDestroy();
    });
  };
}

/** Until the connection is free for another request. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

describe.each(['end', 'reset'] as const)('a connection that was idle and is closed (%s)', (how) => {
  async function world() {
    const log: string[] = [];
    const url = `http://127.0.0.1:${await serve(createServer(closing(log, how)))}`;
    const ask = (path: string, method = 'GET') =>
      network.request({
        url: `${url}${path}`,
        method,
        ...(method === 'POST' ? { body: 'x' } : {}),
      });
    return { log, ask };
  }

  test('has a GET sent once more', async () => {
    const { log, ask } = await world();
    expect((await ask('/1')).status).toBe(200);
    await idle();
    expect((await ask('/2')).status).toBe(200);
    expect(log).toEqual(['1 GET /1', '1 GET /2', '2 GET /2']);
  });

  test('has no GET sent for ever', async () => {
    const { log, ask } = await world();
    expect((await ask('/1')).status).toBe(200);
    await idle();
    await expect(ask('/never')).rejects.toMatchObject({ code: 'network-reset' });
    expect(log).toEqual(['1 GET /1', '1 GET /never', '2 GET /never']);
  });

  test('has a POST sent once: it may have been handled', async () => {
    const { log, ask } = await world();
    expect((await ask('/1')).status).toBe(200);
    await idle();
    await expect(ask('/2', 'POST')).rejects.toMatchObject({ code: 'network-reset' });
    expect(log).toEqual(['1 GET /1', '1 POST /2']);
  });

  test('is another than one that was never used: the server means it', async () => {
    const { log, ask } = await world();
    await expect(ask('/never')).rejects.toMatchObject({ code: 'network-reset' });
    expect(log).toEqual(['1 GET /never']);
  });
});

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: closed connections of TLS (no openssl command)');

test.skipIf(!openssl)('the same over TLS, where the handshake alone is no use of it', async () => {
  const pki = await makePki(join(tmpdir(), `broken-http-${process.pid}`));
  const log: string[] = [];
  const { privateKeyPem: key, certificatePem: cert } = pki.servers.good;
  const port = await serve(createTlsServer({ key, cert }, closing(log, 'end')));
  const authorities = [pki.authorities.servers.pem];
  const get = (path: string) =>
    network.request({ url: `https://localhost:${port}${path}`, authorities });
  await expect(get('/never')).rejects.toMatchObject({ code: 'network-reset' });
  expect(log).toEqual(['1 GET /never']);
  expect((await get('/1')).status).toBe(200);
  await idle();
  expect((await get('/2')).status).toBe(200);
  expect(log.slice(1)).toEqual(['2 GET /1', '2 GET /2', '3 GET /2']);
});
