import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import type { SignInWay } from '../../preload/contract/systems/session.ts';
import { connectAnyway, openMore } from './connect.ts';
import type { Texts } from './texts.ts';

/** A certificate file as it arrives by mail, and what opens it. */
export interface CertificateFile {
  readonly p12File: string;
  readonly password: string;
}

/** A compute system to sign in to. */
export interface SignInPlace {
  readonly webApiUrl: string;
  readonly authUrl: string;
  readonly genaiUrl?: string;
  /** PEM of what the app has to trust. */
  readonly authority: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly user: CertificateFile;
}

/** What a user does to sign in, by clicks in the app's page; the same in both hosts. */
export interface SessionSteps {
  /** The session's sheet. */
  readonly sheet: Locator;
  /** Sets the system up by the form of the first screen, its certificate included. */
  connect(place: SignInPlace): Promise<void>;
  /** Opens the certificate file that was given, keeps it under a name, and sets up what seals it. */
  keepCertificate(file: CertificateFile, name: string): Promise<void>;
  /** Imports one more certificate on its screen. */
  importCertificate(file: CertificateFile, name: string): Promise<void>;
  openSheet(): Promise<void>;
  closeSheet(): Promise<void>;
  /** Enters the client in the session's sheet, and chooses how calls go (by token) and the way back, or leaves that be. */
  enterClient(
    place: Pick<SignInPlace, 'client'>,
    more?: { returnsBy?: 'loopback' | 'protocol'; route?: 'token' | null },
  ): Promise<void>;
  chooseWay(way: SignInWay): Promise<void>;
  chooseCertificate(name: string): Promise<void>;
  /** Presses "Sign in", or "Sign in again", on the open sheet. */
  startSignIn(): Promise<void>;
  /** Waits for the sheet to say this. */
  says(key: string, values?: Readonly<Record<string, string>>): Promise<void>;
  goTo(screen: 'machines' | 'chat' | 'clients' | 'certificates' | 'settings'): Promise<void>;
  /** Asks for the machines anew and waits for the answer. */
  checkMachines(): Promise<void>;
  /** @param said What the toast then says. */
  signOut(said?: `session.signedOut${'' | 'Tokens' | 'Here'}`): Promise<void>;
}

export const systemName = 'Alpha';
/** What the app calls a certificate that was imported with the system. */
export const certificateName = 'My certificate';
export const vaultPassphrase = 'sealed-with-4711-words-of-mine';

/** @param folder For files that the app is given. */
export function sessionSteps(options: {
  readonly page: Page;
  readonly t: Texts;
  readonly folder: string;
}): SessionSteps {
  const { page, t, folder } = options;
  const sheet = page.getByRole('dialog', { name: t('session.title'), exact: true });
  const button = (key: string, within: Page | Locator = page) =>
    within.getByRole('button', { name: t(key), exact: true });

  const choose = async (file: CertificateFile, open: Locator) => {
    const chooser = page.waitForEvent('filechooser');
    await open.click();
    await (await chooser).setFiles(file.p12File);
  };
  const openAndKeep = async (file: CertificateFile, as: string) => {
    await page.getByLabel(t('certificates.passphrase.label'), { exact: true }).fill(file.password);
    await button('certificates.passphrase.open').click();
    await page.getByRole('textbox', { name: t('certificates.name') }).fill(as);
    await button('certificates.preview.keep').click();
  };
  const setUpVault = async () => {
    const dialog = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
    await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
    await dialog.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
    await button('frame.vault.setUp', dialog).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  const self: SessionSteps = {
    sheet,
    async connect({ webApiUrl, authUrl, genaiUrl = '', authority, user }) {
      await page.getByRole('button', { name: t('start.have.byHand') }).click();
      await page.getByLabel(t('connect.fields.name'), { exact: true }).fill(systemName);
      await openMore({ page, t });
      const file = join(folder, 'authority.pem');
      await writeFile(file, authority);
      const chooser = page.waitForEvent('filechooser');
      await page
        .getByRole('group', { name: t('connect.authorities.drop') })
        .getByRole('button')
        .click();
      await (await chooser).setFiles(file);
      const [before = ''] = t('connect.authorities.remove', { name: '|' }).split('|');
      await page.getByRole('button', { name: before }).first().waitFor();
      await page.getByLabel(t('connect.fields.webApi')).fill(webApiUrl);
      await page.getByLabel(t('connect.fields.identityProvider')).fill(authUrl);
      await page.getByLabel(t('connect.fields.genai')).fill(genaiUrl);
      await button('connect.certificate.add').click();
      const drop = page.getByRole('group', { name: t('connect.certificate.drop') });
      await choose(user, drop.getByRole('button'));
      await self.keepCertificate(user, certificateName);
      await connectAnyway({ page, t });
    },
    async keepCertificate(file, as) {
      await openAndKeep(file, as);
      await setUpVault();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
    async importCertificate(file, as) {
      await self.goTo('certificates');
      await choose(file, button('certificates.import.action'));
      await openAndKeep(file, as);
      await page.getByRole('heading', { level: 2, name: as, exact: true }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
    async openSheet() {
      await page.getByRole('button', { name: new RegExp(t('frame.session.title')) }).click();
      await sheet.waitFor();
    },
    async closeSheet() {
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
    },
    async enterClient({ client }, { returnsBy = 'loopback', route = 'token' } = {}) {
      if (route !== null) {
        await sheet.getByRole('radio', { name: t(`session.route.${route}`), exact: true }).click();
      }
      await button('signIn.settings.show', sheet).click();
      await sheet
        .getByRole('textbox', { name: t('signIn.settings.clientId') })
        .fill(client.clientId);
      await sheet
        .getByLabel(t('signIn.settings.secret'), { exact: true })
        .fill(client.clientSecret);
      // Without the in-app window (web host) there is one way back, and nothing to choose.
      const redirect = sheet.getByRole('combobox', { name: t('signIn.settings.browserRedirect') });
      if ((await redirect.count()) > 0) await redirect.selectOption(returnsBy);
      await button('common.save', sheet).click();
      await page.getByText(t('signIn.settings.saved')).first().waitFor();
      await button('signIn.settings.show', sheet).click();
    },
    chooseWay: (way) => sheet.getByRole('radio', { name: t(`signIn.way.${way}`) }).click(),
    async chooseCertificate(as) {
      const select = sheet.getByRole('combobox', { name: t('session.certificate'), exact: true });
      const option = select.locator('option', { hasText: as });
      await select.selectOption((await option.getAttribute('value')) ?? '');
    },
    startSignIn: () =>
      button('session.signIn', sheet).or(button('session.signInAgain', sheet)).click(),
    says: (key, values) => sheet.getByText(t(key, values), { exact: true }).first().waitFor(),
    async goTo(screen) {
      const title = t(`frame.screens.${screen}`);
      const sidebar = page.getByRole('navigation', { name: t('frame.navigation') });
      await sidebar.getByText(title, { exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    async checkMachines() {
      await button('machines.check').click();
      await button('machines.check').waitFor();
    },
    async signOut(said = 'session.signedOutTokens') {
      await button('session.signOut', sheet).click();
      await button('session.signOut', page.getByRole('alertdialog')).click();
      await page.getByText(t(said)).waitFor();
    },
  };
  return self;
}
