import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectToHost } from '../../../main/hosts/web/host-connection.ts';
import { askRunningHost } from '../../../main/hosts/web/index.ts';
import { createProof } from '../../../main/hosts/web/proof.ts';
import { helloPath, signedTexts } from '../../../preload/contract/handshake.ts';
import { decode, encode } from '../../../preload/contract/wire.ts';
import { testFolder } from '../../support/files/folder.ts';
import { type StubHost, startStubHost } from '../../support/processes/web-host.ts';
import { ask } from '../../support/servers/http.ts';
import { open, upgradeAs } from '../../support/servers/strangers.ts';
import { connectWebClient, tokenOf, type WebClient } from '../../support/servers/web-client.ts';

async function start(
  options: { readonly launchLifetime?: number } = {},
): Promise<StubHost & { connect(url?: string, secret?: string): Promise<WebClient> }> {
  const host = await startStubHost({ folder: testFolder(), ...options });
  onTestFinished(() => host.server.close());
  return {
    ...host,
    async connect(url = host.url, secret) {
      const client = await connectWebClient(url, secret);
      onTestFinished(() => client.close());
      return client;
    },
  };
}

/** Opens the socket without a word, or gives the status that refused it. */
function openSocket(
  origin: string,
  headers: Record<string, string>,
  path = helloPath({ id: 'A'.repeat(43), nonce: 'A'.repeat(43) }),
): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(origin.replace('http', 'ws') + path, { headers });
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

test('the app’s files lie below a path that is new at each start; nothing else is there for anyone', async () => {
  const { origin, root } = await start();
  expect(root).toMatch(/^\/[\w-]{22}\/$/);
  expect(root).not.toBe((await start()).root);
  expect(await ask(origin, root)).toMatchObject({ status: 200, body: '<!doctype html>the app' });
  const elsewhere = ['/', '/index.html', '/assets/a.js', root.slice(0, -1), '/?token=x', '/socket'];
  for (const path of [
    ...elsewhere,
    '//',
    '//a/',
    '/\\',
    '*',
    'http://127.0.0.1/',
    '/%',
    '?',
    '/x y',
  ]) {
    const { status, body } = await ask(origin, encodeURI(path) === path ? path : encodeURI(path));
    expect(`${path} ${Math.floor(status / 100)}`).toBe(`${path} 4`);
    expect(body).not.toContain('>the app');
  }
  for (const path of [
    'secret.p12',
    '../package.json',
    '%2e%2e/package.json',
    'assets/../../x',
    'a',
  ]) {
    expect((await ask(origin, root + path)).status).toBe(404);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    expect((await ask(origin, root, { method })).status).toBe(405);
  }
});

