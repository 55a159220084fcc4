import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { gate } from '../support/servers/fake-genai.ts';
import { inWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The app's own file does not come before it is let through. */
async function holdApp(page: Page): Promise<{ open(): void }> {
  const { open, opened } = gate();
  await page.route('**/assets/app-*.js', async (route) => {
    await opened;
    await route.continue();
  });
  return { open };
}

/** Where the first of them that is to be seen stands, and in which colours. */
async function standing(page: Page, selector: string) {
  // not before its style has come
  await page.locator('html[data-first]').waitFor({ state: 'attached' });
  const shown = page.locator(selector).filter({ visible: true }).first();
  await shown.waitFor();
  const colours = await shown.evaluate((element) => {
    const { color, font } = getComputedStyle(element);
    const page = getComputedStyle(document.documentElement).backgroundColor;
    return { color, font, page };
  });
  return { box: await shown.boundingBox(), colours };
}

async function open({ demo = false, width = 1280 } = {}) {
  const app = await startApp({ dataFolder: testFolder(), demo });
  onTestFinished(() => app.stop());
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width, height: 700 },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url);
  return inWindow(page, 'first-frame');
}

test('the first screen’s name is painted before the app has come, and stays where it is', async () => {
  const { page, t } = await open();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [
      { width: 1280, height: 800 },
      { width: 960, height: 640 },
    ]) {
      await page.setViewportSize(size);
      const app = await holdApp(page);
      await page.reload({ waitUntil: 'commit' });
      const outline = await standing(page, 'h1');
      expect(await page.locator('#root > [inert]').count()).toBe(2);
      app.open();
      await page.getByRole('button', { name: t('start.demo.title') }).waitFor();
      expect(await page.locator('#root > .hidden').count()).toBe(0);
      expect(await standing(page, 'h1')).toEqual(outline);
      await page.unrouteAll({ behavior: 'wait' });
    }
  }
});

test.each([
  [1280, 'frame'],
  [700, 'frame'],
  [1280, 'folded'],
] as const)(
  'the sidebar’s place is painted before the app has come, %d px, %s',
  async (width, frame) => {
    const { page, t } = await open({ demo: true, width });
    const sidebar = page.getByRole('complementary', { name: t('frame.sidebar') });
    await sidebar.waitFor();
    if (frame === 'folded') {
      await page.keyboard.press('Control+b');
    }
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('compute-desk-frame')))
      .toBe(frame);
    const held = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    const { box } = await standing(page, '#root > [inert] > div');
    held.open();
    // the app draws it twice: before it knows the systems, and then with them
    await page.locator('#root > :not([inert]) aside').waitFor();
    expect(await sidebar.boundingBox()).toEqual(box);
  },
);

test('an address that leads elsewhere is not given the first screen’s name', async () => {
  const { page, t } = await open();
  await page.getByRole('button', { name: t('frame.screens.guide') }).click();
  const guide = page.getByRole('main', { name: t('frame.screens.guide') });
  await guide.waitFor();
  const held = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('html[data-theme]').waitFor({ state: 'attached' });
  expect(await page.locator('h1').filter({ visible: true }).count()).toBe(0);
  held.open();
  await guide.waitFor();
});
