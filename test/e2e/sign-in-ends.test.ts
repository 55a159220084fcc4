import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { enter } from '../support/servers/own-browser.ts';
import { setClockAhead, settableClock } from './support/clock.ts';
import { type DemoPlace, demoPlace } from './support/demo-place.ts';
import { callOf } from './support/page-calls.ts';
import { openReadyDesk, type SignInDesk, type SignInPlace } from './support/sign-in-desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const folder = 'sign-in-ends';

async function deskAt<P extends SignInPlace>(
  place: P,
  env: Record<string, string> = {},
): Promise<SignInDesk & { place: P; systemId: string; says(code: string): Promise<void> }> {
  const desk = await openReadyDesk({ browser, folder, env }, place);
  await desk.openSheet();
  return {
    ...desk,
    place,
    /** The sheet shows the failure's sentence, and one can sign in anew. */
    async says(code) {
      const { sheet, t } = desk;
      const parts = t(`errors.${code}.what`, { host: '\n' }).split('\n');
      const [longest = ''] = parts.sort((a, b) => b.length - a.length);
      await sheet.getByText(longest).waitFor();
      await desk.picture(code);
      expect(
        await sheet.getByRole('button', { name: t('session.signIn'), exact: true }).isEnabled(),
      ).toBe(true);
    },
  };
}

/** The address that the provider would send the browser to, with these parameters instead. */
function returnWith(provider: string, query: Record<string, string>): string {
  const url = new URL(new URL(provider).searchParams.get('redirect_uri') ?? '');
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** The address of the authorization request that waits. */
async function authorizeUrl(desk: SignInDesk & { systemId: string }): Promise<string> {
  const { attempt } = await callOf(desk.page, 'session.snapshot', { systemId: desk.systemId });
  return (await enter(attempt?.authorizeUrl ?? '')).url.href;
}

test('consent refused: “Ignore”', async () => {
  const desk = await deskAt(await demoPlace());
  const provider = await desk.toProvider();
  await provider.getByRole('button', { name: 'Ignore' }).click();
  await provider.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await desk.says('sign-in-refused');
  // Nothing is left of it: the next one works.
  await (await desk.toProvider()).getByRole('button', { name: 'Continue' }).click();
  await desk.sheet.getByText(desk.t('signIn.states.active'), { exact: true }).waitFor();
});

test('an error of the provider, with its own words', async () => {
  const desk = await deskAt(await demoPlace());
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  const url = await authorizeUrl(desk);
  const state = new URL(url).searchParams.get('state') ?? '';
  await provider.goto(
    returnWith(url, {
      error: 'server_error',
      error_description: 'The directory is down',
      state,
      iss: `${desk.place.authUrl}/auth/realms/op`,
    }),
  );
  await desk.says('sign-in-provider-error');
  await desk.sheet.getByRole('button', { name: desk.t('common.details'), exact: true }).click();
  await desk.sheet.getByText('The directory is down').waitFor();
});

test('an answer with another state is nobody’s: the sign-in goes on, and succeeds', async () => {
  const desk = await deskAt(await demoPlace());
  const { sheet, t, context } = desk;
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  const stranger = await context.newPage();
  const back = returnWith(await authorizeUrl(desk), { code: 'planted', state: 'other' });
  expect((await stranger.goto(back))?.status()).toBe(400);
  await stranger.getByRole('heading', { name: 'Nothing to see here' }).waitFor();
  await sheet.getByText(t('signIn.waiting.browser')).waitFor();
  await provider.locator('#kc-login').click();
  await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();
});

test('a wrong secret: the settings are one click away, and the right one brings the session', async () => {
  const place = await demoPlace();
  const client = { ...place.demo.oauthClient, clientSecret: 'not this one' };
  const desk = await deskAt({ ...place, client });
  const { sheet, t, page } = desk;
  await (await desk.toProvider()).locator('#kc-login').click();
  await desk.says('sign-in-client-refused');
  await sheet
    .getByRole('alert')
    .getByRole('button', { name: t('session.openSettings') })
    .click();
  const secret = sheet.getByLabel(t('signIn.settings.secret'), { exact: true });
  await secret.fill(place.demo.oauthClient.clientSecret);
  await secret.press('Enter');
  await page.getByText(t('signIn.settings.saved')).first().waitFor();
  await desk.toProvider();
  await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();
});

test('a code that the provider does not take', async () => {
  const desk = await deskAt(await demoPlace());
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  const url = await authorizeUrl(desk);
  const state = new URL(url).searchParams.get('state') ?? '';
  const iss = `${desk.place.authUrl}/auth/realms/op`;
  await provider.goto(returnWith(url, { code: 'used-before', state, iss }));
  await desk.says('sign-in-code-refused');
});

test('a provider that takes no connection without a certificate', async () => {
  const place = await demoPlace();
  const { keyPem, certificatePem } = await place.demo.inspect.issueCertificate({
    commonName: 'localhost',
    purpose: 'server',
  });
  const strict = createServer(
    { key: keyPem, cert: certificatePem, ca: place.authority, requestCert: true },
    (_request, response) => void response.end(),
  );
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    strict.closeAllConnections();
    await new Promise<void>((resolve) => strict.close(() => resolve()));
  });
  const { port } = strict.address() as AddressInfo;
  const desk = await deskAt({ ...place, authUrl: `https://localhost:${port}`, certificate: null });
  await desk.sheet.getByRole('button', { name: desk.t('session.signIn'), exact: true }).click();
  await desk.says('sign-in-no-certificate');
});

