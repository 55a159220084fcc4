import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { helloPath } from '../../preload/contract/handshake.ts';
import { root } from '../../scripts/toolchain.mjs';
import { chromiumOptions, launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startAsOther, whyNoOtherUser } from '../support/processes/another-user.ts';
import { type RunningApp, startApp } from '../support/processes/running-app.ts';
import { readTexts } from '../tour/texts.ts';
import { openWindow } from './support/window.ts';

const folder = 'local-attackers';
const t = readTexts('en');
const firstScreen = { name: t('start.demo.title') };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function start(options: { dataFolder?: string; port?: number } = {}): Promise<RunningApp> {
  const app = await startApp({ dataFolder: testFolder(), ...options });
  onTestFinished(() => app.stop());
  return app;
}

/** Somebody else's server on another port of the same machine, and every request that it got. */
async function otherPort(
  page: (request: IncomingMessage) => { headers?: Record<string, string>; body: string },
  port = 0,
): Promise<{ origin: string; asked: IncomingMessage[]; server: Server }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const { headers = {}, body } = page(request);
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server };
}

test('a page of another port opens and reloads sockets for ever: refused, and nothing ends', async () => {
  const app = await start();
  const { page, context } = await openWindow({ browser, url: app.url, folder });
  await page.getByRole('button', firstScreen).waitFor();
  const { host, origin, pathname } = new URL(app.url);
  const hello = helloPath({ id: 'A'.repeat(43), nonce: 'A'.repeat(43) });
  const evil = await context.newPage();
  const { origin: elsewhere } = await otherPort(() => ({
    body: `<!doctype html><script>
      const one = () => new WebSocket('ws://${host}${hello}').onclose = one;
      for (let i = 0; i < 20; i++) one();
    </script>`,
  }));
  for (let round = 0; round < 30; round++) await evil.goto(elsewhere);

  const outcome = await evil.evaluate(
    async ([address = '', files = '']) => {
      const socket = await new Promise((resolve) => {
        const opened = new WebSocket(address);
        opened.addEventListener('open', () => resolve('opened'));
        opened.addEventListener('close', () => resolve('refused'));
      });
      const read = await fetch(files, { credentials: 'include' }).then(
        (response) => response.text(),
        () => 'refused',
      );
      const frame = document.createElement('iframe');
      frame.src = files;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      return { socket, read };
    },
    // even by the path of the app, which it cannot know
    [`ws://${host}${hello}`, origin + pathname],
  );
  expect(outcome).toEqual({ socket: 'refused', read: 'refused' });
  const framed = evil.frames().find((frame) => frame !== evil.mainFrame());
  expect(await framed?.getByRole('button').count()).toBe(0);

  await page.reload();
  await page.getByRole('button', firstScreen).waitFor();
  expect(app.process.exitCode).toBeNull();
  // its address, and how to reach it by a tunnel: no word of what was refused
  expect(app.output().trim().split('\n').sort()).toEqual([
    expect.stringContaining('Compute Desk ready'),
    expect.stringContaining('ssh -L'),
  ]);
});

