import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../preload/contract/systems/session.ts';
import { picture } from '../support/files/pictures.ts';
import { hasOpenssl, makePki } from '../support/worlds/pki.ts';
import { readTexts } from '../tour/texts.ts';
import {
  callOf,
  type Desk,
  inLanguage,
  keepCertificate,
  pictureFolder,
  startDesk,
} from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const t = readTexts('en');
const systemId = 'demo';
const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: a certificate of another authority needs openssl');

const shared = sharedFolder();
let desk: Desk;
let call: ReturnType<typeof callOf>;
let pictures: string;

beforeAll(async () => {
  pictures = await pictureFolder('sign-in');
  desk = await startDesk({ dataFolder: shared.dataFolder, ...inLanguage('en') });
  call = callOf(desk);
  await call('systems.openDemo');
});
afterAll(() => desk?.electron.close());

const session = () => call<Session>('session.snapshot', { systemId });

/** Starts an attempt and gives the window with the provider's pages. */
async function openSignIn(certificateId?: string | null): Promise<Page> {
  const opened = desk.electron.waitForEvent('window');
  await call('session.signIn', {
    systemId,
    way: 'window',
    ...(certificateId === undefined ? {} : { certificateId }),
  });
  return opened;
}

/** How the attempt ended: the code of the problem. */
async function endOfAttempt(): Promise<string | undefined> {
  await expect.poll(async () => (await session()).attempt).toBe(null);
  const { state, cause } = await session();
  expect(state).toBe('signed-out');
  expect(cause.code).toBe('attempt-ended');
  return cause.problem?.code;
}

const windows = () =>
  desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

