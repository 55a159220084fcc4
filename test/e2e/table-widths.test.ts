import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { clientsPage } from './support/clients.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** CSS px: windows of 480 to 2,560 px at a zoom of 80 to 200 %. */
const widths = [480, 600, 704, 705, 740, 780, 960, 1199, 1201, 1280, 1600, 2560, 3200];

/** The narrowest cell that names a row, and whether one lies outside of what can be seen. */
const names = (page: Page) =>
  page.getByRole('table').evaluateAll((tables) => {
    const cells = tables.flatMap((table) =>
      [...table.querySelectorAll('[data-row-button]')].flatMap((one) => one.closest('td') ?? []),
    );
    const boxes = cells.map((cell) => cell.getBoundingClientRect());
    return {
      least: Math.min(...boxes.map(({ width }) => width)),
      outside: boxes.filter(({ left, right }) => left < 0 || right > innerWidth).length,
    };
  });

/** Scrolls what the tables stand in to one of its sides. */
const scroll = (page: Page, to: 'start' | 'end') =>
  page
    .getByRole('table')
    .first()
    .evaluate((table, end) => {
      for (let at = table.parentElement; at !== null; at = at.parentElement) {
        at.scrollLeft = end ? at.scrollWidth : 0;
      }
    }, to === 'end');

async function expectNames(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const side of ['start', 'end'] as const) {
      await scroll(page, side);
      const { least, outside } = await names(page);
      expect(least, `${width} px, ${side}`).toBeGreaterThanOrEqual(110);
      expect(outside, `${width} px, ${side}`).toBe(0);
    }
  }
}

test('every table keeps the column that names its rows, in windows of any width, all columns on', async () => {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const window = await openWindow({
    browser,
    url: app.url,
    folder: 'table-widths',
    language: 'en',
  });
  const { page, t } = window;
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  // how much of the demo's day was observed depends on the hour
  await page
    .getByRole('cell', { name: /^\d\d\.\d/ })
    .first()
    .waitFor();
  await expectNames(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const off = page.locator('[role=menuitemcheckbox][aria-checked=false]');
  for (;;) {
    await page.getByRole('button', { name: t('machines.view.title') }).click();
    await page.getByRole('menu').waitFor();
    const columns = off.filter({ hasNotText: t('machines.view.cards') });
    if ((await columns.count()) === 0) break;
    await columns.first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expectNames(page);
  await page.setViewportSize({ width: 740, height: 600 });
  await scroll(page, 'end');
  await window.picture('machines-end');
  await scroll(page, 'start');
  await window.picture('machines');
  // a press anywhere on a row opens it, but for its own controls
  await page.setViewportSize({ width: 1280, height: 800 });
  const row = page.getByRole('row').nth(2);
  await row.getByRole('cell').nth(1).click();
  await page.getByRole('heading', { level: 2 }).waitFor();
  await window.goTo('clients');
  const clients = clientsPage(window);
  await clients.create('a-client-with-a-long-name', 'https://example.org/callback');
  await clients.close();
  await page.locator('[data-row-button]').first().waitFor();
  await expectNames(page);
  await page.setViewportSize({ width: 600, height: 600 });
  await window.picture('clients');
});
