import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { openSection } from '../support/settings-section.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('where the system forces its colours, what is selected has an outline, and switches and bars are drawn', async () => {
  const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'forced-colours' });
  const { page, t, picture } = window;
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  const outlines = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));

  await page.getByRole('table').getByRole('button', { name: 'gpu-main' }).first().click();
  await page
    .getByRole('region', { name: t('machines.detail.title', { name: 'gpu-main' }) })
    .waitFor();
  expect(await outlines('nav [aria-current=page]')).toEqual(['solid']);
  // clicked a moment ago: the row's own focus ring is the same
  await expect.poll(() => outlines('tr:has([aria-current])')).toEqual(['solid']);
  // the span
  expect(await outlines('fieldset label:has(input:checked)')).toEqual(['solid']);
  expect(await outlines('fieldset label:has(input:not(:checked))')).not.toContain('solid');
  await picture('machines');

  await window.goTo('settings');
  await openSection(page, 'chat');
  const chosen = await outlines('nav [aria-current=page]');
  // the screen and the section, one of which has the focus
  expect(chosen).toHaveLength(2);
  expect(chosen).not.toContain('none');
  const drawn = await page
    .getByRole('switch')
    .first()
    .locator('span')
    .first()
    .evaluate((one) => getComputedStyle(one).forcedColorAdjust);
  expect(drawn).toBe('none');
  await picture('settings');
});
