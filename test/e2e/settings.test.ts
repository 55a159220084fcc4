import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openSection, settingsSections } from '../support/settings-section.ts';
import { languagesIn } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const sizes = [
  { width: 1280, height: 800 },
  { width: 960, height: 640 },
  { width: 1920, height: 1080 },
  // 960 x 640 at a zoom of 200 %
  { width: 480, height: 320 },
];

test.each(languagesIn('en').concat(languagesIn('ja')))(
  'every section is accessible and cut off nowhere, in both themes and any size of the window (%s)',
  async (language) => {
    const app = await startApp({ dataFolder: testFolder() });
    onTestFinished(() => app.stop());
    const window = await openWindow({
      browser,
      url: app.url,
      folder: `settings-${language}`,
      language,
    });
    const { page, t } = window;
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
    for (const section of settingsSections) {
      await openSection(page, section);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `${section}, ${colorScheme}`);
      }
      for (const size of sizes) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: size.width === 960 ? 'dark' : 'light' });
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll('main, main *')]
            .filter((one) => one.clientWidth > 0 && getComputedStyle(one).overflowX !== 'visible')
            .filter(
              (one) =>
                one.scrollWidth > one.clientWidth + 1 && !one.matches('input, .truncate, .sr-only'),
            )
            .map((one) => one.className),
        );
        expect(wide, `${section} at ${size.width}`).toEqual([]);
        await window.picture(`${section}-${size.width}`);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  },
);
