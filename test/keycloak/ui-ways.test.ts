import { expect, inject, onTestFinished } from 'vitest';
import { setClockAhead, settableClock } from '../e2e/support/clock.ts';
import { importCertificate } from '../e2e/support/import-certificate.ts';
import { callOf } from '../e2e/support/page-calls.ts';
import { openDesk } from '../e2e/support/sign-in-desk.ts';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/ports.ts';
import { noProxies } from '../support/servers/real-proxies.ts';
import { chromiumLane } from './chromium-lane.ts';
import { refresh } from './flow.ts';
import { connectKeycloak } from './keycloak.ts';
import { type KeycloakDesk, openKeycloakDesk, stepsOf } from './ui-desk.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const { clients, users } = keycloak;
const { test, chromium } = chromiumLane();
const long = { timeout: patience(180_000) };
const wait = { timeout: patience(30_000) };

/** Changes sign-in settings on the open sheet by their labels, and saves them by Enter. */
async function changeSettings(
  { sheet, page, t }: KeycloakDesk,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await sheet.getByRole('button', { name: t('signIn.settings.show') }).click();
  for (const [key, value] of Object.entries(fields)) {
    await sheet.getByLabel(t(`signIn.settings.${key}`)).fill(value);
  }
  await page.keyboard.press('Enter');
  await page.getByText(t('signIn.settings.saved')).first().waitFor();
  await sheet.getByRole('button', { name: t('signIn.settings.show') }).click();
}

test(
  'in another browser: the address copied from the sheet, back by a port that the user fixed',
  long,
  async () => {
    const client = clients.rotating;
    const user = users.ordinary;
    // The app's own browser has no certificate, so it leads nowhere by itself.
    const desk = await openKeycloakDesk(await chromium(), keycloak, { client, user: null });
    const { page, t, sheet, context, front } = desk;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const port = await freePort();
    await desk.openSheet();
    await changeSettings(desk, { port: String(port) });
    await sheet.getByRole('button', { name: t('session.nextSignIn') }).click();
    const redirectUrl = `http://127.0.0.1:${port}/oauth/callback`;
    await sheet.getByText(redirectUrl, { exact: true }).waitFor();

    const here = await desk.toProvider();
    await here.locator('#kc-form-login').waitFor();
    await desk.says('signIn.hints.browser');
    await sheet.getByRole('button', { name: /^Copy/ }).click();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(new RegExp(`^http://127.0.0.1:${port}/oauth/start/`));

    const other = await (await chromium()).newContext({
      ignoreHTTPSErrors: true,
      locale: 'ja-JP',
      clientCertificates: [
        {
          origin: front.facts.authUrl,
          cert: Buffer.from(user.certificatePem),
          key: Buffer.from(user.privateKeyPem),
        },
      ],
    });
    onTestFinished(() => other.close());
    const there = await other.newPage();
    await there.goto(address);
    // Keycloak's page in the browser's language.
    await there.locator('#kc-login').click();
    await there.getByText('このタブを閉じて').waitFor();
    expect(new URL(there.url()).port).toBe(String(port));
    await desk.says('signIn.states.active');
    await sheet.getByText(user.username, { exact: true }).first().waitFor();
    await desk.signOut();
  },
);

test('Ignore goes on with the password form, where the realm has one', long, async () => {
  const desk = await openKeycloakDesk(await chromium(), keycloak, {
    client: clients.rotating,
    user: users.manager,
  });
  const { sheet } = desk;
  await desk.openSheet();
  const provider = await desk.toProvider();
  await provider.getByRole('button', { name: 'Ignore' }).click();
  await provider.locator('#kc-form-login').waitFor();
  await desk.says('signIn.waiting.browser');
  await desk.picture('ignored-password-form');
  await provider.locator('#username').fill(users.ordinary.username);
  await provider.locator('#password').fill(users.ordinary.accountPassword);
  await provider.locator('#kc-login').click();
  await provider.getByText('You can close this tab').waitFor();
  await desk.says('signIn.states.active');
  await sheet.getByText(users.ordinary.username, { exact: true }).first().waitFor();
  await desk.signOut();
});

