import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CallResult } from '../../preload/contract/bridge.ts';
import type { EventPayload } from '../../preload/contract/index.ts';
import { tryTextSinks } from '../support/text-sinks.ts';
import { namespaceOf, ownerOf, statusOf } from './support/confinement.ts';
import { type Desk, startDesk } from './support/desk.ts';
import { sharedApp } from './support/shared.ts';

const shared = sharedApp();
let desk: Desk;
let server: Server;
let requests: string[];
let serverUrl: string;

beforeAll(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  desk = await startDesk({ app: shared.app, dataFolder: shared.dataFolder });
  await desk.page.waitForSelector('body[data-ready]');
});
afterAll(async () => {
  await desk?.electron.close();
  server?.close();
});

/** Runs something of test/electron/page/page.js in the window. */
function inPage<T>(expression: string): Promise<T> {
  return desk.page.evaluate<T>(expression);
}

function call(name: string, input?: unknown): Promise<CallResult> {
  const given = input === undefined ? 'undefined' : JSON.stringify(input);
  return inPage(`computeDesk.invoke(${JSON.stringify(name)}, ${given})`);
}

/** Fetches in main through the default session, as a page would but without its CSP. */
function fetchInMain(url: string, method = 'GET') {
  return desk.electron.evaluate(
    async ({ net }, request) => {
      const response = await net.fetch(request.url, { method: request.method });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers.entries()),
        text: await response.text(),
      };
    },
    { url, method },
  );
}

describe('the page', () => {
  test('comes from app:// with the security headers', async () => {
    expect(desk.page.url()).toBe('app://compute-desk/');
    const { status, headers } = await fetchInMain('app://compute-desk/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe-eval');
  });

  test('makes no HTML, code or script’s address of text', async () => {
    const outcomes = await desk.page.evaluate(tryTextSinks);
    // this page, unlike the app's, has not made the one policy itself
    const { 'its own again': own, ...others } = outcomes;
    expect(own).toBe('taken');
    expect(Object.entries(others).filter(([, outcome]) => outcome === 'taken')).toEqual([]);
  });

  test.each([
    'app://compute-desk/../package.json',
    'app://compute-desk/%2e%2e/main/electron.js',
    'app://compute-desk/..%2fmain%2felectron.js',
    'app://compute-desk/assets/..%5c..%5c..%5cpackage.json',
    'app://compute-desk/hidden.secret',
    'app://compute-desk/etc/passwd',
    'app://elsewhere/index.html',
  ])('nothing but its files is served: %s', async (url) => {
    const { status, text } = await fetchInMain(url);
    expect(status).toBe(404);
    expect(text).toBe('not found');
  });

  test('is read only', async () => {
    expect((await fetchInMain('app://compute-desk/', 'POST')).status).toBe(405);
  });

  test('has no Node, no Electron and only the bridge', async () => {
    const seen = await inPage('probe.world()');
    expect(seen).toEqual({
      present: [],
      bridge: ['host', 'invoke', 'subscribe'],
      host: 'electron',
    });
  });

  test('is sandboxed and isolated', async () => {
    const preferences = await desk.electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      // Not in the typings; what the window really runs with.
      const contents = window?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      return contents.getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    });
    expect(preferences.enableBlinkFeatures ?? '').toBe('');
  });

  test.skipIf(process.platform !== 'linux')(
    'has a process that is confined by the operating system, of a user who is not root',
    async (context) => {
      if (!inject('appUser').sandbox)
        context.skip('the app runs as root here, without its sandbox');
      const [main = 0, renderer = 0] = await desk.electron.evaluate(({ BrowserWindow }) => [
        process.pid,
        BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
      ]);
      expect(ownerOf(main)).not.toBe(0);
      expect(ownerOf(renderer)).toBe(ownerOf(main));
      // seccomp(2): its calls of the system go through a filter; main's do not.
      expect(statusOf(renderer, 'Seccomp')).toBe('2');
      expect(statusOf(main, 'Seccomp')).not.toBe('2');
      // namespaces(7): it has no network, no other process and no file system of main's.
      for (const space of ['user', 'net', 'pid'] as const) {
        expect(namespaceOf(renderer, space), space).not.toBe(namespaceOf(main, space));
      }
    },
  );

  test('opens no connection', async () => {
    const refused = { fetch: 'refused', socket: 'refused', image: 'refused', script: 'refused' };
    expect(await inPage(`probe.connections(${JSON.stringify(serverUrl)})`)).toEqual(refused);
    expect(requests).toEqual([]);
  });

  test('runs no inline script and no text as code', async () => {
    expect(await inPage('probe.inline()')).toBe(false);
    expect(await inPage('probe.evaluation()')).toMatch(/^(script-src|require-trusted-types-for)$/);
    expect(await inPage('document.body.dataset.evaluated')).toBeUndefined();
  });

  test('even without its CSP its session reaches no server', async () => {
    await expect(fetchInMain(serverUrl)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(requests).toEqual([]);
  });
});

