import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { fetchStatus } from '../../../../main/machines/monitor/status.ts';
import { testNetwork } from '../../../support/worlds/network.ts';

const network = testNetwork({ env: {} });
const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
});
afterAll(() => network.close());

/** A loopback server; gives its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${portOf(server.address())}`;
}

/** A server below HTTP. */
async function serveRaw(listener: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    // A client that goes away is what these tests provoke.
    socket.on('error', () => socket.destroy());
    listener(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${portOf(server.address())}`;
}

function portOf(address: string | { port: number } | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const text = (body: Uint8Array) => Buffer.from(body).toString();

test('an answer of any status comes with its headers and its body', async () => {
  const url = await serve((request, response) => {
    response.writeHead(418, { 'X-Seen': [request.method ?? '', 'b'] }).end('tea');
  });
  const answer = await network.request({ url: `${url}/x?y=1`, method: 'post', body: 'z' });
  expect(answer).toMatchObject({ status: 418, url: `${url}/x?y=1` });
  expect(answer.headers['x-seen']).toBe('POST, b');
  expect(text(answer.body)).toBe('tea');
});

test('names below localhost are this machine, whatever a resolver would say', async () => {
  const url = await serve((request, response) => response.end(request.headers.host));
  const { port } = new URL(url);
  for (const name of ['localhost', 'app.localhost', 'a.b.localhost', 'LOCALHOST']) {
    const answer = await network.request({ url: `http://${name}:${port}/` });
    expect(text(answer.body)).toBe(`${name.toLowerCase()}:${port}`);
  }
  const dotted = network.request({ url: `http://localhost.:${port}/` });
  await expect(dotted).rejects.toMatchObject({ code: 'address-invalid' });
});

test("the caller's headers take the place of the usual ones, whatever their case", async () => {
  const url = await serve((request, response) => response.end(request.rawHeaders.join('|')));
  const answer = await network.request({ url, headers: { Accept: 'a/b', 'X-More': 'c' } });
  expect(text(answer.body)).toMatch(/accept\|a\/b\|accept-encoding\|identity\|x-more\|c/);
  expect(text(answer.body)).not.toContain('*/*');
});

test.each([
  ['http://api.example/', 'not-https'],
  ['ftp://localhost/', 'not-https'],
  ['nonsense', 'not-a-url'],
  ['https://user:word@localhost/', 'has-credentials'],
])('%s is not called', async (url, problem) => {
  await expect(network.request({ url })).rejects.toMatchObject({
    code: 'address-invalid',
    details: { problem },
  });
});

test('nothing listening is refused', async () => {
  const url = await serve(() => undefined);
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
  await expect(network.request({ url })).rejects.toMatchObject({
    code: 'network-refused',
    details: { host: new URL(url).host, reason: 'ECONNREFUSED' },
    retryable: true,
  });
});

test('a connection cut before or in the middle of an answer is a reset', async () => {
  const atOnce = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
  await expect(network.request({ url: atOnce })).rejects.toMatchObject({ code: 'network-reset' });
  const inside = await serveRaw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')),
  );
  await expect(network.request({ url: inside })).rejects.toMatchObject({ code: 'network-reset' });
});

test('a server that takes too long is named with the phase', async () => {
  const silent = await serveRaw(() => undefined);
  await expect(network.request({ url: silent, headersTimeout: 50 })).rejects.toMatchObject({
    code: 'network-timeout',
    details: { phase: 'headers' },
  });
  const stalled = await serve((_, response) => void response.write('begun'));
  await expect(network.request({ url: stalled, bodyTimeout: 50 })).rejects.toMatchObject({
    code: 'network-timeout',
    details: { phase: 'body' },
  });
  await expect(
    network.request({ url: silent, signal: AbortSignal.timeout(50) }),
  ).rejects.toMatchObject({ code: 'network-timeout', details: { phase: 'total' } });
});

test('a request is cancelled before, while connecting, and while it is answered', async () => {
  const url = await serve((_, response) => void response.write('begun'));
  await expect(network.request({ url, signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'cancelled',
  });
  const controller = new AbortController();
  const pending = network.request({ url, signal: controller.signal });
  controller.abort();
  await expect(pending).rejects.toMatchObject({ code: 'cancelled' });
});

test('more than maxBytes is not read, announced or not', async () => {
  const announced = await serve((_, response) => response.end('x'.repeat(101)));
  await expect(network.request({ url: announced, maxBytes: 100 })).rejects.toMatchObject({
    code: 'answer-too-large',
    details: { maxBytes: 100 },
  });
  const endless = await serve((_, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(65_536), more);
    };
    more();
  });
  await expect(network.request({ url: endless, maxBytes: 1_000_000 })).rejects.toMatchObject({
    code: 'answer-too-large',
  });
});

test('what is not HTTP is said to be none', async () => {
  const url = await serveRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')));
  await expect(network.request({ url })).rejects.toMatchObject({
    code: 'answer-not-json',
    details: { found: 'not-http' },
  });
});

test('an https address where plain HTTP is spoken fails in the handshake', async () => {
  const url = await serve((_, response) => response.end());
  await expect(network.request({ url: url.replace('http:', 'https:') })).rejects.toMatchObject({
    code: 'tls-handshake',
  });
});

