import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { callOf } from './support/page-calls.ts';
import { openDesk } from './support/sign-in-desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const folder = 'sign-in-tab';

/** The app's own demo in a browser without any certificate, and the provider's page in the tab that opened. */
async function demoInTab(): Promise<
  Awaited<ReturnType<typeof openDesk>> & { readonly provider: Page }
> {
  const desk = await openDesk(
    { browser, folder },
    { authUrl: 'https://127.0.0.1', certificate: null },
  );
  const { page, t, sheet } = desk;
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('table').getByRole('button', { name: 'cpu-main' }).waitFor();
  await desk.openSheet();
  await sheet.getByText(t('signIn.before.tab'), { exact: true }).waitFor();
  const provider = await desk.toProvider();
  await provider.locator('#kc-login').waitFor();
  return { ...desk, provider };
}

/** Somebody else on another port of the machine, and what was asked there. */
async function neighbour(): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

test('the demo is signed in to in a browser that has no certificate, and nothing of it stays there', async () => {
  const { page, context, t, sheet, chip, provider } = await demoInTab();
  const { hostname, port } = new URL(provider.url());
  expect(hostname).toMatch(/^sign-in-[0-9a-f]{32}\.localhost$/);
  expect(port).toBe(new URL(page.url()).port);
  const cookies = await context.cookies();
  expect(cookies.map(({ name, domain }) => [name, domain])).toEqual([
    ['compute-desk-tab', hostname],
  ]);
  expect(await provider.evaluate(() => document.cookie)).toBe('');

  await provider.getByRole('button', { name: 'Continue' }).click();
  await provider.getByRole('heading', { name: 'Signed in' }).waitFor();
  await sheet.getByText(t('signIn.states.active'), { exact: true }).waitFor();
  expect(provider.url()).not.toContain('code=');
  expect(await context.cookies()).toEqual([]);
  await expect.poll(async () => (await provider.reload())?.status()).toBe(403);
  await page.keyboard.press('Escape');
  await expect.poll(() => chip.textContent()).not.toContain(t('session.chip.notSignedIn'));
});

test('the tab can be closed and opened again, and cancelled', async () => {
  const { page, context, t, sheet, provider } = await demoInTab();
  const address = provider.url();
  await provider.close();
  const opened = context.waitForEvent('page');
  await sheet.getByRole('button', { name: t('session.openProvider') }).click();
  const again = await opened;
  await again.locator('#kc-login').waitFor();
  expect(new URL(again.url()).origin).toBe(new URL(address).origin);
  await sheet.getByRole('button', { name: t('session.cancel') }).click();
  await sheet.getByText(t('errors.sign-in-cancelled.what')).waitFor();
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.locator('#kc-login').waitFor({ state: 'hidden' });
  const { state } = await callOf(page, 'session.snapshot', { systemId: 'demo' });
  expect(state).toBe('signed-out');
});

test('a page of another port gets nothing of the tab, the tab reaches nobody, and brings its cookie nowhere', async () => {
  const { context, provider } = await demoInTab();
  const tab = new URL(provider.url());
  const { port, asked } = await neighbour();
  const evil = await context.newPage();
  await evil.goto(`http://127.0.0.1:${port}/`);
  // Even by the whole address, which it cannot know.
  const got = await evil.evaluate(async (address) => {
    const load = (element: HTMLImageElement | HTMLScriptElement) =>
      new Promise((resolve) => {
        element.addEventListener('load', () => resolve('loaded'));
        element.addEventListener('error', () => resolve('refused'));
        element.src = address;
        document.body.append(element);
      });
    const read = await fetch(address, { credentials: 'include' }).then(
      (response) => response.text(),
      () => 'refused',
    );
    const frame = document.createElement('iframe');
    const framed = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = address;
    document.body.append(frame);
    await framed;
    const script = document.createElement('script');
    return { read, image: await load(new Image()), script: await load(script) };
  }, tab.href);
  expect(got).toEqual({ read: 'refused', image: 'refused', script: 'refused' });
  const frame = evil.frames().find((one) => one !== evil.mainFrame());
  expect(await frame?.locator('#kc-login').count()).toBe(0);
  // A form or a link of another site brings no cookie either.
  await evil.evaluate((address) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: address });
    document.body.append(form);
    form.submit();
  }, tab.href);
  await evil.waitForURL((url) => url.hostname === tab.hostname);
  expect(await evil.locator('#kc-login').count()).toBe(0);

  // The provider's page may ask for nothing elsewhere, whatever runs in it.
  const before = asked.length;
  const elsewhere = `http://127.0.0.1:${port}/take`;
  const reached = await provider.evaluate(
    (to) =>
      fetch(to, { mode: 'no-cors' }).then(
        () => 'sent',
        () => 'refused',
      ),
    elsewhere,
  );
  expect(reached).toBe('refused');
  expect(asked.length).toBe(before);
  for (const name of ['127.0.0.1', 'localhost', 'other.localhost', `x.${tab.hostname}`]) {
    await evil.goto(`http://${name}:${port}/`);
  }
  expect(asked.map(({ headers }) => headers.cookie)).toEqual(asked.map(() => undefined));
  await provider.getByRole('button', { name: 'Continue' }).click();
  await provider.getByRole('heading', { name: 'Signed in' }).waitFor();
});