test('a redirect URL that is not registered: what to register, to be copied', async () => {
  const place = await demoPlace();
  const client = await registered(place, ['https://elsewhere.example/callback']);
  const desk = await deskAt({ ...place, client });
  const { sheet, t } = desk;
  await desk.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet.getByRole('button', { name: t('session.signIn'), exact: true }).click();
  await desk.says('sign-in-redirect-not-registered');
  const register = sheet.getByText(t('session.toRegister')).locator('..');
  await register.getByText('http://127.0.0.1/oauth/callback', { exact: true }).waitFor();
  await register.getByRole('button').click();
  expect(await desk.page.evaluate(() => navigator.clipboard.readText())).toBe(
    'http://127.0.0.1/oauth/callback',
  );
});

test('cancelled at any point: a note, nothing more', async () => {
  const desk = await deskAt(await demoPlace());
  const { sheet, t } = desk;
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  await sheet.getByRole('button', { name: t('session.cancel') }).click();
  await desk.says('sign-in-cancelled');
  expect(await sheet.getByRole('alert').count()).toBe(0);
  // The page that is still open leads nowhere any more.
  await provider.locator('#kc-login').click();
  await expect.poll(() => provider.url()).toMatch(/^chrome-error:|\/oauth\/callback/);
  await sheet.getByText(t('signIn.states.signed-out'), { exact: true }).waitFor();
});

test('ten minutes are over', async () => {
  const desk = await deskAt(await demoPlace(), settableClock);
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  await desk.sheet.getByText(/9 min/).waitFor();
  await setClockAhead(desk);
  await desk.says('sign-in-deadline');
});

test('one attempt at a time: another window shows the one that runs', async () => {
  const desk = await deskAt(await demoPlace());
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  await desk.page.reload();
  await desk.openSheet();
  await desk.sheet.getByText(desk.t('signIn.waiting.browser')).waitFor();
  // The link leads to the same attempt.
  await provider.close();
  const again = desk.context.waitForEvent('page');
  await desk.sheet.getByRole('button', { name: desk.t('session.openProvider') }).click();
  await (await again).locator('#kc-login').click();
  await desk.sheet.getByText(desk.t('signIn.states.active'), { exact: true }).waitFor();
});

/** A client of the demo's provider with these redirect URLs (RFC 7591). */
async function registered({ demo }: DemoPlace, redirectUrls: readonly string[]) {
  const answer = await fetchTrusting(demo.authorityPem, demo.registrationEndpoint, {
    authorization: `Bearer ${demo.initialAccessToken}`,
    body: JSON.stringify({ client_id: 'elsewhere', redirect_uris: redirectUrls }),
  });
  const made = JSON.parse(answer) as { client_id: string; client_secret: string };
  return { clientId: made.client_id, clientSecret: made.client_secret };
}

async function fetchTrusting(
  ca: string,
  url: string,
  { authorization, body }: { authorization: string; body: string },
): Promise<string> {
  const { request } = await import('node:https');
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { ca, method: 'POST', headers: { authorization, 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.on('data', (data: Buffer) => {
          text += data.toString();
        });
        response.on('end', () => resolve(text));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
