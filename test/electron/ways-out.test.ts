import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Listener,
  listen,
  type Realm,
  realms,
  tryWebRtc,
} from '../support/processes/ways-out.ts';
import { appWithTestPage, callOf, type Desk, inLanguage, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const shared = sharedFolder();

async function listener(): Promise<Listener> {
  const own = await listen();
  onTestFinished(() => own.close());
  return own;
}

/** The same from a window with none of the app's guards: it reaches a listener, so that silence says something. */
async function control({ electron }: Desk): Promise<void> {
  const { port, heard } = await listener();
  await electron.evaluate(
    async ({ BrowserWindow, session }, script) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { session: session.fromPartition('unguarded') },
      });
      window.webContents.setWebRTCIPHandlingPolicy('default');
      await window.loadURL('data:text/html,x');
      await window.webContents.executeJavaScript(script);
      window.destroy();
    },
    `(${String(tryWebRtc)})(${JSON.stringify([port, 'own'])})`,
  );
  await expect.poll(() => heard.some((one) => one.startsWith('udp'))).toBe(true);
  await expect.poll(() => heard.includes('tcp connection')).toBe(true);
}

async function askFromAll(page: Page, port: number): Promise<Record<Realm, string>> {
  const outcomes: Partial<Record<Realm, string>> = {};
  for (const realm of realms) {
    outcomes[realm] = await page.evaluate(tryWebRtc, [port, realm] as const);
  }
  return outcomes as Record<Realm, string>;
}

describe('WebRTC and look-ups of names', () => {
  let desk: Desk;
  beforeAll(async () => {
    // a page that takes nothing away from itself: what holds is the session
    const app = await appWithTestPage(shared.folder);
    desk = await startDesk({ app, dataFolder: shared.dataFolder });
    await desk.page.waitForSelector('body[data-ready]');
  });
  afterAll(() => desk?.electron.close());

  test('reach nobody from the app’s session, by UDP, TCP or TLS, whatever the page is', async () => {
    const { port, heard } = await listener();
    expect(await askFromAll(desk.page, port)).toEqual({
      own: 'asked',
      frame: 'asked',
      written: 'asked',
      window: 'none',
    });
    await control(desk);
    expect(heard).toEqual([]);
  });

  test('no name is looked up and no connection opened for what a page names', async () => {
    const { port, heard } = await listener();
    const file = join(shared.folder, 'net.json');
    const inMain = (action: 'start' | 'stop') =>
      desk.electron.evaluate(
        ({ session }, [what, path]) =>
          what === 'start'
            ? session.defaultSession.netLog.startLogging(path as string)
            : session.defaultSession.netLog.stopLogging(),
        [action, file],
      );
    await inMain('start');
    await desk.page.evaluate(async (at) => {
      for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'prerender', 'preload']) {
        for (const href of [`http://leak-${rel}.example/`, `http://127.0.0.1:${at}/${rel}`]) {
          document.head.append(Object.assign(document.createElement('link'), { rel, href }));
        }
      }
      const connection = new RTCPeerConnection({
        iceServers: [{ urls: 'stun:leak-stun.example' }],
      });
      connection.createDataChannel('x');
      await connection.setLocalDescription(await connection.createOffer());
      await new Promise<void>((resolve) => {
        const end = () => connection.iceGatheringState === 'complete' && resolve();
        connection.addEventListener('icegatheringstatechange', end);
        end();
      });
    }, port);
    await inMain('stop');
    const log = JSON.parse(await readFile(file, 'utf8'));
    const resolving = log.constants.logEventTypes.HOST_RESOLVER_MANAGER_REQUEST;
    expect(resolving).toEqual(expect.any(Number));
    const lookedUp = log.events.filter(
      ({ type, params }: { type: number; params?: { host?: string } }) =>
        type === resolving && params?.host?.includes('leak-'),
    );
    expect(lookedUp).toEqual([]);
    expect(heard).toEqual([]);
  });
});

test('the app’s own page has no WebRTC, and the provider’s page reaches nobody by it', async () => {
  const desk = await startDesk({ dataFolder: join(shared.folder, 'own'), ...inLanguage('en') });
  onTestFinished(() => desk.electron.close());
  const call = callOf(desk);
  await call('systems.openDemo');
  const { port, heard } = await listener();
  expect(await desk.page.evaluate(tryWebRtc, [port, 'own'] as const)).toBe('none');

  const opened = desk.electron.waitForEvent('window');
  await call('session.signIn', { systemId: 'demo', way: 'window' });
  const provider = await opened;
  await provider.getByRole('button', { name: 'Continue' }).waitFor();
  expect(await askFromAll(provider, port)).toMatchObject({ own: 'asked', window: 'none' });
  await call('session.cancel', { systemId: 'demo' });
  await control(desk);
  expect(heard).toEqual([]);
});
