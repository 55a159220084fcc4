import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import { openSessionDesk, type SessionDesk } from '../electron/support/session-desk.ts';
import {
  type AddressTaker,
  openOwnBrowser,
  takeAddresses,
} from '../electron/support/system-browser.ts';
import { patience } from '../support/patience.ts';
import type { CertificateFile, SignInPlace } from '../tour/session.ts';
import { connectKeycloak } from './keycloak.ts';
import type { RealmClient } from './realm.ts';
import { openTokenWebApi, type TokenWebApi } from './web-api.ts';

const lacking = inject('withoutElectron');
if (lacking !== '') console.log(`skipped: Electron against Keycloak, ${lacking}`);
const keycloak = connectKeycloak(inject('keycloak'));
const { clients, users, strangers, server } = keycloak;
const long = { timeout: patience(180_000) };
const wait = { timeout: patience(30_000) };

describe.skipIf(lacking !== '')('in real Electron', long, () => {
  let folder: string;
  let webApi: TokenWebApi;
  let addresses: AddressTaker;
  let desk: SessionDesk;

  const placeOf = ({ clientId, secret }: RealmClient, user: CertificateFile): SignInPlace => ({
    webApiUrl: webApi.url,
    authUrl: keycloak.authUrl,
    authority: keycloak.authorities.server.pem,
    client: { clientId, clientSecret: secret },
    user,
  });
  // A user of these tests alone: logging them out moves their not-before policy.
  const user = users.byEmail;

  beforeAll(async () => {
    folder = await temporaryFolder();
    webApi = await openTokenWebApi(keycloak, server);
    addresses = await takeAddresses(folder);
    desk = await openSessionDesk({ folder, name: 'keycloak', env: addresses.env });
    await desk.connect(placeOf(clients.rotating, user));
    await desk.openSheet();
    await desk.enterClient(placeOf(clients.rotating, user));
    await desk.closeSheet();
  }, patience(120_000));
  afterAll(async () => {
    await desk?.electron.close();
    await webApi?.close();
    if (folder) await removeFolder(folder);
  });

  const windows = () =>
    desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  const answered = (from: number) =>
    expect.poll(() => webApi.answers.slice(from).includes(200), wait).toBe(true);

  test('by the window: Continue, a call, a refusal, a renewal, an end, again, out', async () => {
    const { page, t } = desk;
    await desk.openSheet();
    const provider = await desk.openProvider();
    const proceed = provider.getByRole('button', { name: 'Continue' });
    await proceed.waitFor();
    await desk.picture('provider', provider);
    await proceed.click();
    await desk.says('signIn.states.active');
    await expect.poll(windows, wait).toBe(1);
    await desk.sheet.getByText(user.username, { exact: true }).first().waitFor();
    await desk.picture('signed-in');
    await desk.closeSheet();
    await desk.checkMachines();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();

    // 403: renewed once, and the call goes through
    webApi.refuseTokensSoFar();
    const before = webApi.answers.length;
    await desk.checkMachines();
    await answered(before);
    expect(webApi.answers.slice(before).filter((status) => status === 403)).toHaveLength(1);
    await desk.openSheet();
    await desk.says('signIn.causes.refreshed');
    await desk.closeSheet();

    // Keycloak ends the session: what is left is to sign in again
    const query = `/realms/op/users?username=${user.username}`;
    const [found] = (await keycloak.admin.call('GET', query)) as { id: string }[];
    await keycloak.admin.call('POST', `/realms/op/users/${found?.id}/logout`);
    await desk.checkMachines();
    await page.getByText(t('errors.session-expired.what')).waitFor();
    await desk.openSheet();
    await desk.says('signIn.causes.refresh-refused');
    const again = await desk.openProvider();
    await again.getByRole('button', { name: 'Continue' }).click();
    await desk.says('signIn.states.active');
    await page.getByText(t('errors.session-expired.what')).waitFor({ state: 'hidden' });
    await desk.signOut('session.signedOut');
    await desk.says('signIn.causes.signed-out-by-user');
    await desk.closeSheet();
  });

  test('access tokens of 3 seconds are renewed by themselves', async () => {
    await desk.openSheet();
    await desk.enterClient(placeOf(clients.brief, user));
    const provider = await desk.openProvider();
    await provider.getByRole('button', { name: 'Continue' }).click();
    await desk.says('signIn.causes.refreshed');
    await desk.closeSheet();
    const before = webApi.answers.length;
    await desk.checkMachines();
    await answered(before);
    await desk.openSheet();
    await desk.signOut('session.signedOut');
    await desk.closeSheet();
  });

  test('Ignore, with no password form after it, is an error page and then a sentence', async () => {
    await desk.openSheet();
    await desk.enterClient(placeOf(clients.strict, user));
    const provider = await desk.openProvider();
    await provider.getByRole('button', { name: 'Ignore' }).click();
    await provider.locator('#kc-error-message').waitFor();
    await desk.picture('ignored', provider);
    await desk.closeProvider();
    await desk.sheet.getByText(/^The identity provider showed an error page/).waitFor();
    await desk.picture('ignored-sheet');
    await desk.closeSheet();
  });

  test('closing the window, and cancelling on the sheet', async () => {
    await desk.openSheet();
    const provider = await desk.openProvider();
    await provider.getByRole('button', { name: 'Continue' }).waitFor();
    await desk.closeProvider();
    await desk.says('errors.sign-in-window-closed.what');
    await desk.openProvider();
    await desk.sheet.getByRole('button', { name: desk.t('session.cancel') }).click();
    await desk.says('errors.sign-in-cancelled.what');
    await expect.poll(windows, wait).toBe(1);
    await desk.closeSheet();
  });

  test('a certificate that Keycloak does not trust, and one that belongs to no user', async () => {
    await desk.importCertificate(strangers.foreign, 'Foreign');
    await desk.importCertificate(strangers.unknown, 'Unknown');
    await desk.goTo('machines');
    await desk.openSheet();
    await desk.enterClient(placeOf(clients.rotating, user));
    await desk.chooseCertificate('Foreign');
    // already the provider's configuration is refused, so no window opens
    await desk.startSignIn();
    await desk.says('errors.tls-client-certificate-rejected.what', {
      host: new URL(keycloak.authUrl).host,
    });
    await desk.picture('foreign-sheet');

    await desk.chooseCertificate('Unknown');
    const unknown = await desk.openProvider();
    await unknown.getByText('X509 certificate authentication').first().waitFor();
    await desk.picture('unknown', unknown);
    await desk.closeProvider();
    await desk.says('errors.sign-in-window-closed.what');
    await desk.picture('unknown-sheet');
    await desk.chooseCertificate('My certificate');
    await desk.closeSheet();
  });

  test('by the user’s own browser, which returns by loopback', async () => {
    await desk.openSheet();
    await desk.enterClient(placeOf(clients.rotating, user));
    await desk.chooseWay('browser');
    await desk.startSignIn();
    const { certificatePem, privateKeyPem: keyPem } = user;
    const page = await openOwnBrowser(keycloak.authUrl, { certificatePem, keyPem });
    await page.goto(await addresses.next());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You can close this tab').waitFor();
    await desk.says('signIn.states.active');
    await desk.signOut('session.signedOut');
  });
});