test(
  'Ignore without a password form: Keycloak says so, the sheet waits, cancelling and starting again works',
  long,
  async () => {
    const desk = await openKeycloakDesk(await chromium(), keycloak, {
      client: clients.strict,
      user: users.manager,
    });
    const { t, sheet } = desk;
    await desk.openSheet();
    const provider = await desk.toProvider();
    await provider.getByRole('button', { name: 'Ignore' }).click();
    await provider.locator('#kc-error-message').waitFor();
    // Keycloak keeps it to its own page: the app hears nothing, and says how to go on.
    await desk.says('signIn.waiting.browser');
    await desk.says('signIn.hints.browser');
    await sheet.getByRole('button', { name: t('session.cancel') }).click();
    await desk.says('errors.sign-in-cancelled.what');
    await provider.close();
    await desk.signIn();
    await desk.signOut();
  },
);

test(
  'offline access: shown as what it is, outlives the app and the session at Keycloak, ends with signing out',
  long,
  async () => {
    const client = clients.rotating;
    const user = users.manager;
    const desk = await openKeycloakDesk(await chromium(), keycloak, { client, user });
    const { front, webApi } = desk;
    await desk.openSheet();
    await changeSettings(desk, { scopes: 'offline_access' });
    await desk.sheet.getByRole('button', { name: desk.t('session.nextSignIn') }).click();
    await desk.sheet.getByText('openid offline_access', { exact: true }).waitFor();
    await desk.signIn();
    await desk.says('signIn.refresh.offline');
    await desk.says('signIn.keptIn.passphrase');
    await desk.sheet.getByRole('button', { name: desk.t('signIn.response.show') }).click();
    const lifetime = desk.sheet.locator('dt', { hasText: 'refresh_expires_in' }).locator('+ dd');
    expect(await lifetime.innerText()).toBe('0');
    await desk.picture('offline');

    // The session in the browser ends, and the app is started anew.
    const session = String(front.seen.at(-1)?.answer?.session_state);
    await desk.app.stop();
    await keycloak.admin
      .call('DELETE', `/realms/op/sessions/${session}`)
      .catch((error: unknown) => {
        // For an offline session alone there is none to end.
        if (!/404/.test(String(error))) throw error;
      });
    const next = await openDesk(
      {
        browser: await chromium(),
        folder: 'keycloak-session',
        dataFolder: desk.dataFolder,
        env: noProxies,
      },
      { authUrl: front.facts.authUrl, certificate: null },
    );
    const steps = stepsOf(next);
    const { page, t, sheet } = next;
    await next.openSheet();
    await steps.says('signIn.causes.vault-locked');
    await next.picture('offline-locked');
    await sheet.getByRole('button', { name: t('session.unlock'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('frame.vault.unlockTitle') });
    await dialog.getByLabel(t('frame.vault.passphrase')).fill('a passphrase for the vault');
    await dialog.getByRole('button', { name: t('frame.vault.unlock') }).click();
    await steps.says('signIn.states.active');
    await steps.says('signIn.causes.restored');
    await steps.says('signIn.refresh.offline');
    const before = front.refreshes().length;
    await sheet.getByRole('button', { name: t('session.refreshNow') }).click();
    await steps.says('signIn.causes.refreshed');
    expect(front.refreshes().slice(before)).toEqual([200]);
    await expect.poll(() => webApi.answers.at(-1), wait).toBe(200);

    const last = front.lastRefreshToken();
    await steps.signOut();
    const refused = await refresh(front.facts, last, { client });
    expect(refused.status).toBe(400);
  },
);

test(
  'token with certificate: both go with a call, and tokens that are bound to the certificate work',
  long,
  async () => {
    const user = users.manager;
    const desk = await openKeycloakDesk(await chromium(), keycloak, {
      client: clients.bound,
      user,
    });
    const { page, t, sheet, webApi, systemId } = desk;
    await desk.goTo('certificates');
    await importCertificate(desk, user, { button: t('certificates.drop.choose'), name: 'Mine' });
    const { certificates } = await callOf(page, 'certificates.snapshot', undefined);
    const certificateId = certificates[0]?.id ?? '';
    await callOf(page, 'systems.update', { id: systemId, certificateId });
    await desk.goTo('machines');
    await desk.openSheet();
    await sheet.getByRole('radio', { name: t('session.route.both'), exact: true }).click();
    await sheet.getByRole('button', { name: t('session.nextSignIn') }).click();
    await sheet.getByText(/^Mine\b/).waitFor();
    await desk.signIn();
    await sheet.getByRole('button', { name: t('signIn.response.show') }).click();
    const bound = sheet.locator('dt', { hasText: t('session.certificateBound') }).locator('+ dd');
    expect(await bound.innerText()).toBe(t('session.yes'));
    await desk.closeSheet();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    expect(webApi.answers.at(-1)).toBe(200);
    expect(webApi.certificates.at(-1)).toBe(user.certificateFile);

    // The refresh is bound too, and what it brings.
    webApi.refuseTokensSoFar();
    const before = webApi.answers.length;
    await desk.checkMachines();
    await expect.poll(() => webApi.answers.slice(before), wait).toEqual([403, 200]);
    await desk.openSheet();
    await desk.signOut();
  },
);

test(
  'this computer’s clock ten minutes ahead: a warning, and signing in and renewing work all the same',
  long,
  async () => {
    const desk = await openKeycloakDesk(await chromium(), keycloak, {
      client: clients.rotating,
      user: users.manager,
      env: settableClock,
    });
    const { sheet, t, front, page, context } = desk;
    const [before = ''] = t('session.clockSkew', { seconds: '|' }).split('|');
    await desk.openSheet();
    await desk.signIn();
    expect(await sheet.getByText(before).count()).toBe(0);
    await desk.signOut();

    await setClockAhead(desk);
    // Keycloak may remember the browser still: it would go on without its page.
    await context.clearCookies({ domain: 'localhost' });
    await desk.signIn();
    await sheet.getByText(new RegExp(`${before}(59\\d|60\\d)`)).waitFor();
    await desk.picture('clock-skew');
    await sheet.getByRole('button', { name: t('session.refreshNow') }).click();
    await desk.says('signIn.causes.refreshed');
    expect(front.refreshes()).toEqual([200]);
    await sheet.getByText(before).waitFor();
    await desk.closeSheet();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await desk.openSheet();
    await desk.signOut();
  },
);

test(
  'tokens that the realm has withdrawn (not-before) end the session; the new ones say since when',
  long,
  async () => {
    const desk = await openKeycloakDesk(await chromium(), keycloak, {
      client: clients.rotating,
      user: users.manager,
    });
    const { page, t, sheet, front } = desk;
    await desk.openSheet();
    await desk.signIn();
    await desk.closeSheet();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();

    // "Set to now" and "Push" of the administration's page, a second after the tokens were issued.
    const issued = Date.now();
    await expect.poll(() => Date.now() - issued, wait).toBeGreaterThan(2_000);
    const notBefore = Math.floor(Date.now() / 1000);
    onTestFinished(async () => {
      await keycloak.admin.call('PUT', '/realms/op', { notBefore: 0 });
    });
    await keycloak.admin.call('PUT', '/realms/op', { notBefore });
    await keycloak.admin.call('POST', '/realms/op/push-revocation');
    await desk.checkMachines();
    await page.getByText(t('errors.session-expired.what')).waitFor();
    expect(front.refreshes()).toEqual([400]);
    await desk.openSheet();
    await desk.says('signIn.causes.refresh-refused');
    await desk.picture('withdrawn');

    await desk.signIn();
    await sheet.getByRole('button', { name: t('signIn.response.show') }).click();
    const policy = sheet.locator('dt', { hasText: 'not-before-policy' }).locator('+ dd');
    expect(await policy.innerText()).toContain(String(notBefore));
    await desk.signOut();
  },
);
