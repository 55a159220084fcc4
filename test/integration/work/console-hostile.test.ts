import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { largestShown } from '../../../preload/contract/work/console-limits.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { bare, type ConsoleWorld, openConsole, serving } from './console-world.ts';

type Answer = Parameters<typeof serving>[0];

let world: ConsoleWorld;
beforeAll(async () => {
  const folder = await temporaryFolder();
  world = await openConsole(folder.path);
  return async () => {
    await world.close();
    await folder.remove();
  };
});

/** A system whose Web API answers so. */
async function system(answer: Answer) {
  const server = await serving((request, response) => {
    // The screen of machines asks this by itself.
    if (request.url === '/status/') response.end('[]');
    else answer(request, response);
  });
  onTestFinished(() => server.close());
  const { id } = await world.call('systems.add', {
    ...{ name: 'Hostile', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  return { id, origin: server.origin };
}
const get = (systemId: string, path = '/a') => world.exchange(systemId, bare('GET', path));
const textOf = async (systemId: string, id: string): Promise<string> => {
  const body = await world.call('apiConsole.body', { systemId, id });
  return 'text' in body ? body.text : '';
};

test('an endless body is cut, and what is kept is bounded', async () => {
  const { id } = await system((_, response) => {
    const piece = Buffer.alloc(256 * 1024, 'a');
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      response.once('drain', more);
    };
    more();
  });
  const { answer, state, id: exchange } = await get(id);
  expect([state, answer?.whole]).toEqual(['done', false]);
  expect(await textOf(id, exchange)).toHaveLength(largestShown);
});

test('a bomb of gzip is unpacked as far as it is shown', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const { id } = await system((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(bomb);
  });
  const { answer, state } = await get(id);
  expect([state, answer?.whole, answer?.kind]).toEqual(['done', false, 'binary']);
});

test('damaged compression, a wrong length and headers without end have a name', async () => {
  const { id } = await system(({ url, socket }, response) => {
    if (url === '/gzip') {
      response.setHeader('content-encoding', 'gzip');
      response.end('no gzip at all');
    } else if (url === '/length') {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort');
    } else socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1024 * 1024)}\r\n\r\n`);
  });
  const codes: (string | undefined)[] = [];
  for (const path of ['/gzip', '/length', '/headers']) {
    const { state, problem } = await get(id, path);
    expect(state).toBe('failed');
    codes.push(problem?.code);
  }
  expect(codes[0]).toBe('answer-encoding');
  expect(codes).not.toContain('internal');
});

test('a redirect to another origin is not followed', async () => {
  let seen = 0;
  const other = await serving((_, response) => {
    seen += 1;
    response.end();
  });
  onTestFinished(() => other.close());
  const { id, origin } = await system(({ url }, response) => {
    const location = url === '/a' ? '/b' : `${other.origin}/c`;
    response.writeHead(302, { location }).end();
  });
  expect((await get(id)).answer).toMatchObject({
    status: 302,
    url: `${origin}/b`,
    redirect: { to: `${other.origin}/c`, origin: other.origin },
  });
  expect(seen).toBe(0);
});

test('what changes something is sent once, whatever becomes of it', async () => {
  let seen = 0;
  const { id } = await system(({ socket, url }, response) => {
    seen += 1;
    if (url === '/reset') socket.destroy();
    else if (url === '/redirect') response.writeHead(307, { location: '/again' }).end();
    else response.writeHead(500).end('broken');
  });
  for (const path of ['/reset', '/redirect', '/error'])
    await world.exchange(id, bare('POST', path));
  expect(seen).toBe(3);
});

test('a stream of events is kept line by line, an endless line and escapes included', async () => {
  const { id } = await system((_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write('data: one\n\ndata: \u001b[2J two\r\n\r\n');
    response.write(`data: ${'x'.repeat(300_000)}\n`);
    response.end('data: last');
  });
  const { answer, id: exchange } = await get(id);
  expect(answer).toMatchObject({ kind: 'events', lines: 4, whole: true });
  const all = await world.call('apiConsole.lines', { systemId: id, id: exchange, from: 0 });
  expect(all.lines.map((line) => line.slice(0, 20))).toEqual([
    'data: one',
    'data: \u001b[2J two',
    `data: ${'x'.repeat(14)}`,
    'data: last',
  ]);
  expect(all.lines[2]?.length).toBe(64 * 1024);
  const rest = await world.call('apiConsole.lines', { systemId: id, id: exchange, from: 3 });
  expect(rest).toEqual({ from: 3, lines: ['data: last'] });
});

test('a name that leads elsewhere names a file here', async () => {
  const { id } = await system((_, response) => {
    // A header cannot carry a control character as it is.
    const disposition = "attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpass%01wd";
    response.setHeader('content-disposition', disposition);
    response.end('x');
  });
  const { id: exchange } = await get(id);
  const saved = await world.call('apiConsole.saveBody', { systemId: id, id: exchange });
  expect(saved).toMatchObject({ kind: 'download', name: 'pass-wd' });
});

test('a request is cancelled while nothing comes', async () => {
  const { id } = await system(() => undefined);
  const request = bare('GET', '/silent');
  const sent = await world.call('apiConsole.send', { systemId: id, request, confirmed: null });
  await world.call('apiConsole.cancel', { systemId: id, id: sent.id });
  expect(await world.ended(id, sent.id)).toMatchObject({ state: 'cancelled', problem: null });
});

test('a download goes on where it was cut, keeps what it has after a 503, and is exact', async () => {
  const content = randomBytes(3 * 1024 * 1024);
  let tries = 0;
  const { id } = await system(({ headers }, response) => {
    tries += 1;
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    if (tries === 2) {
      response.writeHead(503).end();
      return;
    }
    const common = { etag: '"one"', 'accept-ranges': 'bytes' };
    if (tries === 1) {
      response.writeHead(200, { ...common, 'content-length': content.length });
      response.write(content.subarray(0, 1_000_000), () => response.destroy());
      return;
    }
    expect(headers['if-range']).toBe('"one"');
    response.writeHead(206, {
      ...common,
      'content-length': content.length - from,
      'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
    });
    response.end(content.subarray(from));
  });
  const request = bare('GET', '/large.bin');
  const saving = world.call('apiConsole.download', { systemId: id, request, confirmed: null });
  const listed = async () =>
    (await world.call('apiConsole.snapshot', { systemId: id })).downloads[0];
  for (const count of [1, 2]) {
    await expect
      .poll(async () => [(await listed())?.state, tries], { timeout: 20_000 })
      .toEqual(['failed', count]);
    const { id: download, moved } = (await listed()) ?? { id: '', moved: 0 };
    expect(moved).toBeGreaterThan(0);
    await world.call('apiConsole.resumeDownload', { systemId: id, id: download });
  }
  const saved = await saving;
  expect(saved).toMatchObject({ kind: 'download', name: 'large.bin' });
  const offered = saved.kind === 'download' ? world.host.downloads.take(saved.path) : null;
  const file = offered?.content ?? new Uint8Array();
  expect('file' in file && content.equals(readFileSync(file.file))).toBe(true);
  expect(tries).toBe(3);
  expect(await listed()).toMatchObject({
    state: 'done',
    moved: content.length,
    size: content.length,
  });
});

test('the beginning of a long refusal is told as such, packed or not', async () => {
  const long = Buffer.alloc(3 * 1024 * 1024, 'no ');
  const noise = Buffer.alloc(3 * 1024 * 1024);
  crypto.getRandomValues(noise.subarray(0, 65_536));
  for (let at = 65_536; at < noise.length; at += 1) noise[at] = (noise[at - 65_536] ?? 0) ^ at;
  const { id } = await system(({ url }, response) => {
    response.statusCode = 500;
    if (url === '/short') response.end('no');
    else if (url === '/long') response.end(long);
    else response.setHeader('content-encoding', 'gzip').end(gzipSync(noise));
  });
  expect((await get(id, '/short')).answer).toMatchObject({ status: 500, whole: true });
  for (const path of ['/long', '/packed']) {
    const { answer, state } = await get(id, path);
    expect([path, state, answer?.status, answer?.whole]).toEqual([path, 'done', 500, false]);
  }
});

test('lines of old streams make room for newer ones', async () => {
  const lines = Buffer.alloc(9 * 1024 * 1024, `${'x'.repeat(32_767)}\n`);
  const { id } = await system((_, response) => {
    response.setHeader('content-type', 'application/x-ndjson');
    response.end(lines);
  });
  const sent: string[] = [];
  for (let count = 0; count < 13; count += 1) sent.push((await get(id)).id);
  const known = await Promise.all(
    sent.map((one) => world.call('consoleExchange.snapshot', { systemId: id, id: one })),
  );
  expect(known[0]).toBeNull();
  expect(known.at(-1)).not.toBeNull();
});
