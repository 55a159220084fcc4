import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { type RunningApp, startApp } from '../support/processes/running-app.ts';
import { readTexts } from '../tour/texts.ts';
import { duplicate, openWindow } from './support/window.ts';

const folder = 'web-host';
const t = readTexts('en');

let browser: Browser;
/** Another site's server, which notes who asks it. */
let foreign: Server;
let foreignOrigin: string;
const asked: string[] = [];

beforeAll(async () => {
  browser = await launchChromium();
  foreign = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title>');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  foreignOrigin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  foreign.closeAllConnections();
  await new Promise((resolve) => foreign.close(resolve));
});

async function start(): Promise<RunningApp> {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  return app;
}

const firstScreen = { name: t('start.demo.title') };

test('the launch address works once; a reload and a duplicate stay in the session', async () => {
  const app = await start();
  const { page, context } = await openWindow({ browser, url: app.url, folder });
  await page.getByRole('button', firstScreen).waitFor();
  expect(page.url()).not.toContain('token');
  await page.reload();
  await page.getByRole('button', firstScreen).waitFor();
  await (await duplicate(page)).getByRole('button', firstScreen).waitFor();
  expect(await context.cookies()).toEqual([]);

  // a tab that was opened by hand, and another browser with the same address
  const typed = await context.newPage();
  await typed.goto(page.url());
  await typed.getByText(/is incomplete/).waitFor();
  const other = await openWindow({ browser, url: app.url, folder });
  await other.page.getByText(/has been used already/).waitFor();
  await other.picture('used-address');
  expect(await other.page.getByRole('button').count()).toBe(0);
  const answer = await other.page.goto(new URL(app.url).origin);
  expect(answer?.status()).toBe(403);
});

test('while it runs, the next start on the data folder gives a new address of it', async () => {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  await fetch(app.url);
  const again = await startApp({ dataFolder, flags: ['--port', '1'] });
  await once(again.process, 'exit');
  expect(again.process.exitCode).toBe(0);
  const { port } = new URL(app.url);
  for (const said of [
    `is already running with this data folder, on port ${port}`,
    '--port 1 has no effect on a running app',
    `ssh -L ${port}:127.0.0.1:${port} `,
  ]) {
    expect(again.output()).toContain(said);
  }
  expect(new URL(again.url).host).toBe(new URL(app.url).host);
  for (const { url } of [again, app]) {
    const { page } = await openWindow({ browser, url, folder });
    await page.getByRole('button', firstScreen).waitFor();
  }
});

test('the content security policy holds: no inline script, no eval, nothing from elsewhere', async () => {
  const app = await start();
  const { page } = await openWindow({ browser, url: app.url, folder, violates: true });
  await page.getByRole('button', firstScreen).waitFor();
  const violated = await page.evaluate(async (elsewhere) => {
    const directives: string[] = [];
    const next = () =>
      new Promise<void>((resolve) => {
        document.addEventListener(
          'securitypolicyviolation',
          (event) => {
            directives.push(event.effectiveDirective);
            resolve();
          },
          { once: true },
        );
      });
    const add = async (tag: string, attributes: Record<string, string>, text = '') => {
      const seen = next();
      const element = document.createElement(tag);
      try {
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      } catch (error) {
        // a script's address is not taken from text
        if (!(error instanceof TypeError)) throw error;
      }
      element.append(document.createTextNode(text));
      document.body.append(element);
      await seen;
    };
    await add('script', {}, 'window.hacked = true');
    await add('script', { src: `${elsewhere}/script.js` });
    await add('img', { src: `${elsewhere}/image.png` });
    await add('iframe', { src: `${elsewhere}/frame` });
    await add('link', { rel: 'stylesheet', href: `${elsewhere}/style.css` });
    const seen = next();
    fetch(`${elsewhere}/fetch`).catch(() => undefined);
    await seen;
    return { directives, hacked: 'hacked' in window };
  }, foreignOrigin);
  expect(violated).toEqual({
    directives: [
      'require-trusted-types-for',
      'require-trusted-types-for',
      'img-src',
      'frame-src',
      'style-src-elem',
      'connect-src',
    ],
    hacked: false,
  });
  // Playwright's own evaluate is exempt from the policy, a script of the page is not: ask the header.
  const policy = (await page.request.get(page.url())).headers()['content-security-policy'];
  expect(policy).not.toContain('unsafe-eval');
  expect(asked.filter((path) => path !== '/' && path !== '/favicon.ico')).toEqual([]);
});

test('no console message and no request to anywhere but the app on the first screens', async () => {
  const app = await start();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const { origin } = new URL(app.url);
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  page.on('pageerror', (error) => told.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) told.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) told.push(request.url());
  });
  await page.goto(app.url);
  await page.getByRole('button', firstScreen).click();
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  expect(told).toEqual([]);
});

test('stopping main is said in the window; the next start is another session', async () => {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const { page, picture } = await openWindow({ browser, url: app.url, folder });
  await page.getByRole('button', firstScreen).waitFor();
  await app.stop();
  await page.getByText(t('frame.connection.lost.what')).waitFor();
  await picture('stopped');

  const again = await startApp({ dataFolder });
  onTestFinished(() => again.stop());
  const next = await openWindow({ browser, url: again.url, folder });
  await next.page.getByRole('button', firstScreen).waitFor();
  expect(await next.page.getByText(t('frame.connection.lost.what')).count()).toBe(0);
});
