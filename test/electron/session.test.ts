import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patience } from '../support/patience.ts';
import { hasOpenssl, makePki } from '../support/worlds/pki.ts';
import { type DemoPlace, startDemoPlace } from './support/demo-place.ts';

import { openSessionDesk, type SessionDesk } from './support/session-desk.ts';
import { sharedFolder } from './support/shared.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: a certificate of another authority needs openssl');

const brief = 15;
const shared = sharedFolder();
let place: DemoPlace;
let desk: SessionDesk;

beforeAll(async () => {
  place = await startDemoPlace({ lifetimes: { accessToken: brief } });
  desk = await openSessionDesk({ folder: shared.folder, name: 'session' });
  await desk.connect(place);
  await desk.openSheet();
  await desk.enterClient(place);
  await desk.closeSheet();
});
afterAll(async () => {
  await desk?.electron.close();
  await place?.close();
});

const windows = () =>
  desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const row = () => desk.page.getByRole('button', { name: 'cpu-main', exact: true });

test('signing in by the window, calls by token, renewals, an end, again, and out', async () => {
  const { page, sheet, t } = desk;
  await desk.openSheet();
  await desk.picture('form');
  const provider = await desk.openProvider();
  await provider.getByText('Demo User').first().waitFor();
  await desk.says('signIn.waiting.window');
  await desk.picture('waiting');
  await desk.picture('provider', provider);
  await provider.getByRole('button', { name: 'Continue' }).click();
  await desk.says('signIn.states.active');
  await expect.poll(windows).toBe(1);
  await desk.closeSheet();

  // a call by token
  await desk.checkMachines();
  await row().waitFor();
  const { inspect } = place.demo;
  await expect.poll(() => inspect.counts().statusByToken).toBeGreaterThan(0);

  // renewed by itself before the access token ends
  expect(place.refreshes()).toBe(0);
  inspect.setLifetimes({ accessToken: 300 });
  await expect.poll(() => place.refreshes(), { timeout: patience(2) * brief * 1000 }).toBe(1);
  await desk.openSheet();
  await desk.says('signIn.causes.refreshed');
  await desk.picture('renewed');
  await desk.closeSheet();

  // a refused call: one refresh, and the call succeeds
  const called = inspect.counts().statusByToken;
  await inspect.expireAccessTokens();
  await desk.checkMachines();
  await expect.poll(() => inspect.counts().statusByToken).toBeGreaterThan(called);
  expect(place.refreshes()).toBe(2);
  expect(await page.getByText(t('errors.session-expired.what')).count()).toBe(0);

  // the refresh token is of no use either: the session ends, and one click starts anew
  await inspect.expireRefreshTokens();
  await inspect.expireAccessTokens();
  await desk.checkMachines();
  await page.getByText(t('errors.session-expired.what')).waitFor();
  await desk.picture('expired-machines');
  await desk.openSheet();
  await desk.says('signIn.states.expired');
  await desk.says('signIn.causes.refresh-refused');
  await desk.picture('expired');
  const again = await desk.openProvider();
  await again.getByRole('button', { name: 'Continue' }).click();
  await desk.says('signIn.states.active');
  await page.getByText(t('errors.session-expired.what')).waitFor({ state: 'hidden' });

  await desk.signOut();
  await desk.says('signIn.causes.signed-out-by-user');
  await desk.picture('signed-out');
  const spent = inspect.counts().statusByToken;
  await desk.closeSheet();
  await desk.checkMachines();
  await page.getByText(t('errors.session-signed-out.what')).waitFor();
  expect(inspect.counts().statusByToken).toBe(spent);
  expect(await sheet.count()).toBe(0);
});

describe('an attempt that comes to nothing says why on the sheet', () => {
  test('Ignore', async () => {
    await desk.openSheet();
    const provider = await desk.openProvider();
    await provider.getByRole('button', { name: 'Ignore' }).click();
    await desk.says('errors.sign-in-refused.what');
    await desk.says('signIn.states.signed-out');
    await desk.picture('ignored');
    await expect.poll(windows).toBe(1);
    await desk.closeSheet();
  });

  test('closing the window', async () => {
    await desk.openSheet();
    const provider = await desk.openProvider();
    await provider.getByRole('button', { name: 'Continue' }).waitFor();
    await desk.closeProvider();
    await desk.says('errors.sign-in-window-closed.what');
    await desk.picture('closed');
    await desk.closeSheet();
  });

  test('cancelling in the sheet, which closes the window', async () => {
    await desk.openSheet();
    await desk.openProvider();
    await desk.sheet.getByRole('button', { name: desk.t('session.cancel') }).click();
    await desk.says('errors.sign-in-cancelled.what');
    await expect.poll(windows).toBe(1);
    await desk.closeSheet();
  });

  test.skipIf(!openssl)('a certificate of another authority', async () => {
    const { users } = await makePki(join(shared.folder, 'pki'));
    await desk.importCertificate(users.foreign, 'Foreign');
    await desk.goTo('machines');
    await desk.openSheet();
    await desk.chooseCertificate('Foreign');
    const provider = await desk.openProvider();
    await provider.getByRole('heading').first().waitFor();
    await desk.picture('foreign-provider', provider);
    await desk.closeProvider();
    await desk.says('errors.sign-in-page-failed.what', { status: '403' });
    await desk.picture('foreign');
  });
});