test('no cookie is set or looked at; each file has the policy headers', async () => {
  const { origin, root } = await start();
  const file = await ask(origin, `${root}assets/a.js`, { headers: { cookie: 'compute-desk=1' } });
  expect(file.status).toBe(200);
  expect(file.headers['set-cookie']).toBeUndefined();
  expect(file.headers['content-security-policy']).toContain("default-src 'none'");
  expect(file.headers['content-security-policy']).toContain("connect-src 'self'");
  expect(file.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  expect(file.headers['referrer-policy']).toBe('no-referrer');
  expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('a foreign Host (DNS rebinding) and a foreign Origin are refused', async () => {
  const { origin, root } = await start();
  const { host, port } = new URL(origin);
  const get = async (headers: Record<string, string>) =>
    (await ask(origin, root, { headers })).status;
  expect(await get({ host: `evil.example:${port}` })).toBe(403);
  expect(await get({ host: `127.0.0.1.evil.example:${port}` })).toBe(403);
  expect(await get({ origin: 'http://evil.example' })).toBe(403);
  expect(await get({ origin: `http://127.0.0.1:${Number(port) + 1}` })).toBe(403);
  expect(await get({ origin: 'null' })).toBe(403);
  expect(await get({ host: `localhost:${port}` })).toBe(200);
  // the other end of a tunnel
  expect(await get({ host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4000' })).toBe(200);
  expect(await get({ origin: `http://${host}` })).toBe(200);

  expect(await openSocket(origin, {})).toBe(403);
  expect(await openSocket(origin, { origin: 'http://evil.example' })).toBe(403);
  expect(await openSocket(origin, { host: `evil.example:${port}`, origin })).toBe(403);
  expect(await openSocket(origin, { origin })).toBeInstanceOf(WebSocket);
  for (const path of ['/socket', '/socket?id=a&nonce=b', '/socket?']) {
    expect(await openSocket(origin, { origin }, path)).toBe(403);
  }
});

test('the launch token is good once, becomes the tab’s secret, and no request redeems it', async () => {
  const { url, origin, root, connect } = await start();
  const token = tokenOf(url);
  expect(token).toMatch(/^[\w-]{43}$/);
  for (const method of ['HEAD', 'GET']) {
    for (const path of [`/?token=${token}`, `${root}?token=${token}`, `${root}#token=${token}`]) {
      await ask(origin, path, { method });
    }
  }
  const tab = await connect();
  await expect(connect()).rejects.toThrow('does not know');
  expect(tab.secret).not.toBe(token);
  // reloaded, duplicated
  for (const again of [await connect(url, tab.secret), await connect(url, tab.secret)]) {
    expect(await again.call('systems.snapshot', undefined)).toMatchObject({
      name: 'systems.snapshot',
    });
  }
});

test('the host’s proof comes in one piece with the answer to the request for a connection', async () => {
  const { origin, connect } = await start();
  const { secret } = await connect();
  const port = Number(new URL(origin).port);
  const socket = await open(port);
  onTestFinished(() => void socket.destroy());
  const answer = once(socket, 'data');
  socket.write(upgradeAs(origin, port, secret));
  const [first] = (await answer) as [Buffer];
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 101 .*"kind":"challenge"/s);
});

test('of two who come with the same token at once, one is let in', async () => {
  const { connect } = await start();
  const came = await Promise.allSettled([connect(), connect(), connect()]);
  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an unused token ends after its time', async () => {
  const { connect, server } = await start({ launchLifetime: 1 });
  const { url, page } = await server.issue({ withPage: true });
  await expect.poll(() => existsSync(page ?? '')).toBe(false);
  await expect(connect(url)).rejects.toThrow('does not know');
});

test('the page of a failed entry says which it is, with the commands that help', async () => {
  const { url, connect, origin, server } = await start({ launchLifetime: 60_000 });
  const late = await start({ launchLifetime: 1 });
  const { page: file } = await late.server.issue({ withPage: true });
  await expect.poll(() => existsSync(file ?? '')).toBe(false);
  const nameOf = (address: string) => createProof(tokenOf(address), signedTexts.id);
  const { url: unused } = await server.issue({ withPage: false });
  await connect(url);
  const { port } = new URL(origin);
  for (const [at, path, said] of [
    [origin, `/?visit=${nameOf(url)}`, 'has been used already'],
    [late.origin, `/?visit=${nameOf(late.url)}`, 'has expired'],
    [origin, '/', 'is incomplete'],
    // a token of another start, a path of another start, a token that still works, and nonsense
    [origin, `/?visit=${nameOf(late.url)}`, 'Another Compute Desk'],
    [origin, late.root, 'Another Compute Desk'],
    [origin, `/?visit=${nameOf(unused)}`, 'Another Compute Desk'],
    [origin, '/?visit=%3Cscript%3E', 'Another Compute Desk'],
  ] as const) {
    const { status, body } = await ask(at, path);
    expect([path, status, /<h1>(.*?)<\/h1>/.exec(body)?.[1]]).toEqual([
      path,
      403,
      expect.stringContaining(said),
    ]);
    expect(body).not.toContain('script>');
    expect(body).toContain('npm start -- --web --no-open');
    if (at === origin) expect(body).toContain(`ssh -L ${port}:127.0.0.1:${port} login-node`);
  }
});

test.each([
  ['ja,en-US;q=0.7', 'ja'],
  ['en-US,ja;q=0.7', 'en'],
  ['', 'en'],
])('the page of a failed entry is in the browser’s language: %j', async (accepted, language) => {
  const { origin } = await start();
  const answer = await fetch(origin, { headers: { 'accept-language': accepted } });
  const [shown = '', folded = ''] = (await answer.text()).split('<details');
  const isJapanese = (text: string) => text.includes('このアドレスは途中までしかありません');
  expect([isJapanese(shown), isJapanese(folded)]).toEqual([language === 'ja', language !== 'ja']);
});

test('the page for a browser is the user’s alone, leads to the address, and goes when that was used', async () => {
  const { server, dataFolder, connect } = await start();
  const { url, page } = await server.issue({ withPage: true });
  expect(readFileSync(page ?? '', 'utf8')).toContain(`url=${url}"`);
  expect(statSync(page ?? '').mode & 0o777).toBe(0o600);
  await connect(url);
  expect(readdirSync(dataFolder)).toEqual(['web-host.json']);
  await server.issue({ withPage: true });
  await server.close();
  expect(readdirSync(dataFolder)).toEqual([]);
});

test('what a killed host left is not taken for a running one, and goes', async () => {
  const { server, dataFolder } = await start();
  await server.issue({ withPage: true });
  const left = readFileSync(join(dataFolder, 'web-host.json'));
  await server.close();
  writeFileSync(join(dataFolder, 'web-host.json'), left);
  writeFileSync(join(dataFolder, 'open-0123456789abcdef.html'), '');
  expect(await askRunningHost(dataFolder, { withPage: true })).toBeNull();
  const again = await startStubHost({ folder: join(dataFolder, '..') });
  onTestFinished(() => again.server.close());
  expect(readdirSync(dataFolder)).toEqual(['web-host.json']);
});

test('who can read the data folder gets a new address of the host that runs on it', async () => {
  const { dataFolder, connect, origin } = await start();
  expect(statSync(join(dataFolder, 'web-host.json')).mode & 0o777).toBe(0o600);
  const first = await askRunningHost(dataFolder, { withPage: false });
  const second = await askRunningHost(dataFolder, { withPage: true });
  expect(first).toMatchObject({ page: null });
  expect(readFileSync(second?.page ?? '', 'utf8')).toContain(second?.url);
  for (const launch of [first, second]) {
    const tab = await connect(launch?.url);
    expect(await tab.call('systems.snapshot', undefined)).toBeTruthy();
  }
  // that is all: the secret opens no tab, and what is no question has no answer
  const { secret } = JSON.parse(readFileSync(join(dataFolder, 'web-host.json'), 'utf8')) as {
    secret: string;
  };
  const heard: string[] = [];
  const { socket } = await connectToHost({
    origin,
    secret,
    listen: (text) => void heard.push(text),
  });
  onTestFinished(() => socket.terminate());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.send(encode({ id: 1, name: 'systems.snapshot', input: undefined }));
  socket.send(JSON.stringify({ withPage: false }));
  await closed;
  expect(heard.map((text) => Object.keys(JSON.parse(text)))).toEqual([['url', 'page']]);
});

test('calls, bytes and events cross the socket; each connection is its own sender', async () => {
  const { url, connect, listeners } = await start();
  const { secret } = await connect();
  const senders = new Set<unknown>();
  for (const tab of [await connect(url, secret), await connect(url, secret)]) {
    const heard = new Promise((resolve) => tab.on('systems.changed', resolve));
    for (const listener of listeners) {
      listener('systems.changed', { systems: [], selectedId: null });
    }
    expect(await heard).toEqual({ systems: [], selectedId: null });
    const bytes = Uint8Array.of(1, 2);
    const answer = await tab.call('certificates.read', { bytes, fileName: 'a' } as never);
    expect(answer).toMatchObject({ input: { bytes, fileName: 'a' } });
    senders.add((answer as unknown as { sender: string }).sender);
  }
  expect(senders.size).toBe(2);
});

test('a message that is not the contract’s closes the socket', async () => {
  const { socket } = await (await start()).connect();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send('not json');
  expect(await closed).toBe(1008);
});

/** This many lists in one another. */
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('what cannot be read or handed over is an error of its call; the connection and other calls go on', async () => {
  const { connect, answers } = await start();
  answers.set('deep', JSON.parse(deep(5000)));
  answers.set('bytes', JSON.parse('{"raw":{"$bytes":"%%%"}}'));
  answers.set('unspeakable', 1n);
  const { socket } = await connect();
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
  const { connect, listeners } = await start();
  const tab = await connect();
  const heard = new Promise((resolve) => tab.on('systems.changed', resolve));
  const payloads = [JSON.parse(deep(5000)), { systems: [], selectedId: null }];
  for (const payload of payloads) {
    for (const listener of listeners) listener('systems.changed', payload);
  }
  expect(await heard).toMatchObject({ systems: [] });
});

test('a saved file can be fetched once, as an attachment, at an address that only the tab was told', async () => {
  const { origin, downloads } = await start();
  const path = downloads.offer({ name: '証明書.pem', content: Buffer.from('pem') });
  expect(path).toMatch(/^\/download\/[\w-]{43}$/);
  const get = (at: string, method = 'GET') => ask(origin, at, { method });
  expect((await get('/download/')).status).toBe(403);
  expect((await get(`${path.slice(0, -1)}!`)).status).toBe(403);
  expect(await get(path, 'HEAD')).toMatchObject({ status: 403, body: '' });
  const file = await get(path);
  expect(file).toMatchObject({ status: 200, body: 'pem' });
  expect(file.headers['content-disposition']).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('証明書.pem')}`,
  );
  expect((await get(path)).status).toBe(403);
});

test('the browser leaves the app’s page by a page of its own, once, with nothing in it', async () => {
  const { origin, leaving } = await start();
  const address = `https://example.org/?a=1;url=x'"`;
  const path = leaving.offer(new URL(address).href);
  const left = await ask(origin, path);
  expect(left.status).toBe(200);
  expect(left.headers).toMatchObject({
    refresh: `0; url=${new URL(address).href}`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(left.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect((await ask(origin, path)).status).toBe(403);
});
