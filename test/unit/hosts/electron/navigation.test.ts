import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { createNavigationRules } from '../../../../main/hosts/electron/navigation.ts';
import { registerProtocol } from '../../../../main/hosts/electron/protocol.ts';

const session = (): Session => ({}) as Session;
const page = { url: 'app://compute-desk/', mainFrame: true, redirect: false };

test('the app’s own page may be loaded again, a frame shows the page of diagrams, and nothing else', () => {
  const rules = createNavigationRules();
  const own = session();
  expect(rules.allows(own, page)).toBe(true);
  expect(rules.allows(own, { ...page, mainFrame: false })).toBe(false);
  const frame = { url: 'app://compute-desk/assets/diagram-0a1b.html', mainFrame: false };
  expect(rules.allows(own, { ...frame, redirect: false })).toBe(true);
  expect(rules.allows(own, { ...frame, redirect: true })).toBe(false);
  const elsewhere = 'app://elsewhere/assets/diagram-0a1b.html';
  expect(rules.allows(own, { ...frame, url: elsewhere, redirect: false })).toBe(false);
  expect(rules.allows(own, { ...page, redirect: true })).toBe(false);
  expect(rules.allows(own, { ...page, url: 'https://example.org/' })).toBe(false);
});

test('a session with a rule of its own asks that, for redirects too, and no other session', () => {
  const rules = createNavigationRules();
  const [own, other] = [session(), session()];
  const asked: string[] = [];
  rules.set(own, ({ url }) => {
    asked.push(url);
    return url.startsWith('https://idp.example.org/');
  });
  const target = { url: 'https://idp.example.org/a', mainFrame: true, redirect: true };
  expect(rules.allows(own, target)).toBe(true);
  expect(rules.allows(own, page)).toBe(false);
  expect(rules.allows(other, target)).toBe(false);
  expect(asked).toEqual([target.url, page.url]);
});

/** As Electron answers on Windows: about the user's part of the registry, and about all of it. */
function windowsApp(registered: boolean, handler: string, accepts = true) {
  const calls: string[] = [];
  const events: string[] = [];
  const quitting: (() => void)[] = [];
  const app = {
    name: 'Compute Desk',
    getApplicationNameForProtocol: () => handler,
    isDefaultProtocolClient: () => registered,
    setAsDefaultProtocolClient(protocol: string) {
      calls.push(`set ${protocol}`);
      return accepts;
    },
    removeAsDefaultProtocolClient(protocol: string) {
      calls.push(`remove ${protocol}`);
      return true;
    },
    once(_event: string, listener: () => void) {
      quitting.push(listener);
    },
  };
  const log = { info: (event: string) => void events.push(event), error: () => undefined };
  return { app, log, calls, events, quit: () => quitting.forEach((one) => void one()) };
}

test.each([
  ['an installer has registered it for the user', true, 'Compute Desk'],
  ['an installer has registered it for the machine', false, 'Compute Desk'],
])('on Windows nothing is written for the protocol where %s', async (_, registered, handler) => {
  const { app, log, calls, events, quit } = windowsApp(registered, handler);
  await registerProtocol({ app, log, platform: 'win32' });
  quit();
  expect([calls, events]).toEqual([[], []]);
});

test.each([
  ['nothing', ''],
  ['a program that is gone', 'electron.exe'],
  ['another app', 'Other'],
])(
  'where %s takes the protocol on Windows, what the app writes goes with it',
  async (_, handler) => {
    const { app, log, calls, events, quit } = windowsApp(false, handler);
    await registerProtocol({ app, log, platform: 'win32' });
    expect(calls).toEqual(['set compute-desk']);
    quit();
    expect([calls, events]).toEqual([['set compute-desk', 'remove compute-desk'], []]);
  },
);

test('a refusal to register the protocol is logged, and nothing is removed', async () => {
  const { app, log, calls, events, quit } = windowsApp(false, '', false);
  await registerProtocol({ app, log, platform: 'win32' });
  quit();
  expect([calls, events]).toEqual([['set compute-desk'], ['protocol-not-registered']]);
});

test('on macOS the app is registered once', async () => {
  const known = windowsApp(true, '');
  await registerProtocol({ ...known, platform: 'darwin' });
  const fresh = windowsApp(false, '');
  await registerProtocol({ ...fresh, platform: 'darwin' });
  expect([known.calls, fresh.calls]).toEqual([[], ['set compute-desk']]);
});

test.each([
  { says: 'yes\n', code: 0, asked: ['check'], said: [] },
  { says: 'no\n', code: 0, asked: ['check', 'set'], said: [] },
  { says: '', code: null, asked: ['check', 'set'], said: ['protocol-not-registered'] },
])(
  'on Linux the protocol is registered without holding the app up: $says, $code',
  async ({ says, code, asked, said }) => {
    const lines: string[] = [];
    const events: string[] = [];
    const held = (): never => {
      throw new Error('Chromium waits for the programs of a shell');
    };
    await registerProtocol({
      app: {
        ...windowsApp(false, '').app,
        isDefaultProtocolClient: held,
        setAsDefaultProtocolClient: held,
      },
      log: { info: (event) => void events.push(event), error: () => undefined },
      platform: 'linux',
      run: async (program, args) => {
        lines.push([program, ...args].join(' '));
        return { code, stdout: Buffer.from(says) };
      },
    });
    const rest = 'default-url-scheme-handler compute-desk compute-desk.desktop';
    expect(lines).toEqual(asked.map((verb) => `xdg-settings ${verb} ${rest}`));
    expect(events).toEqual(said);
  },
);
