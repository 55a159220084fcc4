import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { patience } from '../../support/patience.ts';
import { startApp } from '../../support/processes/running-app.ts';
import type { Language } from '../../tour/texts.ts';
import { callOf } from './page-calls.ts';
import { inWindow, type Window } from './window.ts';

/** A compute system to sign in to, and with what. */
export interface SignInPlace {
  readonly authUrl: string;
  readonly webApiUrl: string;
  /** PEM of what the app has to trust. */
  readonly authority: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string } | null;
  /** What the browser presents to the provider; null: it has none. */
  readonly certificate: { readonly keyPem: string; readonly certificatePem: string } | null;
}

export interface DeskOptions {
  readonly browser: Browser;
  /** Under test-results/. */
  readonly folder: string;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  readonly env?: Record<string, string>;
  readonly dataFolder?: string;
}

/** The app in a browser window, with the session's chip and sheet. */
export interface SignInDesk extends Window {
  readonly app: Awaited<ReturnType<typeof startApp>>;
  readonly dataFolder: string;
  readonly chip: Locator;
  readonly sheet: Locator;
  openSheet(): Promise<void>;
  /** Presses the sheet's button that signs in, or in again, and gives the provider's page that opens. */
  toProvider(): Promise<Page>;
}

const systemName = 'Alpha';

/** Starts the built app, without any system, in a browser that may hold a certificate for the provider. */
export async function openDesk(
  options: DeskOptions,
  provider: Pick<SignInPlace, 'authUrl' | 'certificate'>,
): Promise<SignInDesk> {
  const { browser, folder, language = 'en', theme = 'light' } = options;
  const dataFolder = options.dataFolder ?? testFolder();
  const app = await startApp({ dataFolder, env: options.env ?? {} });
  onTestFinished(() => app.stop());
  const { certificate, authUrl } = provider;
  const context: BrowserContext = await browser.newContext({
    viewport: options.size ?? { width: 1280, height: 800 },
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
    // The user's own browser has its own ways to trust a provider.
    ignoreHTTPSErrors: true,
    ...(certificate === null
      ? {}
      : {
          clientCertificates: [
            {
              origin: new URL(authUrl).origin,
              cert: Buffer.from(certificate.certificatePem),
              key: Buffer.from(certificate.keyPem),
            },
          ],
        }),
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url);
  const window = inWindow(page, folder, language);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await window.pictureOfFailure();
  });
  // Until main has answered the screen stands there and takes no keys.
  await page.waitForFunction(
    () =>
      document.querySelector('#root button') !== null && !document.querySelector('#root [inert]'),
  );
  return { ...inSession(window), app, dataFolder };
}

/** The same means for a further window on the same app. */
export function inSession(
  window: Window,
): Window & Pick<SignInDesk, 'chip' | 'sheet' | 'openSheet' | 'toProvider'> {
  const { page, context, t } = window;
  const chip = page.getByRole('button', { name: new RegExp(t('frame.session.title')) });
  const sheet = page.getByRole('dialog', { name: t('session.title'), exact: true });
  return {
    ...window,
    chip,
    sheet,
    async openSheet() {
      await chip.click();
      await sheet.waitFor();
    },
    async toProvider() {
      const opened = context.waitForEvent('page');
      const buttonOf = (name: string) => sheet.getByRole('button', { name, exact: true });
      await buttonOf(t('session.signIn'))
        .or(buttonOf(t('session.signInAgain')))
        .click();
      const provider = await opened;
      provider.setDefaultTimeout(patience(20_000));
      return provider;
    },
  };
}

/**
 * The same with the system, its client and a vault's passphrase already there: brought about by calls,
 * for tests about what comes after.
 */
export async function openReadyDesk(
  options: DeskOptions,
  place: SignInPlace,
): Promise<SignInDesk & { readonly systemId: string }> {
  const desk = await openDesk(options, place);
  const { page, t } = desk;
  await page.getByRole('button', { name: t('start.demo.title') }).waitFor();
  await callOf(page, 'vault.setPassphrase', { passphrase: 'a passphrase for the vault' });
  const { id: systemId } = await callOf(page, 'systems.add', {
    name: systemName,
    webApiUrl: place.webApiUrl,
    authUrl: place.authUrl,
    genaiUrl: null,
    authorities: [place.authority],
    certificateId: null,
    route: 'token',
  });
  if (place.client !== null) {
    await callOf(page, 'session.updateSettings', { systemId, ...place.client });
  }
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  return { ...desk, systemId };
}

/** Signs in by the provider's page, and waits until the app says so. */
export async function signIn(desk: Pick<SignInDesk, 'sheet' | 't' | 'toProvider'>): Promise<void> {
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').click();
  await desk.sheet.getByText(desk.t('signIn.states.active'), { exact: true }).waitFor();
  await provider.close();
}
