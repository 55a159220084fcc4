import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { inWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('notices are off, are turned on in the settings, reach the browser, and stay on', async () => {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const context = await browser.newContext({ locale: 'en-GB' });
  onTestFinished(() => context.close());
  await context.grantPermissions(['notifications'], { origin: new URL(app.url).origin });
  const page = await context.newPage();
  // the browser's own notices, written down as they are made
  await page.addInitScript(() => {
    const titles: string[] = [];
    const Real = window.Notification;
    Object.assign(window, { titles });
    window.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        titles.push(`${title}: ${options?.body} ${options?.silent}`);
      }
    };
  });
  await page.goto(app.url);
  const { t } = inWindow(page, 'notices');
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  await page.evaluate(() => {
    location.hash = '#/settings/notifications';
  });
  const on = page.getByRole('switch', { name: 'Notify me of changes' });
  expect(await on.getAttribute('aria-checked')).toBe('false');
  await on.click();
  await page.getByRole('button', { name: 'Show a test notification' }).click();
  await page.waitForFunction(() => (window as unknown as { titles: string[] }).titles.length === 1);
  expect(await page.evaluate(() => (window as unknown as { titles: string[] }).titles)).toEqual([
    expect.stringMatching(/: This is a test notification\. true$/),
  ]);
  await page.reload();
  await page.getByLabel('A machine goes down', { exact: true }).waitFor();
});
