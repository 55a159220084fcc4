import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { demoPlace } from './support/demo-place.ts';
import { callOf, callsOf } from './support/page-calls.ts';
import { inSession, openDesk, openReadyDesk, signIn } from './support/sign-in-desk.ts';
import { duplicate, inWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const folder = 'sign-in-demo';

test('the app’s own demo: route, settings, a browser without a certificate, cancelled; by keyboard', async () => {
  const desk = await openDesk(
    { browser, folder },
    { authUrl: 'https://127.0.0.1', certificate: null },
  );
  const { page, t, sheet, chip } = desk;
  await page.getByRole('button', { name: t('start.demo.title') }).press('Enter');
  await page.getByRole('table').getByRole('button', { name: 'cpu-main' }).waitFor();
  await chip.focus();
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  await sheet.getByText(t('signIn.causes.never-signed-in')).waitFor();
  await sheet.getByRole('radio', { name: t('session.route.token'), exact: true }).click();

  // A Client ID that the demo brought along is not made the user's own by saving something else.
  await sheet.getByRole('button', { name: t('signIn.settings.show') }).press('Enter');
  await sheet.getByLabel(t('signIn.settings.scopes')).fill('profile');
  await page.keyboard.press('Enter');
  await page.getByText(t('signIn.settings.saved')).first().waitFor();
  const { settings } = await callOf(page, 'session.snapshot', { systemId: 'demo' });
  expect(settings).toMatchObject({ extraScopes: ['profile'], hasClientSecret: true });

  await sheet.getByRole('radio', { name: t('signIn.way.browser') }).press('Space');
  const opened = desk.context.waitForEvent('page');
  await sheet.getByRole('button', { name: t('session.signIn'), exact: true }).press('Enter');
  const provider = await opened;
  // Without a certificate the provider's own page says so, and the app offers the way out.
  await provider.locator('[data-reason=none]').waitFor();
  await sheet.getByText(t('signIn.hints.browser')).waitFor();
  await sheet.getByRole('button', { name: t('session.cancel') }).press('Enter');
  await sheet.getByText(t('errors.sign-in-cancelled.what')).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => chip.evaluate((button) => button.matches(':focus'))).toBe(true);
  expect(await chip.textContent()).toContain(t('session.chip.notSignedIn'));
});

