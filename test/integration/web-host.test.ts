import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { App } from '../../main/app.ts';
import { createDownloads } from '../../main/hosts/web/downloads.ts';
import { startWebServer } from '../../main/hosts/web/index.ts';
import { createLeaving } from '../../main/hosts/web/leaving.ts';
import { decode, encode } from '../../preload/contract/wire.ts';
import { testFolder } from '../support/folder.ts';
import { recordingLog } from '../support/recording-log.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function start() {
  const folder = testFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the app');
  writeFileSync(join(folder, 'assets', 'a.js'), 'export {}');
  writeFileSync(join(folder, 'secret.p12'), 'not served');
  const listeners = new Set<Parameters<App['onEvent']>[0]>();
  /** What a call answers instead of what it was asked. */
  const answers = new Map<string, unknown>();
  const app: Pick<App, 'call' | 'onEvent'> = {
    call: async (name, input, sender) => ({
      ok: true,
      value: answers.get(name) ?? { name, input, sender: sender.id },
    }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const downloads = createDownloads();
  const leaving = createLeaving();
  const server = await startWebServer({
    app: app as App,
    port: 0,
    rendererFolder: folder,
    downloads,
    leaving,
    log: recordingLog(),
  });
  onTestFinished(() => server.close());
  const { origin } = new URL(server.url);
  const logIn = async (): Promise<string> => {
    const answer = await get(server.url);
    return String(answer.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  };
  return { server, origin, downloads, leaving, listeners, answers, logIn };
}

/** Opens the socket, or gives the status that refused it. */
function openSocket(origin: string, headers: Record<string, string>): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { headers });
    onTestFinished(() => socket.terminate());
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

test('listens on 127.0.0.1 only', async () => {
  const { origin } = await start();
  expect(new URL(origin).hostname).toBe('127.0.0.1');
});

test('the launch token is good once and becomes a strict, script-proof cookie', async () => {
  const { server, origin } = await start();
  const first = await get(server.url);
  expect(first.status).toBe(200);
  const cookie = String(first.headers['set-cookie']?.[0]);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  expect((await get(server.url)).status).toBe(403);
  const page = await get(`${origin}/`, { cookie: cookie.split(';')[0] ?? '' });
  expect(page).toMatchObject({ status: 200, body: '<!doctype html>the app' });
});

test.each(['', 'compute-desk=1', 'a=b; c=d'])(
  'without the cookie (%j) nothing is served',
  async (cookie) => {
    const { origin } = await start();
    for (const path of ['/', '/assets/a.js', '/?token=', '/?token=wrong', '/download/x']) {
      expect((await get(origin + path, cookie === '' ? {} : { cookie })).status).toBe(403);
    }
  },
);

test('a foreign Host (DNS rebinding) and a foreign Origin are refused even with the cookie', async () => {
  const { origin, logIn } = await start();
  const cookie = await logIn();
  const { host, port } = new URL(origin);
  expect((await get(origin, { cookie, host: `evil.example:${port}` })).status).toBe(403);
  expect((await get(origin, { cookie, host: `127.0.0.1.evil.example:${port}` })).status).toBe(403);
  expect((await get(origin, { cookie, origin: 'http://evil.example' })).status).toBe(403);
  expect((await get(origin, { cookie, host: `localhost:${port}` })).status).toBe(200);
  expect((await get(origin, { cookie, origin: `http://${host}` })).status).toBe(200);
});

test('only files of the built renderer exist, each with the policy headers', async () => {
  const { origin, logIn } = await start();
  const cookie = await logIn();
  for (const path of [
    '/secret.p12',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/../../x',
    '/nope',
  ]) {
    expect((await get(origin + path, { cookie })).status).toBe(404);
  }
  const file = await get(`${origin}/assets/a.js`, { cookie });
  expect(file.status).toBe(200);
  expect(file.headers['content-security-policy']).toContain("default-src 'none'");
  expect(file.headers['content-security-policy']).toContain("connect-src 'self'");
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  expect((await get(`${origin}/`, { cookie }, 'POST')).status).toBe(405);
});

test('the socket wants the cookie and this very origin', async () => {
  const { origin, logIn } = await start();
  const cookie = await logIn();
  expect(await openSocket(origin, { origin })).toBe(403);
  expect(await openSocket(origin, { cookie })).toBe(403);
  expect(await openSocket(origin, { cookie, origin: 'http://evil.example' })).toBe(403);
  expect(await openSocket(origin, { cookie, origin })).toBeInstanceOf(WebSocket);
});

test('calls, bytes and events cross the socket; each connection is its own sender', async () => {
  const { origin, logIn, listeners } = await start();
  const cookie = await logIn();
  const senders = new Set<unknown>();
  for (const id of [1, 2]) {
    const socket = (await openSocket(origin, { cookie, origin })) as WebSocket;
    const received: unknown[] = [];
    const two = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        received.push(decode(data.toString()));
        if (received.length === 2) resolve();
      });
    });
    socket.send(encode({ id, name: 'certificates.read', input: { bytes: Uint8Array.of(1, 2) } }));
    for (const listener of listeners)
      listener('systems.changed', { systems: [], selectedId: null });
    await two;
    const result = received.find((one) => (one as { kind: string }).kind === 'result') as {
      result: { value: { input: unknown; sender: string } };
    };
    expect(result.result.value.input).toEqual({ bytes: Uint8Array.of(1, 2) });
    expect(received).toContainEqual({
      kind: 'event',
      name: 'systems.changed',
      payload: { systems: [], selectedId: null },
    });
    senders.add(result.result.value.sender);
  }
  expect(senders.size).toBe(2);
});