describe('signing in within a window of the app', () => {
  beforeEach(async () => {
    await call('session.signOut', { systemId });
  });
  afterEach(async () => {
    await call('session.cancel', { systemId });
    await expect.poll(windows).toBe(1);
  });

  test('by the button Continue, with the imported certificate; the code reaches no page', async () => {
    const page = await openSignIn();
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByText('Demo User').first().waitFor();
    await picture(page, join(pictures, 'confirm.png'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(async () => (await session()).state).toBe('active');
    const { who, tokens } = await session();
    expect(who?.name).toBeTruthy();
    expect(tokens?.idToken).not.toBe(null);
    await expect.poll(windows).toBe(1);
    expect(visited.filter((url) => /[?&#]code=/.test(url))).toEqual([]);
  });

  test('driven through the session’s own screen', async () => {
    const { page } = desk;
    await page.reload();
    await page.getByRole('button', { name: new RegExp(t('frame.session.title')) }).click();
    const sheet = page.getByRole('dialog', { name: t('session.title') });
    const opened = desk.electron.waitForEvent('window');
    await sheet.getByRole('button', { name: t('session.signIn'), exact: true }).click();
    const provider = await opened;
    await sheet.getByText(t('signIn.waiting.window')).waitFor();
    await picture(page, join(pictures, 'waiting.png'));
    await provider.getByRole('button', { name: 'Continue' }).click();
    await sheet.getByText(t('signIn.states.active')).first().waitFor();
    await picture(page, join(pictures, 'signed-in.png'));
    await page.keyboard.press('Escape');
  });

  test('Ignore is a refusal', async () => {
    const page = await openSignIn();
    await page.getByRole('button', { name: 'Ignore' }).click();
    expect(await endOfAttempt()).toBe('sign-in-refused');
  });

  test('closing the window ends the attempt', async () => {
    const page = await openSignIn();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await desk.electron.evaluate(({ BrowserWindow }) => {
      const [provider] = BrowserWindow.getAllWindows().filter((one) => one.getParentWindow());
      provider?.close();
    });
    expect(await endOfAttempt()).toBe('sign-in-window-closed');
  });

  test('cancelling closes the window', async () => {
    await openSignIn();
    await call('session.cancel', { systemId });
    expect(await endOfAttempt()).toBe('sign-in-cancelled');
    await expect.poll(windows).toBe(1);
  });

  test.skipIf(!openssl)('a certificate of another authority gets a page that says so', async () => {
    const { users } = await makePki(join(shared.folder, 'pki'));
    await call('vault.setPassphrase', { passphrase: 'a long passphrase' });
    const certificateId = await keepCertificate(desk, users.foreign);
    const own = await call<{ systems: { certificateId: string }[] }>('systems.snapshot');
    const page = await openSignIn(certificateId);
    await page.getByRole('heading').first().waitFor();
    await picture(page, join(pictures, 'foreign-certificate.png'));
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    expect((await page.locator('body').innerText()).toLowerCase()).toContain('certificate');
    await call('session.cancel', { systemId });
    await call('systems.update', { id: systemId, certificateId: own.systems[0]?.certificateId });
  });
});

describe('the window for the provider’s pages', () => {
  let page: Page;
  beforeAll(async () => {
    await call('session.signOut', { systemId });
    page = await openSignIn();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  });
  afterAll(() => call('session.cancel', { systemId }));

  test('has no way into main, no Node, and a sandbox', async () => {
    const names = ['computeDesk', 'require', 'process', 'Buffer', 'module', 'electron'];
    const present = await page.evaluate(
      `${JSON.stringify(names)}.filter((name) => name in globalThis)`,
    );
    expect(present).toEqual([]);
    const preferences = await desk.electron.evaluate(({ BrowserWindow }) => {
      const [provider] = BrowserWindow.getAllWindows().filter((one) => one.getParentWindow());
      const contents = provider?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      return contents.getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    expect(preferences.preload ?? '').toBe('');
  });

  test('keeps nothing on disk', async () => {
    const kept = await desk.electron.evaluate(({ BrowserWindow }) => {
      const [provider] = BrowserWindow.getAllWindows().filter((one) => one.getParentWindow());
      const own = provider?.webContents.session;
      return { persistent: own?.isPersistent(), path: own?.getStoragePath() };
    });
    expect(kept).toEqual({ persistent: false, path: null });
    expect(await readdir(join(shared.folder, 'data', 'browser'))).not.toContain('Partitions');
  });

  test('gives no permission, opens no window', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'clipboard-read'];
    const permissions = await page.evaluate(
      `Promise.all(${JSON.stringify(names)}.map(async (name) =>
        (await navigator.permissions.query({ name })).state))`,
    );
    expect(permissions).toEqual(names.map(() => 'denied'));
    expect(await page.evaluate("window.open('about:blank')")).toBe(null);
  });

  test('opens no web socket, which the gateway would not see', async () => {
    const failed = await page.evaluate(
      `new Promise((resolve) => {
        const socket = new WebSocket(location.origin.replace('https', 'wss'));
        socket.onerror = () => resolve('refused');
        socket.onopen = () => resolve('opened');
      })`,
    );
    expect(failed).toBe('refused');
  });

  test('keeps its title', async () => {
    const title = await desk.electron.evaluate(
      ({ BrowserWindow }) =>
        new Promise<string>((resolve) => {
          const [own] = BrowserWindow.getAllWindows().filter((one) => one.getParentWindow());
          own?.once('page-title-updated', () => setImmediate(() => resolve(own.getTitle())));
          // From here, so that the title does not change before anybody listens.
          void own?.webContents.executeJavaScript("void (document.title = 'Another bank')");
        }),
    );
    expect(title).toBe('Demo');
  });

  test('goes to no other server, and names the one that it refused', async () => {
    await page.evaluate("void (location.href = 'https://elsewhere.example.invalid/path')");
    await page.getByText('https://elsewhere.example.invalid').first().waitFor();
    await picture(page, join(pictures, 'other-origin.png'));
  });

  // Last: Playwright goes on waiting for a navigation that was refused.
  test.each([
    'file:///etc/passwd',
    'app://compute-desk/',
    'data:text/html,x',
    'compute-desk://other/',
  ])('goes to no %s', async (target) => {
    const attempt = await desk.electron.evaluate(
      ({ BrowserWindow }, script) =>
        new Promise<boolean | 'blocked'>((resolve) => {
          const [own] = BrowserWindow.getAllWindows().filter((one) => one.getParentWindow());
          own?.webContents.once('will-frame-navigate', (event) => resolve(event.defaultPrevented));
          own?.webContents.once('console-message', () => resolve('blocked'));
          void own?.webContents.executeJavaScript(script);
        }),
      `void (location.href = ${JSON.stringify(target)})`,
    );
    // Some addresses Chromium refuses itself before the app is asked, and says so.
    expect([true, 'blocked']).toContain(attempt);
    expect(page.url()).toMatch(/^https:/);
  });
});
