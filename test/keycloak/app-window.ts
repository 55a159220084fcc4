import { join } from 'node:path';
import type { Browser } from 'playwright';
import { onTestFinished } from 'vitest';
import { type ClientsPage, clientsPage } from '../e2e/support/clients.ts';
import { vaultPassphrase } from '../e2e/support/import-certificate.ts';
import { fillSystem } from '../e2e/support/system-form.ts';
import { inWindow, type Window } from '../e2e/support/window.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { noProxies } from '../support/servers/real-proxies.ts';
import { connectAnyway, openMore } from '../tour/connect.ts';
import type { Keycloak, KeycloakUser } from './keycloak.ts';
import type { RealmClient } from './realm.ts';
import { startTokenWebApi } from './web-api.ts';

export type AppWindow = Window & ClientsPage;

/**
 * The built app under the web host, in a browser that has the user's certificate for Keycloak, connected to
 * a system whose identity provider this Keycloak is. Ends on the clients.
 */
export async function openApp(
  browser: Browser,
  keycloak: Keycloak,
  options: { readonly user: KeycloakUser; readonly folder: string },
): Promise<AppWindow> {
  const { user, folder } = options;
  const webApi = await startTokenWebApi(keycloak, keycloak.server);
  const app = await startApp({ dataFolder: join(testFolder(), 'data'), env: noProxies });
  onTestFinished(() => app.stop());
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    // The browser's own trust is not what is tested; the app's is.
    ignoreHTTPSErrors: true,
    clientCertificates: [
      {
        origin: keycloak.authUrl,
        cert: Buffer.from(user.certificatePem),
        key: Buffer.from(user.privateKeyPem),
      },
    ],
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const window = inWindow(page, folder);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await window.pictureOfFailure();
  });
  const { t } = window;
  await page.goto(app.url);
  await page.getByRole('button', { name: t('start.have.byHand') }).click();
  await fillSystem(window, { name: 'Test site', webApi: webApi.url });
  await openMore(window);
  await page.getByLabel(t('connect.fields.identityProvider')).fill(keycloak.authUrl);
  await fillSystem(window, { authority: keycloak.authorities.server.certificateFile });
  await connectAnyway({ page, t });
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  await window.goTo('clients');
  return { ...window, ...clientsPage(window) };
}

/** Keeps one of the realm's clients here, as pasted from the web interface. Leaves its sheet open. */
export async function keepClient(app: AppWindow, { clientId, secret }: RealmClient): Promise<void> {
  const { t, sheet } = app;
  await app.openCreate();
  await app.fill(clientId);
  await sheet.locator('input[type=password]').fill(secret);
  await sheet.getByRole('button', { name: t('clients.addAppUrls') }).click();
  await sheet.getByRole('button', { name: t('clients.keep') }).click();
  await setUpVault(app);
  await sheet.getByRole('heading', { name: clientId, exact: true }).waitFor();
}

/** Answers the question for a passphrase, which comes with the first secret. */
export async function setUpVault({ page, t }: AppWindow): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
  await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
  await dialog.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
  await dialog.getByRole('button', { name: t('frame.vault.setUp') }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** From the session sheet through Keycloak's own pages, and back to the app with the sheet closed. */
export async function signInByBrowser({ page, context, t, sheet }: AppWindow): Promise<void> {
  const opened = context.waitForEvent('page');
  await sheet.getByRole('button', { name: t('session.signIn'), exact: true }).click();
  const provider = await opened;
  await provider.locator('#kc-login').click();
  await provider.getByText('You can close this tab').waitFor();
  await provider.close();
  await sheet.getByRole('heading', { name: t('signIn.states.active') }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
}