test('a call without input crosses too', async () => {
  const { origin, logIn } = await start();
  const socket = (await openSocket(origin, { cookie: await logIn(), origin })) as WebSocket;
  const answer = new Promise((resolve) => {
    socket.once('message', (data: Buffer) => resolve(decode(data.toString())));
  });
  socket.send(encode({ id: 1, name: 'systems.snapshot', input: undefined }));
  expect(await answer).toMatchObject({ kind: 'result', id: 1, result: { ok: true } });
});

test('a message that is not the contract’s closes the socket', async () => {
  const { origin, logIn } = await start();
  const socket = (await openSocket(origin, { cookie: await logIn(), origin })) as WebSocket;
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send('not json');
  expect(await closed).toBe(1008);
});

/** This many lists in one another. */
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('what cannot be read or handed over is an error of its call; the connection and other calls go on', async () => {
  const { origin, logIn, answers } = await start();
  answers.set('deep', JSON.parse(deep(5000)));
  answers.set('bytes', JSON.parse('{"raw":{"$bytes":"%%%"}}'));
  answers.set('unspeakable', 1n);
  const socket = (await openSocket(origin, { cookie: await logIn(), origin })) as WebSocket;
  const results = new Map<number, unknown>();
  const all = new Promise<void>((resolve, reject) => {
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('message', (data: Buffer) => {
      const { id, result } = decode(data.toString()) as { id: number; result: unknown };
      results.set(id, result);
      if (results.size === 8) resolve();
    });
  });
  socket.send(`{"id":1,"name":"x","input":${deep(5000)}}`);
  socket.send(`{"id":2,"name":"x","input":${'['.repeat(1_000_000)}`);
  socket.send('{"id":3,"name":"x","input":{"$bytes":"%%%"}}');
  socket.send('{"id":4,"name":7}');
  socket.send('{"id":5,"name":"deep"}');
  socket.send('{"id":6,"name":"unspeakable"}');
  socket.send('{"id":7,"name":"bytes"}');
  socket.send(encode({ id: 8, name: 'x', input: { a: { $bytes: 'AAAA' } } }));
  await all;
  const error = (code: string) => ({ ok: false, error: { code } });
  expect(results.get(1)).toMatchObject(error('call-too-deep'));
  expect(results.get(2)).toMatchObject(error('call-too-deep'));
  expect(results.get(3)).toMatchObject(error('contract-invalid-input'));
  expect(results.get(4)).toMatchObject(error('contract-invalid-input'));
  expect(results.get(5)).toMatchObject(error('call-too-deep'));
  expect(results.get(6)).toMatchObject(error('internal'));
  expect(results.get(7)).toEqual({ ok: true, value: { raw: { $bytes: '%%%' } } });
  expect(results.get(8)).toMatchObject({ ok: true, value: { input: { a: { $bytes: 'AAAA' } } } });
});

test('an event that cannot be handed over ends nothing', async () => {
  const { origin, logIn, listeners } = await start();
  const socket = (await openSocket(origin, { cookie: await logIn(), origin })) as WebSocket;
  const heard = new Promise((resolve) => {
    socket.once('message', (data: Buffer) => resolve(decode(data.toString())));
  });
  const payloads = [JSON.parse(deep(5000)), { systems: [], selectedId: null }];
  for (const payload of payloads) {
    for (const listener of listeners) listener('systems.changed', payload);
  }
  expect(await heard).toMatchObject({ kind: 'event', payload: { systems: [] } });
});

test('a saved file can be fetched once, as an attachment', async () => {
  const { origin, logIn, downloads } = await start();
  const cookie = await logIn();
  const path = downloads.offer({ name: '証明書.pem', bytes: Buffer.from('pem') });
  expect((await get(origin + path)).status).toBe(403);
  const file = await get(origin + path, { cookie });
  expect(file).toMatchObject({ status: 200, body: 'pem' });
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('証明書.pem')}`,
  );
  expect((await get(origin + path, { cookie })).status).toBe(404);
});

test('the browser leaves the app’s page by a page of its own, once, with nothing in it', async () => {
  const { origin, logIn, leaving } = await start();
  const cookie = await logIn();
  const address = `https://example.org/?a=1;url=x'"`;
  const path = leaving.offer(new URL(address).href);
  expect((await get(origin + path)).status).toBe(403);
  const left = await get(origin + path, { cookie });
  expect(left.status).toBe(200);
  expect(left.headers).toMatchObject({
    refresh: `0; url=${new URL(address).href}`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(left.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect((await get(origin + path, { cookie })).status).toBe(404);
});