test('a tab that is sent to another port brings nothing there', async () => {
  const app = await start();
  const { page, context } = await openWindow({ browser, url: app.url, folder });
  await page.getByRole('button', firstScreen).waitFor();
  const read = () => page.evaluate(() => Object.values(sessionStorage).join());
  // the first screen is drawn before the host has answered
  await expect.poll(read).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
  const [secret = ''] = (await read()).split('.');
  const { origin, asked } = await otherPort(() => ({ body: '<!doctype html><title>x</title>' }));
  // by the page itself: a browser that holds it to its connections does not even go there
  await page.evaluate((to) => {
    location.href = to;
  }, origin);
  await page.waitForURL((now) => now.origin !== new URL(app.url).origin);
  // by the user
  await page.goto(origin);
  expect(asked.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  const told = asked.map(({ url, rawHeaders }) => [url, ...rawHeaders].join('\n')).join('\n');
  expect(told).not.toMatch(/cookie/i);
  for (const ours of [secret, new URL(app.url).host, new URL(app.url).pathname]) {
    expect(told.split('\n').filter((line) => line !== '/' && line.includes(ours))).toEqual([]);
  }
  expect(await context.cookies()).toEqual([]);
  // the way back is open
  await page.goBack();
  await page.getByRole('button', firstScreen).waitFor();
});

test('what somebody else once served at this port, for ever, is not taken for the app', async () => {
  const first = await start();
  const { port } = new URL(first.url);
  const files = await filesOf(first);
  await first.stop();
  const planted = await otherPort(
    () => ({
      headers: { 'cache-control': 'max-age=31536000, immutable' },
      body: '<!doctype html><title>planted</title>',
    }),
    Number(port),
  );
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  for (const path of ['/', ...files]) await page.goto(planted.origin + path);
  expect(await page.title()).toBe('planted');
  planted.server.closeAllConnections();
  await new Promise((resolve) => planted.server.close(resolve));

  const app = await start({ port: Number(port) });
  await page.goto(app.url);
  await page.getByRole('button', firstScreen).waitFor();
});

/** The paths of the app's own scripts and styles, and where they would be without the path of this start. */
async function filesOf(app: RunningApp): Promise<string[]> {
  const page = await (await fetch(app.url)).text();
  const names = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(1);
  return names.flatMap((name) => [`/${name}`, new URL(name, app.url).pathname]);
}

test('who takes the port after a crash gets nothing from the open tab, which says so', async () => {
  const app = await start();
  const { page, picture } = await openWindow({ browser, url: app.url, folder });
  await page.getByRole('button', firstScreen).waitFor();
  await app.kill();
  await page.getByText(t('frame.connection.lost.what')).waitFor();

  const { origin, pathname, port } = new URL(app.url);
  const heard: string[] = [];
  const { server, asked } = await otherPort(() => ({ body: 'mine' }), Number(port));
  const sockets = new WebSocketServer({ server });
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  sockets.on('connection', (socket, { url = '' }) => {
    const hear = (text: string): void => {
      heard.push(text);
      socket.send('{"kind":"welcome"}');
      socket.send(
        '{"kind":"event","name":"systems.changed","payload":{"systems":[],"selectedId":null}}',
      );
    };
    hear(url);
    socket.on('message', (data: Buffer) => hear(data.toString()));
  });
  await page.getByText(t('frame.connection.refused.what')).waitFor();
  await picture('stranger-at-the-port');
  await expect.poll(() => heard.length).toBeGreaterThan(1);
  for (const said of heard) expect(said).toMatch(/^\/socket\?id=[\w-]{43}&nonce=[\w-]{43}$/);
  expect(asked.map(({ headers }) => headers.cookie)).toEqual(asked.map(() => undefined));
  expect(page.url()).toBe(origin + pathname);
});

const linux = process.platform === 'linux';
const alone = whyNoOtherUser(process.execPath);
if (alone !== null) console.log(`skipped: what another user may read; ${alone}`);

test.skipIf(alone !== null)('another user reads nothing of a running app', async () => {
  const parent = testFolder();
  chmodSync(parent, 0o755);
  const dataFolder = join(parent, 'data');
  const app = await start({ dataFolder });
  const { page } = await openWindow({ browser, url: app.url, folder });
  await page.getByRole('button', firstScreen).click();
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  const files = readdirSync(dataFolder, { recursive: true }).map((name) =>
    join(dataFolder, String(name)),
  );
  expect(files.length).toBeGreaterThan(5);
  const { pid } = app.process;
  const paths = [parent, dataFolder, ...files, `/proc/${pid}/environ`, `/proc/${pid}/mem`];
  const { stdout } = startAsOther('try-to-read.ts', ...paths);
  // the first shows that it can read at all
  expect(JSON.parse(await text(stdout))).toEqual([parent]);
});

/** Stands in for the desktop's program that opens a file: Debian's Chromium, without a window. */
function desktop(profile: string): string {
  const bin = testFolder();
  const { executablePath, args } = chromiumOptions();
  writeFileSync(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nexec '${executablePath}' ${args.join(' ')} --headless=new --remote-debugging-port=0 --user-data-dir='${profile}' "$1"\n`,
    { mode: 0o755 },
  );
  return bin;
}

test.skipIf(!linux)(
  'the token stands in no argument of a process while the browser is started',
  async () => {
    const profile = testFolder();
    const dataFolder = join(testFolder(), 'data');
    mkdirSync(dataFolder, { mode: 0o700 });
    const watcher =
      alone === null
        ? startAsOther('watch-arguments.ts')
        : spawn(process.execPath, [join(root, 'test/support/processes/watch-arguments.ts')]);
    const { stdin, stdout } = watcher;
    if (stdin === null || stdout === null) throw new Error('not piped');
    onTestFinished(() => void watcher.kill());
    const lines: string[] = [];
    const reader = createInterface({ input: stdout }).on('line', (line) => void lines.push(line));
    await once(reader, 'line');

    const app = spawn(
      process.execPath,
      [join(root, 'scripts/start.mjs'), '--web', '--data-dir', dataFolder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, DISPLAY: ':0', PATH: `${desktop(profile)}:${process.env.PATH}` },
      },
    );
    onTestFinished(async () => {
      app.kill();
      await once(app, 'exit');
    });
    const [ready] = (await once(createInterface({ input: app.stdout }), 'line')) as [string];
    const token = /#token=([\w-]{43})$/.exec(ready)?.[1] ?? '';
    expect(token).not.toBe('');

    // the browser that was started shows the app, by the page that is gone then
    const portFile = join(profile, 'DevToolsActivePort');
    await expect.poll(() => existsSync(portFile)).toBe(true);
    const [port] = readFileSync(portFile, 'utf8').split('\n');
    const started = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    // to close what was connected to leaves the browser running, and its tab asks whatever has the app's port next
    onTestFinished(async () => {
      const session = await started.newBrowserCDPSession();
      const closed = new Promise((resolve) => started.once('disconnected', resolve));
      await session.send('Browser.close');
      await closed;
    });
    const [page] = started.contexts()[0]?.pages() ?? [];
    await page?.getByRole('button', firstScreen).waitFor();
    const pages = () => readdirSync(dataFolder).filter((name) => name.endsWith('.html'));
    await expect.poll(pages).toEqual([]);

    stdin.end();
    await once(reader, 'close');
    expect(lines.filter((line) => /file:\/\/.*\/open-[0-9a-f]+\.html/.test(line))).not.toEqual([]);
    expect(lines.filter((line) => line.includes(token) || line.includes('token='))).toEqual([]);
  },
);