describe('the contract', () => {
  test('answers declared calls', async () => {
    const result = await call('app.info');
    expect(result).toMatchObject({
      ok: true,
      value: {
        host: 'electron',
        dataFolder: shared.dataFolder,
        runtime: { electron: inject('runtime').version },
      },
    });
  });

  test.each(['app.nothing', 'nothing.snapshot', 'constructor.name', 'app.info.more', ''])(
    'refuses what is not declared: "%s"',
    async (name) => {
      expect(await call(name)).toMatchObject({
        ok: false,
        error: { code: 'contract-unknown-call' },
      });
    },
  );

  test('refuses input of another shape', async () => {
    expect(await call('settings.update', { theme: 'pink' })).toMatchObject({
      ok: false,
      error: { code: 'contract-invalid-input' },
    });
  });

  test.each([
    { who: 'a page of another origin', url: 'data:text/html,<title>foreign</title>' },
    { who: 'a window that is not the app’s', url: 'app://compute-desk/' },
  ])('refuses $who', async ({ url }) => {
    const result = await desk.electron.evaluate(
      async ({ BrowserWindow }, { url: address, preload }) => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        try {
          await window.loadURL(address);
          return await window.webContents.executeJavaScript(
            'window.computeDesk.invoke("settings.snapshot")',
          );
        } finally {
          window.destroy();
        }
      },
      { url, preload: join(shared.app, 'dist/preload/index.cjs') },
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'contract-sender-refused' } });
  });

  test('main listens to one channel only', async () => {
    const channels = await desk.electron.evaluate(({ ipcMain }) => ({
      // 'error' is Electron's own guard against crashing on one.
      events: ipcMain.eventNames().filter((name) => name !== 'error'),
      // Electron's own map of `handle`.
      handled: [
        ...(
          (ipcMain as unknown as { _invokeHandlers?: Map<string, unknown> })._invokeHandlers ??
          new Map([['compute-desk:call', null]])
        ).keys(),
      ],
    }));
    expect(channels).toEqual({ events: [], handled: ['compute-desk:call'] });
  });
});

describe('the window', () => {
  test('opens no other window', async () => {
    const opened = await inPage(
      "[window.open('https://example.invalid/'), window.open('app://compute-desk/')]",
    );
    expect(opened).toEqual([null, null]);
    expect(desk.electron.windows()).toHaveLength(1);
  });

  test('gives no permission, of notices neither, which main shows', async () => {
    expect(await inPage('probe.permissions()')).toEqual({
      geolocation: 'denied',
      camera: 'denied',
      microphone: 'denied',
      notifications: 'denied',
      'clipboard-read': 'denied',
      media: 'refused',
    });
  });

  test('may write to the clipboard', async () => {
    await desk.page.click('button');
    // other apps of this display, of tests beside this one, write to it too
    const written = async () => {
      await inPage("navigator.clipboard.writeText('copied text')");
      return desk.electron.evaluate(({ clipboard }) => clipboard.readText());
    };
    await expect.poll(written).toBe('copied text');
  });

  test('follows theme and language; its menu sends commands', async () => {
    await call('settings.update', { theme: 'dark', language: 'ja' });
    const dark = await desk.electron.evaluate(({ nativeTheme, Menu, BrowserWindow }) => ({
      theme: nativeTheme.themeSource,
      // without the marks of their access keys
      menus: Menu.getApplicationMenu()?.items.map(({ label }) => label.replace(/\(&.\)|&/, '')),
      background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    }));
    expect(dark.theme).toBe('dark');
    expect(dark.menus).toContain('表示');
    expect(dark.background?.toLowerCase()).toBe('#121718');

    await call('settings.update', { theme: 'light', language: 'en' });
    await desk.electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items ?? [];
      const all = items.flatMap(({ submenu }) => submenu?.items ?? []);
      all.find(({ label }) => label.replace('&', '') === 'Settings…')?.click();
    });
    await desk.page.waitForFunction("events.some(({ name }) => name === 'app.command')");
    const events = await inPage('events');
    const expected: EventPayload<'app.command'> = { command: 'settings' };
    expect(events).toContainEqual({ name: 'app.command', payload: expected });
  });

  test('says that the keychain would seal with a fixed key, where there is no keyring', async () => {
    const backend = await desk.electron.evaluate(({ safeStorage }) =>
      process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'other',
    );
    const { value } = (await call('vault.snapshot')) as { value: { keychainProblem: unknown } };
    expect(value.keychainProblem).toBe(backend === 'basic_text' ? 'fixed-key' : null);
  });

  // Last: Playwright goes on waiting for a navigation that was refused.
  test.each([
    'https://example.invalid/',
    'file:///etc/passwd',
    'app://elsewhere/',
    'data:text/html,x',
  ])('stays where it is: %s', async (target) => {
    // Listening has to have begun before the page goes anywhere, so it is kept in main in between.
    await desk.electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      Object.assign(globalThis, {
        navigationOutcome: new Promise<boolean | 'blocked'>((resolve) => {
          contents?.once('will-frame-navigate', (event) => resolve(event.defaultPrevented));
          contents?.once('console-message', () => resolve('blocked'));
        }),
      });
    });
    await inPage(`void (location.href = ${JSON.stringify(target)})`);
    const outcome = await desk.electron.evaluate(
      () => (globalThis as { navigationOutcome?: Promise<boolean | 'blocked'> }).navigationOutcome,
    );
    // Some addresses Chromium refuses itself before the app is asked, and says so.
    expect([true, 'blocked']).toContain(outcome);
    expect(desk.page.url()).toBe('app://compute-desk/');
  });
});
