import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readAuthorities } from '../../main/base/x509/authorities.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { launchChromium } from '../support/chromium.ts';
import { openThroughGateway } from '../support/servers/gateway-page.ts';
import { identityOf, type User } from '../support/worlds/pki.ts';
import { signInWorld } from '../support/worlds/sign-in.ts';
import type { RealmClient } from './realm.ts';

const keycloak = inject('keycloak');
const { clients, users, strangers } = keycloak;
const chromium = findProgram('chromium', 'chromium-browser', 'google-chrome') !== undefined;
if (!chromium) console.log('skipped: Keycloak’s pages through the gateway need Chromium');
const there = test.skipIf(!chromium);

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromium) browser = await launchChromium();
});
afterAll(() => browser?.close());

/** An attempt by the window way, with Keycloak's pages in Chromium. */
async function attempt(options: { client: RealmClient; user: User }) {
  const { client, user } = options;
  if (browser === undefined) throw new Error('no Chromium');
  const world = await signInWorld({
    identity: identityOf(user),
    preset: { clientId: client.clientId, clientSecret: client.secret },
    system: {
      authUrl: keycloak.authUrl,
      authorities: readAuthorities(Buffer.from(keycloak.authorities.server.pem)),
    },
  });
  await world.start('window');
  const [window] = world.windows;
  const gateway = window?.options.gateway;
  if (!window || !gateway) throw new Error('no window with a gateway was opened');
  const opened = await openThroughGateway(browser, gateway);
  await opened.page.goto(window.options.startUrl);
  const closed = async () => {
    window.options.onClosed();
    await world.until(({ state }) => state === 'signed-out');
    return (await world.snapshot()).cause.problem;
  };
  return { ...opened, world, closed };
}

there('Keycloak’s own pages work through the gateway, styles included', async () => {
  const { page, context, passed, world } = await attempt({
    client: clients.rotating,
    user: users.manager,
  });
  const proceed = page.getByRole('button', { name: 'Continue' });
  await proceed.waitFor();
  expect(await page.locator('body').innerText()).toMatch(/CN=hanako/);
  // its styles came the same way
  expect(passed.some(({ url }) => new URL(url).pathname.endsWith('.css'))).toBe(true);
  expect(await page.evaluate('document.styleSheets.length')).toBeGreaterThan(0);
  await proceed.click();
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  await world.until(({ state, attempt: running }) => state === 'active' && running === null);
  expect((await world.snapshot()).who?.name).toBe('hanako');

  expect(await context.cookies()).toEqual([]);
  const sent = passed.flatMap(({ headers }) => Object.keys(headers));
  expect(sent.filter((name) => /^cookie$/i.test(name))).toEqual([]);
  expect(passed.filter(({ url }) => /[?&#]code=/.test(url))).toEqual([]);
  expect(await page.content()).not.toMatch(/[?&]code=/);
});

there(
  'after Ignore the password form works too: POST, redirects, the code for main alone',
  async () => {
    const { page, passed, world } = await attempt({
      client: clients.rotating,
      user: users.manager,
    });
    await page.getByRole('button', { name: 'Ignore' }).click();
    await page.locator('#username').fill(users.ordinary.username);
    await page.locator('#password').fill(users.ordinary.accountPassword);
    await page.locator('#kc-login').click();
    await world.until(({ state, attempt: running }) => state === 'active' && running === null);
    expect((await world.snapshot()).who?.name).toBe(users.ordinary.username);
    expect(passed.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(passed.filter(({ url }) => /[?&#]code=/.test(url))).toEqual([]);
  },
);

there('Ignore where there is no password form is an error page, and told as one', async () => {
  const { page, closed } = await attempt({ client: clients.strict, user: users.manager });
  await page.getByRole('button', { name: 'Ignore' }).click();
  await page.locator('#kc-error-message').waitFor();
  expect(await closed()).toMatchObject({ code: 'sign-in-page-failed' });
});

there('a certificate of another authority is refused before there is a page', async () => {
  await expect(
    attempt({ client: clients.rotating, user: strangers.foreign }),
  ).rejects.toMatchObject({ code: 'tls-client-certificate-rejected' });
});