test('redirects are followed within the origin, with the body where the status keeps it', async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/a') response.writeHead(308, { location: '/b' }).end('moved');
      else if (request.url === '/b') response.writeHead(303, { location: '/c' }).end('moved');
      else response.end('there');
    });
  });
  const answer = await network.request({ url: `${url}/a`, method: 'POST', body: 'data' });
  expect(seen).toEqual(['POST /a data', 'POST /b data', 'GET /c ']);
  expect(text(answer.body)).toBe('there');
  expect(answer.url).toBe(`${url}/c`);
  const streamed = await network.stream({ url: `${url}/a`, method: 'POST', body: 'data' });
  expect((await streamed.body.toArray()).join('')).toBe('there');
});

test('a redirect to another origin is refused and not followed', async () => {
  let reached = false;
  const other = await serve((_, response) => {
    reached = true;
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(302, { location: other }).end());
  const expected = {
    code: 'http-redirect-refused',
    details: { host: new URL(url).host, to: other, status: 302 },
  };
  await expect(network.request({ url })).rejects.toMatchObject(expected);
  await expect(network.stream({ url })).rejects.toMatchObject(expected);
  expect(reached).toBe(false);
});

test('a redirect in a circle ends', async () => {
  let count = 0;
  const url = await serve((_, response) => {
    count++;
    response.writeHead(307, { location: '/' }).end();
  });
  await expect(network.request({ url })).rejects.toMatchObject({ code: 'http-redirect-refused' });
  expect(count).toBe(6);
});

test('a stream hands on pieces while the answer still comes', async () => {
  let finish: (() => void) | undefined;
  const url = await serve((_, response) => {
    response.write('first');
    finish = () => response.end('last');
  });
  const { status, body } = await network.stream({ url });
  expect(status).toBe(200);
  const pieces: string[] = [];
  for await (const piece of body) {
    pieces.push(String(piece));
    finish?.();
  }
  expect(pieces).toEqual(['first', 'last']);
});

test('a slow reader slows the server down instead of filling the memory', async () => {
  const size = 32 * 1024 * 1024;
  const url = await serve((_, response) => response.end(Buffer.alloc(size)));
  const { body } = await network.stream({ url });
  let read = 0;
  let most = 0;
  for await (const piece of body) {
    read += (piece as Buffer).length;
    // Turns of the event loop in which more could arrive than is taken.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, body.readableLength);
  }
  expect(read).toBe(size);
  expect(most).toBeLessThan(1024 * 1024);
});

test("a stream's end is told apart from its failure, and destroying it ends the request", async () => {
  const cut = await serveRaw((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart', () => socket.destroy());
    }),
  );
  const broken = await network.stream({ url: cut });
  await expect(broken.body.toArray()).rejects.toMatchObject({ code: 'network-reset' });

  let gone: (() => void) | undefined;
  const left = new Promise<void>((resolve) => {
    gone = resolve;
  });
  const open = await serve((_, response) => {
    response.once('close', () => gone?.());
    response.write('begun');
  });
  const given = await network.stream({ url: open });
  given.body.destroy();
  await left;

  const controller = new AbortController();
  const cancelled = await network.stream({ url: open, signal: controller.signal });
  const end = finished(cancelled.body.resume());
  controller.abort();
  await expect(end).rejects.toMatchObject({ code: 'cancelled' });
});

test('connections are kept and used again', async () => {
  const ports = new Set<number | undefined>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('x');
  });
  for (let count = 0; count < 10; count++) await network.request({ url });
  // undici frees a connection one turn of the loop after its answer, so a second may open.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('a server that ends connections after some requests gets no more connections than it demands', async () => {
  let connections = 0;
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  server.maxRequestsPerSocket = 5;
  server.on('connection', () => connections++);
  await once(server, 'listening');
  cleanUps.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${portOf(server.address())}/`;
  for (let count = 0; count < 50; count++) await network.request({ url });
  // undici frees a connection one turn of the loop after its answer, so a second may open.
  expect(connections).toBeLessThanOrEqual(11);
  // of several at once too
  connections = 0;
  for (let count = 0; count < 10; count++) {
    await Promise.all([1, 2, 3].map(() => network.request({ url })));
  }
  for (let count = 0; count < 50; count++) await network.request({ url });
  expect(connections).toBeLessThan(20);
});

test('after close nothing is sent, and what runs ends', async () => {
  const own = testNetwork({ env: {} });
  let arrived: (() => void) | undefined;
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const url = await serve(() => arrived?.());
  const pending = expect(own.request({ url })).rejects.toMatchObject({ code: 'network-reset' });
  await there;
  await own.close();
  await pending;
  await expect(own.request({ url })).rejects.toMatchObject({ code: 'cancelled' });
});

test.each([
  ['HTML with 200', '<html><body>Please sign in</body></html>', 'text/html', 'answer-not-json'],
  ['broken JSON', '[{"machine": "a"', 'application/json', 'answer-not-json'],
  ['an object', '{"fugaku":"OK"}', 'application/json', 'answer-shape'],
  ['a huge body', `[${' '.repeat(5_000_000)}]`, 'application/json', 'answer-too-large'],
])('the status list: %s', async (_, body, type, code) => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const access = {
    address: `${url}/api/`,
    identity: null,
    connection: defaultConnection(),
    authorization: null,
  };
  await expect(fetchStatus(network, access, () => new Date())).rejects.toMatchObject({
    code,
    details: { host: new URL(url).host },
  });
});
