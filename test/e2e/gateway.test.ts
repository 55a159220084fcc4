import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAuthorities } from '../../main/base/x509/authorities.ts';
import { startDemo } from '../../main/demo/index.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { openThroughGateway } from '../support/servers/gateway-page.ts';
import { signInWorld } from '../support/worlds/sign-in.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** An attempt by the window way against the demo, with its pages in Chromium. */
async function attempt() {
  const demo = await startDemo({ folder: testFolder(), machineStepMs: 0 });
  onTestFinished(() => demo.stop());
  const issued = await demo.inspect.issueCertificate({ commonName: 'Hanako', purpose: 'client' });
  const world = await signInWorld({
    identity: {
      name: 'Hanako',
      certificatePem: issued.certificatePem,
      privateKeyPem: issued.keyPem,
      notAfter: '2099-01-01T00:00:00.000Z',
    },
    preset: demo.oauthClient,
    system: {
      authUrl: demo.authUrl,
      webApiUrl: demo.webApiUrl,
      authorities: readAuthorities(Buffer.from(demo.authorityPem)),
    },
  });
  await world.start('window');
  const [window] = world.windows;
  const gateway = window?.options.gateway;
  if (!window || !gateway) throw new Error('no window with a gateway was opened');
  const opened = await openThroughGateway(browser, gateway);
  await opened.page.goto(window.options.startUrl);
  return { ...opened, world, demo };
}

test('Chromium signs in through the gateway: cookies and the code stay in main', async () => {
  const { page, context, passed, world } = await attempt();
  await page.getByText('CN=Hanako').first().waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Signed in' }).waitFor();
  await world.until(({ state, attempt: running }) => state === 'active' && running === null);
  expect((await world.snapshot()).who?.name).toBe('Hanako');

  // the confirm form went by POST, what it redirected to by GET
  const posted = passed.findIndex(({ method }) => method === 'POST');
  expect(passed[posted + 1]?.method).toBe('GET');
  // the provider's session hung on cookies, none of which the browser ever had
  expect(await context.cookies()).toEqual([]);
  const sent = passed.flatMap(({ headers }) => Object.keys(headers));
  expect(sent.filter((name) => /^cookie$/i.test(name))).toEqual([]);
  // the code is in no address and no page
  expect(passed.filter(({ url }) => /[?&#]code=/.test(url))).toEqual([]);
  expect(page.url()).not.toMatch(/[?&#]code=/);
  expect(await page.content()).not.toMatch(/[?&]code=/);
});

test('Ignore ends it, and the page says so', async () => {
  const { page, passed, world } = await attempt();
  await page.getByRole('button', { name: 'Ignore' }).click();
  await world.until(({ state }) => state === 'signed-out');
  expect((await world.snapshot()).cause.problem?.code).toBe('sign-in-refused');
  expect(passed.every(({ url }) => !url.startsWith('compute-desk:'))).toBe(true);
});

test('another origin is named on a page and never asked', async () => {
  const { page } = await attempt();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await page.goto('https://elsewhere.example/path');
  await page.getByText('https://elsewhere.example').first().waitFor();
});
