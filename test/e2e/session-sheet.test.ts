import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../preload/contract/systems/session.ts';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { enter } from '../support/servers/own-browser.ts';
import { alterSessions } from './support/altered-session.ts';
import { setClockAhead, settableClock } from './support/clock.ts';
import { demoPlace } from './support/demo-place.ts';
import { importCertificate } from './support/import-certificate.ts';
import { createThemes, type Look, looksIn } from './support/looks.ts';
import { callOf } from './support/page-calls.ts';
import { openReadyDesk, type SignInDesk } from './support/sign-in-desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const long = { timeout: patience(300_000) };

describe('the session’s sheet', long, () => {
  /** Nothing that axe finds in light or dark, in turn, and nothing wider than its place. */
  const lookIn = ({ page, t, picture }: SignInDesk) => {
    const themes = createThemes();
    // a question above it hides it from assistive technology
    const sheet = page.getByRole('dialog', {
      name: t('session.title'),
      exact: true,
      includeHidden: true,
    });
    let number = 0;
    return async (name: string): Promise<void> => {
      number++;
      for (const colorScheme of themes()) {
        await page.emulateMedia({ colorScheme });
        await picture(`${String(number).padStart(2, '0')}-${name}-${colorScheme}`);
        await expectAccessible(page, `${name}, ${colorScheme}`);
      }
      const wider = await sheet.evaluate((element) =>
        [element, ...element.querySelectorAll('*')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          .filter((one) => getComputedStyle(one).overflowX !== 'visible')
          .filter((one) => !one.matches('input, select, option, .truncate'))
          .map((one) => one.outerHTML.slice(0, 200)),
      );
      expect(wider, `clipped on ${name}`).toEqual([]);
    };
  };
  const deskOf = async ({ language, size }: Look, env: Record<string, string> = {}) => {
    const place = await demoPlace();
    const folder = `session-sheet/${language}`;
    const desk = await openReadyDesk({ browser, folder, language, size, env }, place);
    return { ...desk, place, demo: place.demo, look: lookIn(desk) };
  };
  /** The authorization request that waits, and where its answer is expected. */
  const attemptOf = async ({ page, systemId }: SignInDesk & { systemId: string }) => {
    const { attempt } = await callOf(page, 'session.snapshot', { systemId });
    const { url } = await enter(attempt?.authorizeUrl ?? '');
    return {
      state: url.searchParams.get('state') ?? '',
      back: url.searchParams.get('redirect_uri') ?? '',
    };
  };

  test.each(looksIn('en'))(
    'before, during, and every end that an attempt can have, $language',
    async (seen) => {
      const desk = await deskOf(seen, settableClock);
      const { t, sheet, look, place } = desk;
      const says = (key: string) => sheet.getByText(t(key), { exact: true }).first().waitFor();
      await desk.openSheet();
      await says('signIn.causes.never-signed-in');
      await look('never-signed-in');

      await sheet.getByRole('button', { name: t('signIn.settings.show') }).click();
      await sheet.getByLabel(t('signIn.settings.realmPath')).scrollIntoViewIfNeeded();
      await look('settings');
      await sheet.getByLabel(t('signIn.settings.port')).fill('80');
      await sheet.getByText(t('signIn.settings.wrongPort')).waitFor();
      await look('settings-wrong-port');
      await sheet.getByRole('button', { name: t('signIn.settings.show') }).click();

      let provider = await desk.toProvider();
      await provider.locator('#kc-login').waitFor();
      await says('signIn.waiting.browser');
      await look('waiting');
      await provider.getByRole('button', { name: /Ignore/ }).click();
      await says('errors.sign-in-refused.what');
      await look('refused');
      await provider.close();

      /** Comes back with this answer instead of the provider's. */
      const comeBack = async (answer: (state: string) => Record<string, string>) => {
        provider = await desk.toProvider();
        await provider.locator('#kc-login').waitFor();
        const { state, back } = await attemptOf(desk);
        await provider.goto(`${back}?${new URLSearchParams(answer(state))}`);
        await provider.close();
      };
      const iss = `${place.authUrl}/auth/realms/op`;
      const description = 'The directory is down';
      await comeBack((state) => ({
        error: 'server_error',
        error_description: description,
        state,
        iss,
      }));
      await sheet.getByRole('button', { name: t('common.details'), exact: true }).click();
      await sheet.getByText(description).waitFor();
      await look('provider-error');
      await comeBack((state) => ({ code: 'used-before', state, iss }));
      await says('errors.sign-in-code-refused.what');
      await look('code-refused');

      await desk.toProvider().then((opened) => opened.close());
      await sheet.getByRole('button', { name: t('session.cancel') }).click();
      await says('errors.sign-in-cancelled.what');
      await look('cancelled');

      await desk.toProvider().then((opened) => opened.close());
      await says('signIn.waiting.browser');
      await setClockAhead(desk);
      await says('errors.sign-in-deadline.what');
      await look('deadline');

      // The clock stays ten minutes ahead.
      provider = await desk.toProvider();
      await provider.locator('#kc-login').click();
      await says('signIn.states.active');
      await sheet.getByText(t('session.clockSkew', { seconds: '|' }).split('|')[0] ?? '').waitFor();
      await look('clock-skew');
    },
  );

  test.each(looksIn('ja'))(
    'signed in with everything that was said, about to end, expired, asked, signed out, $language',
    async (seen) => {
      const desk = await deskOf(seen);
      const { page, t, sheet, look, demo } = desk;
      const says = (key: string) => sheet.getByText(t(key), { exact: true }).first().waitFor();
      await desk.openSheet();
      const provider = await desk.toProvider();
      await provider.locator('#kc-login').click();
      await says('signIn.states.active');
      await look('signed-in');
      await sheet.getByRole('button', { name: t('signIn.response.show') }).click();
      const fields = [
        ...['access_token', 'expires_in', 'id_token', 'refresh_expires_in', 'refresh_token'],
        ...['token_type', 'not-before-policy', 'session_state', 'scope'],
      ];
      const shown = await sheet.locator('dt').allInnerTexts();
      expect(shown).toEqual(expect.arrayContaining(fields));
      await sheet.getByText('access_token', { exact: true }).scrollIntoViewIfNeeded();
      await look('nine-fields');
      await sheet.getByText('preferred_username').first().scrollIntoViewIfNeeded();
      await look('claims');
      await sheet.getByRole('button', { name: t('signIn.response.show') }).click();

      await sheet.getByRole('button', { name: t('session.signOut') }).click();
      await page.getByRole('alertdialog').waitFor();
      await look('sign-out-asked');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('common.cancel') })
        .click();

      await demo.inspect.expireRefreshTokens();
      await sheet.getByRole('button', { name: t('session.refreshNow') }).click();
      await says('signIn.causes.refresh-refused');
      await look('expired');
      const again = await desk.toProvider();
      await says('signIn.states.active');
      await again.close();
      await sheet.getByRole('button', { name: t('session.signOut') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('session.signOut') })
        .click();
      await says('signIn.causes.signed-out-by-user');
      await page.getByText(t('session.signedOutTokens')).first().waitFor();
      await look('signed-out');
    },
  );

  test.each(looksIn('en'))(
    'without a Client ID, and with a wrong secret, $language',
    async (seen) => {
      const desk = await deskOf(seen);
      const { page, t, sheet, look, demo, systemId } = desk;
      const says = (key: string) => sheet.getByText(t(key), { exact: true }).first().waitFor();
      await callOf(page, 'session.updateSettings', { systemId, clientId: null });
      await desk.openSheet();
      await says('signIn.missing.client-id');
      await look('no-client');
      const { clientId } = demo.oauthClient;
      const clientSecret = 'not this one';
      await callOf(page, 'session.updateSettings', { systemId, clientId, clientSecret });
      const provider = await desk.toProvider();
      await provider.locator('#kc-login').click();
      await says('errors.sign-in-client-refused.what');
      await provider.close();
      await look('client-refused');
    },
  );

  test.each(looksIn('ja'))(
    'as Electron has it, and at moments too short to meet: the window, its ends, its certificates, $language',
    async (seen) => {
      const desk = await deskOf(seen);
      const { page, t, sheet, look, demo } = desk;
      await desk.goTo('certificates');
      await importCertificate(
        desk,
        { p12File: demo.p12Path, password: demo.p12Passphrase },
        { button: t('certificates.drop.choose'), name: 'Mine' },
      );
      const alter = await alterSessions(page);
      const show = async (name: string, change: (session: Session) => Session) => {
        alter(change);
        await page.reload();
        await desk.openSheet();
        await sheet.getByRole('status').first().waitFor();
        await look(name);
      };
      const now = Date.now();
      const at = (ms: number) => new Date(now + ms).toISOString();
      const ended = (session: Session, code: string, details = {}): Session => ({
        ...session,
        ways: ['window', 'browser'],
        cause: {
          code: 'attempt-ended',
          at: at(0),
          problem: { code, details, retryable: true } as Session['cause']['problem'],
        },
      });
      await show('window-before', (session) => ({ ...session, ways: ['window', 'browser'] }));
      // The certificate that it would present, by all that tells it from another.
      const picker = sheet.getByRole('combobox', { name: t('session.certificate'), exact: true });
      const mine = picker.locator('option', { hasText: 'Mine' });
      await picker.selectOption((await mine.getAttribute('value')) ?? '');
      await sheet.getByRole('button', { name: t('session.certificateDetails') }).click();
      for (const fact of ['subject', 'issuer', 'validity']) {
        await sheet.getByText(t(`certificates.facts.${fact}`), { exact: true }).waitFor();
      }
      await look('window-certificate');
      const attempt: NonNullable<Session['attempt']> = {
        id: 'one',
        way: 'window',
        phase: 'waiting',
        startedAt: at(0),
        deadline: at(600_000),
        authorizeUrl: null,
        opened: true,
        redirectUrl: 'compute-desk://oauth/callback',
        certificateRequest: null,
      };
      const running = (session: Session, change: Partial<typeof attempt>): Session => ({
        ...session,
        state: 'authorizing',
        cause: { code: 'attempt-started', at: at(0), problem: null },
        attempt: { ...attempt, ...change },
      });
      await show('window-waiting', (session) => running(session, {}));
      await show('preparing', (session) => running(session, { phase: 'preparing' }));
      await show('exchanging', (session) => running(session, { phase: 'exchanging' }));
      for (const code of [
        'sign-in-window-closed',
        'sign-in-no-certificate',
        'sign-in-page-failed',
      ]) {
        await show(code, (session) => ended(session, code, { host: 'id.example.org' }));
      }
      await show('redirect-not-registered', (session) =>
        ended(session, 'sign-in-redirect-not-registered', {
          host: 'id.example.org',
          redirectUrl: 'compute-desk://oauth/callback',
        }),
      );
      const certificates = ['hanako', 'taro'].map((name) => ({
        fingerprint: name.padEnd(64, '0'),
        subject: `CN=${name},O=Example`,
        issuer: 'CN=Example Authority',
        notBefore: at(-1e9),
        notAfter: at(1e9),
      }));
      alter((session) =>
        running(session, {
          certificateRequest: { id: 'r', host: 'id.example.org', certificates },
        }),
      );
      await page.reload();
      await desk.chip.click();
      await page.getByRole('dialog', { name: t('signIn.choose.title') }).waitFor();
      await look('certificate-request');

      // The rest of a signed-in session is main's own.
      alter((session) => session);
      await page.reload();
      await desk.openSheet();
      const provider = await desk.toProvider();
      await provider.locator('#kc-login').click();
      await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();
      await show('refreshing', (session) => ({
        ...session,
        state: 'refreshing',
        refreshAt: null,
        cause: { code: 'refresh-due', at: at(0), problem: null },
      }));
      await show('expiring', (session) => ({
        ...session,
        tokens: session.tokens && {
          ...session.tokens,
          expiresAt: new Date(now + 9_000).toISOString(),
        },
        cause: {
          code: 'refresh-delayed',
          at: at(0),
          problem: {
            code: 'network-refused',
            details: { host: 'id.example.org' },
            retryable: true,
          },
        },
      }));
    },
  );
});
