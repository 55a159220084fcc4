import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { readAuthorities } from '../../main/base/x509/authorities.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startStubHost } from '../support/processes/web-host.ts';
import { identityOf } from '../support/worlds/pki.ts';
import { sender, signInWorld, systemId } from '../support/worlds/sign-in.ts';

const keycloak = inject('keycloak');
const { clients, users } = keycloak;
const chromium = findProgram('chromium', 'chromium-browser', 'google-chrome') !== undefined;
if (!chromium) console.log('skipped: Keycloak’s pages in a tab of the web host need Chromium');
const there = test.skipIf(!chromium);

let browser: Browser | undefined;
beforeAll(async () => {
  if (chromium) browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Keycloak's pages in a tab of the web host, of a Chromium that has neither certificate nor trust of its own. */
async function openTab() {
  if (browser === undefined) throw new Error('no Chromium');
  const web = await startStubHost({ folder: testFolder() });
  onTestFinished(() => web.server.close());
  const world = await signInWorld({
    identity: identityOf(users.manager),
    preset: { clientId: clients.rotating.clientId, clientSecret: clients.rotating.secret },
    openSignInTab: web.signInTabs.open,
    windows: false,
    system: {
      authUrl: keycloak.authUrl,
      authorities: readAuthorities(Buffer.from(keycloak.authorities.server.pem)),
    },
  });
  await world.start('tab');
  const context = await browser.newContext({ locale: 'en-GB' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(patience(20_000));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { path } = await world.calls().openTab({ systemId }, sender);
  await page.goto(web.origin + path);
  const proceed = page.getByRole('button', { name: 'Continue' });
  await proceed.waitFor();
  const ended = () =>
    world.until(({ state, attempt: running }) => state === 'active' && running === null);
  /** Whatever was asked for beyond this one name. */
  const elsewhere = () => {
    const { host } = new URL(page.url());
    return asked.filter((url) => ![host, new URL(web.origin).host].includes(new URL(url).host));
  };
  return { world, context, page, proceed, ended, asked, elsewhere };
}

there(
  'Keycloak’s own pages work in a tab of the web host, styles and scripts included',
  async () => {
    const { world, context, page, proceed, ended, asked, elsewhere } = await openTab();
    expect(new URL(page.url()).hostname).toMatch(/^sign-in-[0-9a-f]{32}\.localhost$/);
    expect(await page.locator('body').innerText()).toMatch(/CN=hanako/);
    expect(asked.some((url) => new URL(url).pathname.endsWith('.css'))).toBe(true);
    expect(await page.evaluate('document.styleSheets.length')).toBeGreaterThan(0);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['compute-desk-tab']);
    await proceed.click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    await ended();
    expect((await world.snapshot()).who?.name).toBe('hanako');
    expect(elsewhere()).toEqual([]);
    expect(asked.filter((url) => /[?&#]code=/.test(url))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  },
);

there('after Ignore the password form works in the tab too', async () => {
  const { world, page, ended, elsewhere } = await openTab();
  await page.getByRole('button', { name: 'Ignore' }).click();
  await page.locator('#username').fill(users.ordinary.username);
  await page.locator('#password').fill(users.ordinary.accountPassword);
  await page.locator('#kc-login').click();
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  await ended();
  expect((await world.snapshot()).who?.name).toBe(users.ordinary.username);
  expect(elsewhere()).toEqual([]);
});
