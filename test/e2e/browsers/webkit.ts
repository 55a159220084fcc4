import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { findProgram } from '../../../scripts/lanes/needs.ts';
import { openAppUser } from '../../electron/support/app-user.ts';
import { openDisplay } from '../../electron/support/display.ts';
import { testFolder } from '../../support/files/folder.ts';
import { patience } from '../../support/patience.ts';
import { type BrowserPage, keepProblems, pressActions, size, typeActions } from './page.ts';

/** WebKitGTK's driver and the browser that comes with its library, or why they cannot be run. */
export const webkit = findWebkit();

type Found = { readonly driver: string; readonly browser: string } | { readonly missing: string };

function findWebkit(): Found {
  const driver = findProgram('WebKitWebDriver');
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];
  if (driver === undefined || browser === undefined) return { missing: 'no WebKitGTK here' };
  if (findProgram('Xvfb') === undefined) return { missing: 'no display and no Xvfb' };
  return { driver, browser };
}

interface Session {
  readonly sessionId: string;
  readonly capabilities: { readonly browserName: string; readonly browserVersion: string };
}

/** WebKitGTK's small browser, by WebDriver; its language is that of the computer's locale. */
export async function startWebkit(): Promise<BrowserPage> {
  const port = await startDriver();
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      signal: AbortSignal.timeout(patience(10_000)),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId, capabilities } = await ask<Session>('POST', '', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: 'missing' in webkit ? '' : webkit.browser,
          args: ['--automation'],
        },
      },
    },
  });
  const session = `/${sessionId}`;
  onTestFinished(() => ask('DELETE', session));
  const evaluate = (expression: string): Promise<unknown> =>
    ask('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] });
  const act = async (actions: object[]): Promise<void> => {
    await ask('POST', `${session}/actions`, { actions });
  };
  // its own bars take some of the window
  await ask('POST', `${session}/window/rect`, { ...size, height: size.height + 40 });
  const told: string[] = [];
  const problems = async (): Promise<readonly string[]> => {
    told.push(...((await evaluate('problems.splice(0)')) as string[]));
    return told;
  };
  const keep = (): Promise<unknown> => evaluate(`(() => {${keepProblems}})()`);
  return {
    version: `WebKitGTK ${capabilities.browserName} ${capabilities.browserVersion}`,
    problems,
    evaluate,
    async goTo(url) {
      await ask('POST', `${session}/url`, { url });
      await keep();
    },
    async reload() {
      await problems();
      await ask('POST', `${session}/refresh`, {});
      await keep();
    },
    pressAt: (x, y) => act(pressActions(x, y)),
    type: (text) => act(typeActions(text)),
    async picture() {
      return Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64');
    },
  };
}

/** @returns The driver's port */
async function startDriver(): Promise<number> {
  if ('missing' in webkit) throw new Error(webkit.missing);
  const { user, close } = openAppUser([webkit.driver, webkit.browser]);
  onTestFinished(close);
  const display = await openDisplay(user);
  onTestFinished(() => display.close());
  const port = await freePort();
  const home = user.home || testFolder();
  const child = spawn(webkit.driver, ['-p', String(port)], {
    stdio: 'ignore',
    ...(user.id !== null && { uid: user.id, gid: user.id }),
    // with its usual way of drawing, which needs no graphics card; as root and with another one its driver hung
    env: {
      ...process.env,
      DISPLAY: display.name,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      NO_AT_BRIDGE: '1',
    },
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
  await listening(child, port);
  return port;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** It does not say when it is ready. */
async function listening(driver: ChildProcess, port: number): Promise<void> {
  while (driver.exitCode === null) {
    const up = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (up?.ok) return;
  }
  throw new Error(`the driver ended with ${driver.exitCode}`);
}