test('the whole life of a session: sign in, call, renewed ahead of expiry, a refused call, expired, again, signed out', async () => {
  const place = await demoPlace();
  const { demo } = place;
  const desk = await openReadyDesk({ browser, folder }, place);
  const { page, t, sheet, chip } = desk;

  // The screen that needs it leads to it.
  await page.getByText(t('errors.session-signed-out.what')).waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('session.signIn') })
    .click();
  await sheet.waitFor();
  await sheet.getByText(t('signIn.before.browser'), { exact: true }).waitFor();
  await sheet.getByRole('button', { name: t('session.nextSignIn') }).click();
  for (const said of [
    place.authUrl,
    demo.oauthClient.clientId,
    'http://127.0.0.1/oauth/callback',
    t('session.browserCertificate'),
  ]) {
    await sheet.getByText(said, { exact: true }).waitFor();
  }
  const provider = await desk.toProvider();
  await sheet.getByText(t('signIn.waiting.browser')).waitFor();
  await expect.poll(() => provider.locator('#username').textContent()).toBe('Hanako');
  await provider.getByRole('button', { name: 'Continue' }).click();
  await provider.getByText('You can close this tab').waitFor();
  expect(provider.url()).not.toContain('code=');
  await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();
  await sheet.getByText(t('signIn.keptIn.passphrase')).waitFor();
  const tokenLeft = sheet.locator('dt', { hasText: t('session.accessToken') }).locator('+ dd');
  const first = await tokenLeft.textContent();
  // It counts down while one looks.
  await expect.poll(() => tokenLeft.textContent()).not.toBe(first);
  await page.keyboard.press('Escape');

  // Calls go by token now: the certificate is the browser's, the app has none.
  await page.getByRole('table').getByRole('button', { name: 'cpu-main' }).waitFor();
  expect(demo.inspect.counts()).toMatchObject({ statusByCertificate: 0 });
  expect(demo.inspect.counts().statusByToken).toBeGreaterThan(0);
  await expect.poll(() => chip.textContent()).toContain(t('session.chip.token'));
  await chip.getByRole('img').waitFor();

  // A call that is refused: one refresh, the call once more, nothing of it on screen but its result.
  await demo.inspect.expireAccessTokens();
  const before = demo.inspect.counts().statusByToken;
  await page.getByRole('button', { name: t('machines.check') }).click();
  await expect.poll(() => demo.inspect.counts().statusByToken).toBeGreaterThan(before);
  expect(place.refreshes()).toEqual([200]);
  expect(await page.getByRole('alert').count()).toBe(0);
  await desk.openSheet();
  await sheet.getByText(t('signIn.causes.refreshed')).waitFor();

  // Short-lived from now on: renewed ahead of expiry, without anybody's doing.
  demo.inspect.setLifetimes({ accessToken: 6 });
  await sheet.getByRole('button', { name: t('session.refreshNow') }).click();
  await expect
    .poll(() => place.refreshes().length, { timeout: patience(40_000) })
    .toBeGreaterThan(2);
  expect(new Set(place.refreshes())).toEqual(new Set([200]));
  await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();

  // The provider ends it: expired, said where the call was made, and one click starts it all again.
  demo.inspect.setLifetimes({ accessToken: 300 });
  await demo.inspect.expireRefreshTokens();
  await demo.inspect.expireAccessTokens();
  await sheet.getByText(t('signIn.causes.refresh-refused')).waitFor({ timeout: patience(40_000) });
  await sheet.getByText(t('errors.session-refresh-refused.what')).waitFor();
  await desk.picture('expired');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('machines.check') }).click();
  await page.getByText(t('errors.session-expired.what')).waitFor();
  const again = desk.context.waitForEvent('page');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('session.signInAgain') })
    .click();
  // The provider still knows the browser: that one click was all.
  await (await again).getByText('You can close this tab').waitFor();
  await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(t('errors.session-expired.what')).waitFor({ state: 'hidden' });

  // Signed out, after asking.
  await desk.openSheet();
  await sheet.getByRole('button', { name: t('session.signOut') }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('common.cancel') }).click();
  await question.waitFor({ state: 'hidden' });
  await sheet.getByRole('button', { name: t('session.signOut') }).click();
  await question.getByRole('button', { name: t('session.signOut') }).click();
  await sheet.getByText(t('signIn.causes.signed-out-by-user')).waitFor();
  await page.getByText(t('session.signedOutTokens')).first().waitFor();
});

test('two windows: 200 calls that meet a 403 at once cause exactly one refresh, and both show its end', async () => {
  const place = await demoPlace();
  const desk = await openReadyDesk({ browser, folder }, place);
  const { t, sheet } = desk;
  await desk.openSheet();
  await signIn(desk);
  const other = inSession(inWindow(await duplicate(desk.page), folder));
  await other.openSheet();
  await other.sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();

  for (const round of [1, 2, 3]) {
    await place.demo.inspect.expireAccessTokens();
    const calls = Array.from({ length: 100 }, () => ({ systemId: desk.systemId }));
    const answers = await Promise.all(
      [desk, other].map(({ page }) => callsOf(page, 'machines.refresh', calls)),
    );
    expect(answers.flat()).toHaveLength(200);
    expect(answers.flat().filter(({ ok }) => !ok)).toEqual([]);
    expect(place.refreshes()).toEqual(Array.from({ length: round }, () => 200));
  }
  for (const one of [sheet, other.sheet]) {
    await one.getByText(t('signIn.causes.refreshed')).waitFor();
  }

  // What one window does, the other shows.
  await other.sheet.getByRole('button', { name: t('session.signOut') }).click();
  await other.page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('session.signOut') })
    .click();
  await sheet.getByText(t('signIn.causes.signed-out-by-user')).waitFor();
});
