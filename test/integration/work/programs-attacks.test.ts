import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { startWholeApp } from '../../support/processes/whole-app.ts';
import { programsWorld, question, send } from '../../support/work/programs-world.ts';
import { settingsFolder } from '../../support/worlds/policy.ts';

const portOf = (address: string): number => Number(new URL(address).port);

test('no web page gets in, with any Origin, by rebinding, or with a key', async () => {
  const { address, add, genai, asked, state } = await programsWorld();
  const { headers } = await add();
  const port = portOf(address);
  const asPage: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: address },
    { origin: `http://localhost:${port}` },
    { host: 'evil.example' },
    { host: `evil.example:${port}` },
    { host: '127.0.0.1.evil.example' },
    { host: `localhost.:${port}` },
    { host: '0.0.0.0' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-mode': 'no-cors' },
    { referer: 'https://evil.example/' },
    { cookie: 'a=b' },
  ];
  for (const page of asPage) {
    for (const path of ['/v1/models', '/web-api/jobs']) {
      const reply = await send(`${address}${path}`, { headers: { ...headers, ...page } });
      expect([page, reply.status]).toEqual([page, 403]);
      expect(
        Object.keys(reply.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([]);
    }
  }
  const preflight = await send(`${address}/v1/models`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(403);
  expect(asked).toEqual([]);
  expect(genai.requests.filter(({ path }) => path.endsWith('completions'))).toEqual([]);
  expect((await state()).programs[0]?.lastUsedAt).toBe(null);
  // Node's own fetch says so much of itself, and is no page.
  const fetched = await fetch(`${address}/v1/models`, { headers });
  expect(fetched.status).toBe(200);
});

test('nothing is answered without a key, nor with what looks like one', async () => {
  const { address, add, genai, asked } = await programsWorld();
  const { key } = await add();
  const tries = [
    '',
    'Bearer ',
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Basic ${key}`,
    key,
  ];
  for (const authorization of tries) {
    for (const path of ['/v1/models', '/web-api/jobs', '/', '/v1/../web-api/jobs']) {
      const reply = await send(`${address}${path}`, { headers: { authorization } });
      expect([authorization, path, reply.status]).toEqual([authorization, path, 401]);
    }
  }
  expect(asked).toEqual([]);
  // The app's own list, and nothing else.
  expect(genai.requests.every(({ path }) => path === '/v1/models')).toBe(true);
});

test('only what asks models is passed on: nothing that administers keys, files or accounts', async () => {
  const { address, add, genai } = await programsWorld();
  const { headers } = await add();
  const paths = [
    ...['/v1/key/info', '/v1/files', '/v1/../admin', '/v1/models/../key', '/v1/chat/completions/x'],
    ...['/v1/%6dodels', '/v1/models/%2e%2e/key', '/admin', '/v2/models', '/v1'],
  ];
  for (const path of paths) {
    const { status } = await send(`${address}${path}`, { headers });
    expect([path, status]).toEqual([path, 404]);
  }
  // The app's own list, and nothing else.
  expect(genai.requests.every(({ path }) => path === '/v1/models')).toBe(true);
});

test('headers, bodies and connections are bounded', async () => {
  const { address, add } = await programsWorld();
  const { headers } = await add();
  const long = await send(`${address}/v1/models`, {
    headers: { ...headers, 'x-long': 'x'.repeat(20_000) },
  });
  expect(long.status).toBe(431);
  const body = JSON.stringify({ ...question, pad: 'x'.repeat(33 * 1024 * 1024) });
  const large = await send(`${address}/v1/chat/completions`, { method: 'POST', headers, body });
  expect([large.status, large.headers.connection]).toEqual([413, 'close']);
  expect((await send(`${address}/v1/models`, { headers })).status).toBe(200);
});

test('the sum of bodies is bounded until their calls have ended', async () => {
  const { address, add, held } = await programsWorld();
  const { headers } = await add();
  const post = (path: string, size: number) =>
    send(`${address}/web-api${path}`, { method: 'POST', headers, body: 'x'.repeat(size) });
  const large = Array.from({ length: 4 }, () => post('/hold', 31 * 1024 * 1024));
  await held.until(4);
  const more = await post('/more', 5 * 1024 * 1024);
  expect([more.status, JSON.parse(more.text).error.code]).toEqual([503, 'busy']);
  held.letGo();
  expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await post('/more', 5 * 1024 * 1024)).status).toBe(200);
});

test('the calls at once are bounded, and those of one key leave room for others', async () => {
  const { address, add } = await programsWorld();
  const keys = await Promise.all([add(), add(), add()]);
  const { hostname, port } = new URL(address);
  const open = (headers: Record<string, string>, count: number) =>
    Array.from({ length: count }, () =>
      request({
        ...{ hostname, port, method: 'POST', path: '/web-api/jobs', agent: false },
        headers: { ...headers, expect: '100-continue', 'content-length': '1' },
      }),
    );
  const [first, second, third] = keys.map(({ headers }) => headers);
  if (first === undefined || second === undefined || third === undefined) throw new Error('keys');
  const calls = [...open(first, 12), ...open(second, 12), ...open(third, 8)];
  // Told to send its body: such a call runs.
  await Promise.all(
    calls.map((call) => {
      call.flushHeaders();
      return once(call, 'continue');
    }),
  );
  const own = await send(`${address}/web-api/jobs`, { headers: first });
  expect([own.status, JSON.parse(own.text).error.code]).toEqual([429, 'too-many']);
  expect(own.headers['retry-after']).toBe('1');
  const all = await send(`${address}/web-api/jobs`, { headers: third });
  expect([all.status, JSON.parse(all.text).error.code]).toEqual([503, 'busy']);
  const answers = calls.map(async (call) => {
    call.end('x');
    const [answer] = await once(call, 'response');
    answer.resume();
    return answer.statusCode;
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  expect((await send(`${address}/web-api/jobs`, { headers: first })).status).toBe(200);
});

test('a connection that sent no key makes way for others, the oldest first', async () => {
  const { address } = await programsWorld();
  const closed: string[] = [];
  const open = async (name: string): Promise<Socket> => {
    const socket = connect(portOf(address), '127.0.0.1').on('close', () => closed.push(name));
    await once(socket, 'connect');
    return socket;
  };
  const answered = await open('answered');
  answered.write(`GET /v1/models HTTP/1.1\r\nhost: ${new URL(address).host}\r\n\r\n`);
  expect(String((await once(answered, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /);
  const silent = await open('silent');
  silent.resume();
  const gone = once(silent, 'close');
  const others: Socket[] = [];
  while (others.length < 128) others.push(await open('other'));
  await gone;
  expect(closed.slice(0, 2)).toEqual(['answered', 'silent']);
  for (const socket of others) socket.destroy();
});

test.each([
  '127.0.0.1',
  // what `localhost` may mean
  '::1',
])(
  'a program that takes the port at %s gets no more than the keys made for it, and those end',
  async (host) => {
    const folder = testFolder();
    const first = await programsWorld({}, folder);
    const used = await first.add({ name: 'Used' });
    const unused = await first.add({ name: 'Unused' });
    await send(`${first.address}/v1/models`, { headers: used.headers });
    await first.close();
    const thief = createServer();
    await once(thief.listen(portOf(first.address), host), 'listening');
    const second = await startWholeApp({}, folder);
    const state = await second.call('programs.snapshot', undefined);
    expect(state).toMatchObject({ on: true, problem: 'taken', address: first.address });
    expect(state.programs.map(({ name, ended }) => [name, ended]).toSorted()).toEqual([
      ['Unused', 'port'],
      ['Used', 'port'],
    ]);
    // A key of before is for that port, too.
    const meanwhile = await second.call('programs.add', {
      ...{ systemId: first.system.id, name: 'Meanwhile', paths: ['v1'] },
      ...{ models: null, readOnly: true, conversations: false, endsAt: null },
    });
    // Not even an undo brings one back.
    await second.call('programs.restore', { id: used.id });
    await second.call('programs.revoke', { id: unused.id });
    await second.call('programs.restore', { id: unused.id });
    await second.call('programs.movePort', undefined);
    const moved = await second.call('programs.snapshot', undefined);
    expect(moved).toMatchObject({ on: true, problem: null });
    expect(moved.address).not.toBe(first.address);
    await second.call('vault.unlock', { passphrase: 'correct horse battery' });
    const at = `${moved.address}/v1/models`;
    for (const key of [used.key, unused.key, meanwhile.key]) {
      const { status } = await send(at, { headers: { authorization: `Bearer ${key}` } });
      expect(status).toBe(401);
    }
    thief.close();
  },
);

test('a key that was made while another program held the port ends, also if that goes', async () => {
  const folder = testFolder();
  const first = await programsWorld({}, folder);
  await first.close();
  const thief = createServer();
  await once(thief.listen(portOf(first.address), '127.0.0.1'), 'listening');
  const second = await startWholeApp({}, folder);
  await second.call('programs.add', {
    ...{ systemId: first.system.id, name: 'Meanwhile', paths: ['v1'] },
    ...{ models: null, readOnly: true, conversations: false, endsAt: null },
  });
  await once(thief.close(), 'close');
  await second.call('programs.turn', { on: true });
  const state = await second.call('programs.snapshot', undefined);
  expect(state).toMatchObject({ problem: null, programs: [{ name: 'Meanwhile', ended: 'port' }] });
});

test('it listens on loopback alone, and not at all while it is off', async () => {
  const { address, call } = await programsWorld();
  for (const host of ['127.0.0.1', '::1']) {
    const other = createServer();
    const [error] = (await once(other.listen(portOf(address), host), 'error')) as [
      NodeJS.ErrnoException,
    ];
    expect([host, error.code]).toEqual([host, 'EADDRINUSE']);
  }
  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.internal === false && one.family === 'IPv4');
  if (elsewhere !== undefined) {
    const socket = connect(portOf(address), elsewhere.address);
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  }
  await call('programs.turn', { on: false });
  const socket = connect(portOf(address), '127.0.0.1');
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  await call('programs.turn', { on: true });
  expect((await call('programs.snapshot', undefined)).address).toBe(address);
});

test('turns and moves that are asked for at once come one after another', async () => {
  const { address, call } = await programsWorld();
  const isOpen = async (port: number): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1');
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    return opened;
  };
  await Promise.all([
    ...[call('programs.movePort', undefined), call('programs.turn', { on: true })],
    ...[call('programs.movePort', undefined), call('programs.turn', { on: false })],
  ]);
  const off = await call('programs.snapshot', undefined);
  expect(off).toMatchObject({ on: false, problem: null });
  expect(await isOpen(portOf(address))).toBe(false);
  expect(await isOpen(portOf(off.address ?? ''))).toBe(false);
  await call('programs.turn', { on: true });
  expect(await isOpen(portOf(off.address ?? ''))).toBe(true);
});

test('noOtherPrograms: main does not listen and makes no key, whatever a window asks', async () => {
  const folder = testFolder();
  const first = await programsWorld({}, folder);
  const { system } = first;
  await first.close();
  const place = settingsFolder({ locks: { noOtherPrograms: true } });
  const policy = { places: [place], run: () => Promise.reject(new Error('run')) };
  const second = await startWholeApp({ policy }, folder);
  for (const call of ['programs.turn', 'programs.movePort', 'programs.add'] as const) {
    const input = {
      'programs.turn': { on: true },
      'programs.movePort': undefined,
      'programs.add': {
        ...{ systemId: system.id, name: 'N', paths: ['v1'] },
        ...{ models: null, readOnly: true, conversations: false, endsAt: null },
      },
    }[call];
    expect(await second.failure(call, input as never)).toMatchObject({
      ...{ code: 'locked-by-policy', details: { lock: 'noOtherPrograms' } },
    });
  }
  expect(await second.call('programs.snapshot', undefined)).toMatchObject({ locked: true });
  const socket = connect(portOf(first.address), '127.0.0.1');
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});
