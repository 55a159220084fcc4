import type { Browser } from 'playwright';
import { type DeskOptions, openReadyDesk, type SignInDesk } from '../e2e/support/sign-in-desk.ts';
import { noProxies } from '../support/servers/real-proxies.ts';
import { type Front, startFront } from './front.ts';
import type { Keycloak, KeycloakUser } from './keycloak.ts';
import type { RealmClient } from './realm.ts';
import { startTokenWebApi, type TokenWebApi } from './web-api.ts';

/** The app in Chromium on a system whose provider is Keycloak behind a front, and whose Web API asks it. */
export interface KeycloakDesk extends SignInDesk {
  readonly systemId: string;
  readonly front: Front;
  readonly webApi: TokenWebApi;
  /** Waits for the sheet to say this. */
  says(key: string, values?: Readonly<Record<string, string>>): Promise<void>;
  closeSheet(): Promise<void>;
  /** Presses "check" and waits until it can be pressed again. */
  checkMachines(): Promise<void>;
  /** Continue on Keycloak's page, from the sheet's button. Leaves the sheet open. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

export interface KeycloakDeskOptions extends Omit<DeskOptions, 'browser' | 'folder'> {
  readonly client: RealmClient;
  /** Whose certificate the app's own browser has; null: none. */
  readonly user: KeycloakUser | null;
}

export async function openKeycloakDesk(
  browser: Browser,
  keycloak: Keycloak,
  options: KeycloakDeskOptions,
): Promise<KeycloakDesk> {
  const { client, user, env, ...rest } = options;
  const front = await startFront(keycloak);
  const webApi = await startTokenWebApi(front.facts, keycloak.server);
  const desk = await openReadyDesk(
    { browser, folder: 'keycloak-session', env: { ...noProxies, ...env }, ...rest },
    {
      authUrl: front.facts.authUrl,
      webApiUrl: webApi.url,
      authority: keycloak.authorities.server.pem,
      client: { clientId: client.clientId, clientSecret: client.secret },
      certificate: user && { keyPem: user.privateKeyPem, certificatePem: user.certificatePem },
    },
  );
  return { ...desk, front, webApi, ...stepsOf(desk) };
}

/** The steps of a desk, also for a further window or a later start of the app. */
export function stepsOf(
  desk: Pick<SignInDesk, 'page' | 't' | 'sheet' | 'toProvider'>,
): Pick<KeycloakDesk, 'says' | 'closeSheet' | 'checkMachines' | 'signIn' | 'signOut'> {
  const { page, t, sheet } = desk;
  const says: KeycloakDesk['says'] = (key, values) =>
    sheet.getByText(t(key, values), { exact: true }).first().waitFor();
  return {
    says,
    async closeSheet() {
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
    },
    async checkMachines() {
      const check = page.getByRole('button', { name: t('machines.check') });
      await check.click();
      await check.waitFor();
    },
    async signIn() {
      const provider = await desk.toProvider();
      await provider.getByRole('button', { name: 'Continue' }).click();
      await provider.getByText('You can close this tab').waitFor();
      await says('signIn.states.active');
      await provider.close();
    },
    async signOut() {
      await sheet.getByRole('button', { name: t('session.signOut'), exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: t('session.signOut'), exact: true }).click();
      await page.getByText(t('session.signedOut')).first().waitFor();
      await says('signIn.causes.signed-out-by-user');
    },
  };
}
