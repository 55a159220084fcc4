import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { ignoring } from '../../../common/ignoring.ts';
import type { CallResult } from '../../../preload/contract/bridge.ts';
import { metadata } from '../../../scripts/package/metadata.ts';
import { type CleanRoot, userHome } from '../../support/clean-root.ts';
import { patience } from '../../support/patience.ts';

const relay = fileURLToPath(new URL('relay.ts', import.meta.url));

/** The app at work in a clean root. */
export interface RootApp {
  readonly page: Page;
  readonly process: ChildProcess;
  call<T>(name: string, input?: unknown): Promise<T>;
  /** The status of each of its renderers (`/proc/…/status`). */
  renderers(): { seccomp: string; uid: string; ownNamespace: boolean }[];
  /** Has it end by itself and start once more, and connects to the window of what is there then. */
  startsAgain(ask: () => Promise<unknown>): Promise<RootApp>;
  /** Ends it as its user does and waits until it has. */
  close(): Promise<void>;
}

/** Starts an X server there, whose end is that of the root. */
export async function openDisplayIn(root: CleanRoot): Promise<void> {
  const server = root.start(
    'desk',
    ...['Xvfb', ':7', '-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
  );
  let said = '';
  server.stderr?.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const ended = once(server, 'exit').then(() => Promise.reject(new Error(`Xvfb ended: ${said}`)));
  if (server.stdout !== null) await Promise.race([once(server.stdout, 'data'), ended]);
}

/** Starts a command of the app there and connects to its window. */
export async function startIn(
  root: CleanRoot,
  command: string | readonly string[],
  user: 'desk' | 'confined' = 'desk',
): Promise<RootApp> {
  const app = root.start(
    user,
    ...[command].flat(),
    ...['--disable-gpu', '--remote-debugging-port=0', '--lang=en-GB'],
  );
  const ended = once(app, 'exit');
  const address = await debuggerOf(app);
  return attach(root, address, {
    process: app,
    async end() {
      endChild(app);
      await ended;
    },
    async ended() {
      await ended;
    },
  });
}

/** An app that runs, and how it is ended. */
interface Running {
  readonly process: ChildProcess;
  end(): Promise<void>;
  /** Until it has ended. */
  ended(): Promise<void>;
}

async function attach(root: CleanRoot, address: string, running: Running): Promise<RootApp> {
  const way = await openWay(root, new URL(address));
  try {
    await windowOpen(way.url);
    const browser = await connectedTo(way.url);
    const context = browser.contexts()[0];
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (page === undefined) throw new Error('no window');
    page.setDefaultTimeout(patience(20_000));
    return {
      page,
      process: running.process,
      async call<T>(name: string, input?: unknown) {
        const given = input === undefined ? 'undefined' : JSON.stringify(input);
        const result = await page.evaluate<CallResult>(
          `computeDesk.invoke(${JSON.stringify(name)}, ${given})`,
        );
        if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
        return result.value as T;
      },
      renderers: () => renderersIn(root),
      async startsAgain(ask) {
        const before = debuggerTold(root);
        await ignoring('the page may be gone before it is answered', ask());
        await running.ended();
        way.close();
        const end = performance.now() + patience(30_000);
        while (debuggerTold(root) === before) {
          if (performance.now() > end) throw new Error('the app did not start again');
          await setTimeout(100);
        }
        const [port, path] = debuggerTold(root).split('\n');
        const pid = appIn(root);
        return attach(root, `ws://127.0.0.1:${port}${path}`, {
          process: running.process,
          async end() {
            root.run('root', 'kill', pid);
            while (root.run('root', 'kill', '-0', pid).status === 0) await setTimeout(100);
          },
          ended: () => Promise.reject(new Error('it is started again once')),
        });
      },
      async close() {
        await browser.close();
        await running.end();
        way.close();
      },
    };
  } catch (cause) {
    // One that goes on would take the next start's place.
    await running.end();
    way.close();
    throw cause;
  }
}

/** The port and path by which Chromium says that it can be connected to; empty where it never did. */
function debuggerTold(root: CleanRoot): string {
  const file = join(root.path, userHome, '.config/compute-desk/browser/DevToolsActivePort');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The number there of the process that the app's others are children of. */
function appIn(root: CleanRoot): string {
  const { output } = root.run(
    'root',
    'pgrep',
    '--oldest',
    '--exact',
    metadata.program.slice(0, 15),
  );
  return output.trim();
}

/** A page that changes its process while somebody connects is waited for in vain: another try finds it whole. */
async function connectedTo(debuggerUrl: string, tries = 4): Promise<Browser> {
  try {
    return await chromium.connectOverCDP(debuggerUrl, { timeout: patience(10_000) });
  } catch (cause) {
    if (tries === 1) throw cause;
    return await connectedTo(debuggerUrl, tries - 1);
  }
}

/** Ends the app below what was started: neither `nsenter` nor an AppImage's runtime passes a signal on. */
function endChild({ pid = 0 }: ChildProcess): void {
  for (const child of appsBelow(pid)) process.kill(child, 'SIGTERM');
}

function appsBelow(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return children
    .filter((child) => child !== '')
    .flatMap((child) => (isApp(child) ? [Number(child)] : appsBelow(Number(child))));
}

/** Also one whose program has been replaced since it began. */
const isApp = (pid: string): boolean =>
  basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')) === metadata.program;

async function debuggerOf(app: ChildProcess): Promise<string> {
  let before = '';
  app.stdout?.resume();
  if (app.stderr === null) throw new Error('nothing is read of it');
  for await (const line of createInterface({ input: app.stderr })) {
    const url = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      app.stderr.resume();
      return url;
    }
    before += `${line}\n`;
  }
  throw new Error(`the app did not start: ${before}`);
}

/** A port of this machine that leads to one of the root's own network. */
async function openWay(root: CleanRoot, { port, pathname }: URL) {
  const socket = join(root.path, 'home', `${port}.socket`);
  const inside = spawn('nsenter', [
    ...[`--net=/proc/${root.pid}/ns/net`, '--', process.execPath, relay, socket, port],
  ]);
  await once(inside.stdout, 'data');
  const server = createServer((outside) => {
    const way = connect(socket);
    outside.pipe(way).pipe(outside);
    outside.on('error', () => way.destroy());
    way.on('error', () => outside.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `ws://127.0.0.1:${address.port}${pathname}`,
    close() {
      server.close();
      inside.kill();
    },
  };
}

/** Who connects before there is a window waits for ever. */
async function windowOpen(debuggerUrl: string): Promise<void> {
  const end = performance.now() + patience(30_000);
  while (!(await pagesAt(debuggerUrl)).some((url) => url.startsWith('app://compute-desk/'))) {
    if (performance.now() > end) throw new Error('the app opened no window');
    await setTimeout(100);
  }
}

async function pagesAt(debuggerUrl: string): Promise<string[]> {
  const response = await fetch(`http://${new URL(debuggerUrl).host}/json/list`);
  const targets = (await response.json()) as { type: string; url: string }[];
  return targets.filter(({ type }) => type === 'page').map(({ url }) => url);
}

function renderersIn(root: CleanRoot): ReturnType<RootApp['renderers']> {
  const { output } = root.run(
    'root',
    'sh',
    '-c',
    'for pid in $(pgrep -f -- [-]-type=renderer); do echo "$(sed -n "s/^\\(Seccomp\\|Uid\\):\\t\\([0-9]*\\).*/\\2/p" /proc/$pid/status | tr "\\n" " ")$(readlink /proc/$pid/ns/user) $(readlink /proc/1/ns/user) $(readlink /proc/$pid/ns/net) $(readlink /proc/1/ns/net)"; done',
  );
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [uid = '', seccomp = '', , , net, outside] = line.split(' ');
      return { uid, seccomp, ownNamespace: net !== outside };
    });
}
