import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { maxMessageBytes, maxMessageDepth } from '../../../preload/contract/wire.ts';
import { testFolder } from '../../support/files/folder.ts';
import { type StubHost, startStubHost } from '../../support/processes/web-host.ts';
import { openTab, type Tab } from '../../support/worlds/tab.ts';

afterEach(() => vi.unstubAllGlobals());

async function start(port?: number): Promise<StubHost> {
  const host = await startStubHost({
    folder: testFolder(),
    ...(port === undefined ? {} : { port }),
  });
  onTestFinished(() => host.server.close());
  return host;
}

const answered = (tab: Tab) => tab.bridge?.invoke('systems.snapshot', undefined);
const ok = expect.objectContaining({ ok: true });
const lost = expect.objectContaining({
  ok: false,
  error: expect.objectContaining({ code: 'network-reset' }),
});

/** A way to the host that can be cut, as an SSH tunnel is: another port, the same bytes. */
async function tunnelTo(origin: string) {
  const through = new Set<Socket>();
  let open = true;
  /** Called with each piece that the tab sends; true cuts the tunnel behind it. */
  let cutAfter: (piece: Buffer) => boolean = () => false;
  const server = createServer((near) => {
    if (!open) return near.destroy();
    const far = connect(Number(new URL(origin).port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      through.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        through.delete(from);
      });
    }
    far.pipe(near);
    near.on('data', (piece: Buffer) => {
      far.write(piece);
      if (cutAfter(piece)) near.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of through) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** The same address as it is at this end. */
    here: (url: string) => url.replace(new URL(url).host, `127.0.0.1:${port}`),
    close() {
      open = false;
      cut();
    },
    open() {
      open = true;
    },
    cutWhen(test: typeof cutAfter) {
      cutAfter = test;
    },
  };
}

test('the token leaves the address at once; a reload and a duplicate go on with what the tab keeps', async () => {
  const { url } = await start();
  const tab = openTab(url);
  expect(tab.hash()).toBe('');
  expect(await answered(tab)).toEqual(ok);
  const { origin, pathname } = new URL(url);
  for (const again of [
    openTab(origin + pathname, tab.storage),
    openTab(url, new Map(tab.storage)),
  ]) {
    expect(await answered(again)).toEqual(ok);
    expect(again.left).toEqual([]);
  }
  expect(await answered(tab)).toEqual(ok);
  expect([...tab.storage.values()].join()).not.toContain(new URL(url).hash.slice(7));
  expect(tab.connections).toEqual([]);
});

// before the host has heard of the tab, and after its proof, whose welcome is lost
test.each([0, 2])(
  'a tab that is loaded again before the welcome is let in, after %i pieces to the host',
  async (sent) => {
    const { url } = await start();
    const tunnel = await tunnelTo(url);
    let pieces = 0;
    tunnel.cutWhen(() => {
      pieces += 1;
      if (pieces === sent) tunnel.close();
      return pieces === sent;
    });
    if (sent === 0) tunnel.close();
    const first = openTab(tunnel.here(url));
    expect(first.hash()).toBe('');
    await expect.poll(() => pieces).toBe(sent);
    const { origin, pathname } = new URL(url);
    const again = openTab(origin + pathname, new Map(first.storage));
    expect(await answered(again)).toEqual(ok);
    expect(again.left).toEqual([]);
    expect([...again.storage.values()].join()).not.toContain(new URL(url).hash.slice(7));
  },
);

test('a tab without a secret, or with a token that was used, goes to the page that says so', async () => {
  const { url, origin, root } = await start();
  expect(openTab(origin + root)).toMatchObject({ bridge: null, left: ['/'] });
  expect(await answered(openTab(url))).toEqual(ok);
  for (const hash of ['#token=', '#token=wrong']) {
    const wrong = openTab(`${origin}${root}${hash}`);
    expect([wrong.bridge, wrong.hash(), wrong.left]).toEqual([null, '', ['/']]);
  }
  const late = openTab(url);
  expect(late.hash()).toBe('');
  expect(await answered(late)).toEqual(lost);
  expect(late.left).toEqual([expect.stringMatching(/^\/\?visit=[\w-]{43}$/)]);
});

test('a tunnel may have another port; when it breaks the tab comes back by itself', async () => {
  const { url } = await start();
  const tunnel = await tunnelTo(url);
  const tab = openTab(tunnel.here(url));
  expect(await answered(tab)).toEqual(ok);
  tunnel.close();
  await expect.poll(() => tab.connections).toEqual(['lost']);
  expect(await answered(tab)).toEqual(lost);
  tunnel.open();
  await expect.poll(() => tab.connections, { timeout: 10_000 }).toEqual(['lost', 'connected']);
  expect(await answered(tab)).toEqual(ok);
});

test('a connection that breaks anywhere in the handshake locks nobody out', async () => {
  // after the request with the hello, and after the proof; the welcome is lost with that
  for (const cutAfterPieces of [1, 2]) {
    const { url } = await start();
    const tunnel = await tunnelTo(url);
    let pieces = 0;
    tunnel.cutWhen(() => ++pieces === cutAfterPieces);
    const tab = openTab(tunnel.here(url));
    await expect.poll(() => tab.connections, { timeout: 10_000 }).toEqual(['lost', 'connected']);
    expect(await answered(tab)).toEqual(ok);
    expect(tab.left).toEqual([]);
  }
});

/** Takes the port and answers every connection with what `say` makes of what it hears; keeps all that. */
async function strangerAt(port: number, say: (heard: string, at: number) => string | null) {
  const heard: string[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  server.on('connection', (socket, { url = '' }) => {
    let at = 0;
    const hear = (text: string): void => {
      heard.push(text);
      const answer = say(text, at++);
      if (answer !== null) socket.send(answer);
    };
    hear(url);
    socket.on('message', (data: Buffer) => hear(data.toString()));
  });
  return heard;
}

const word = 'A'.repeat(43);
const strangers: [string, (heard: string) => string | null][] = [
  ['lets everybody in', () => '{"kind":"welcome"}'],
  ['repeats what it hears', (heard) => heard],
  ['guesses', () => JSON.stringify({ kind: 'challenge', nonce: word, proof: word })],
  ['knows nobody', () => '{"kind":"unknown"}'],
  ['makes no sense', () => '{"nonce":[],"proof":{}'],
  ['says much', () => JSON.stringify({ kind: 'challenge', nonce: word, proof: 'A'.repeat(1e6) })],
];

test.each(strangers)(
  'a stranger who takes the port after a crash and %s hears no call and no proof',
  async (_, say) => {
    const host = await start();
    const tab = openTab(host.url);
    expect(await answered(tab)).toEqual(ok);
    const events: unknown[] = [];
    tab.bridge?.subscribe((name) => void events.push(name));
    await host.server.close();
    await expect.poll(() => tab.connections).toEqual(['lost']);
    const heard = await strangerAt(Number(new URL(host.url).port), say);
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(1);
    expect(await answered(tab)).toEqual(lost);
    for (const said of heard) expect(said).toMatch(/^\/socket\?id=[\w-]{43}&nonce=[\w-]{43}$/);
    expect(tab.connections).toEqual(['lost', 'refused']);
    expect(events).toEqual([]);
    // what the tab shows may be looked at further: it is not sent away
    expect(tab.left).toEqual([]);
  },
);

test('of a first visit and of a reload, a host that proves nothing hears neither the token nor the secret', async () => {
  const host = await start();
  const tab = openTab(host.url);
  expect(await answered(tab)).toEqual(ok);
  const kept = [...tab.storage.values()].join();
  const secret = kept.slice(0, 43);
  const token = new URL(host.url).hash.slice('#token='.length);
  await host.server.close();
  const heard = await strangerAt(Number(new URL(host.url).port), () => null);
  const { origin, pathname } = new URL(host.url);
  openTab(host.url);
  openTab(origin + pathname, new Map(tab.storage));
  await expect.poll(() => heard.length).toBeGreaterThan(1);
  const nonces = heard.map((said) => said.slice(-43));
  expect(new Set(nonces).size).toBe(nonces.length);
  for (const said of heard) {
    expect(said).toMatch(/^\/socket\?id=[\w-]{43}&nonce=[\w-]{43}$/);
    for (const known of [secret, token]) expect(said).not.toContain(known);
  }
});

test('a stranger who repeats what the host once said is not believed', async () => {
  const host = await start();
  const tab = openTab(host.url);
  expect(await answered(tab)).toEqual(ok);
  const [challenge = '', welcome = ''] = tab.heard;
  expect(challenge).toContain('challenge');
  await host.server.close();
  const heard = await strangerAt(Number(new URL(host.url).port), (_, at) =>
    at === 0 ? challenge : welcome,
  );
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(heard.filter((message) => message.includes('proof'))).toEqual([]);
});

test('a host that was started anew on the same port is not taken for the old one', async () => {
  const host = await start();
  const tab = openTab(host.url);
  expect(await answered(tab)).toEqual(ok);
  await host.server.close();
  const next = await start(Number(new URL(host.url).port));
  await expect.poll(() => tab.connections, { timeout: 10_000 }).toEqual(['lost', 'refused']);
  expect(await answered(tab)).toEqual(lost);
  // its own address opens it, also in the old tab
  const again = openTab(next.url, tab.storage);
  expect(await answered(again)).toEqual(ok);
});

test.each([
  ['of ASCII', 'x'.repeat(maxMessageBytes)],
  ['of characters of three bytes', '日'.repeat(maxMessageBytes / 3)],
])('a call that is too large %s is refused before it is sent', async (_, large) => {
  const { url, answers } = await start();
  answers.set('chat.send', 'done');
  const tab = openTab(url);
  expect(await tab.bridge?.invoke('chat.send', { large })).toMatchObject({
    ok: false,
    error: { code: 'call-too-large', details: { limit: maxMessageBytes } },
  });
  expect(await answered(tab)).toEqual(ok);
  expect(tab.connections).toEqual([]);
  const fits = { large: large.slice(0, large.length - 1000) };
  expect(await tab.bridge?.invoke('chat.send', fits)).toMatchObject({ ok: true });
});

test('what cannot be handed over or read is an error of its call', async () => {
  const { url, answers } = await start();
  const tab = openTab(url);
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
  const error = {
    ok: false,
    error: { code: 'call-too-deep', details: { limit: maxMessageDepth } },
  };
  answers.set('deep', deep);
  answers.set('bytes', { $bytes: '%%%' });
  const asked = ['a', 'deep', 'bytes', 'b'].map((name) =>
    tab.bridge?.invoke(name, name === 'a' ? deep : null),
  );
  expect(await Promise.all(asked)).toMatchObject([
    error,
    error,
    { ok: true, value: { $bytes: '%%%' } },
    { ok: true },
  ]);
  expect(tab.connections).toEqual([]);
});
