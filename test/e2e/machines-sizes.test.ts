import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { preparedSystemId, prepareFolder } from '../support/files/prepared-folder.ts';
import { startWatchedPlace } from '../support/files/watched-place.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openSection } from '../support/settings-section.ts';
import { createThemes } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const themes = createThemes();
const statuses = ['NG', 'standing by', 'degraded', 'maintenance'];

/** So many machines, all of one state, but the first ones. */
function machines(count: number): Record<string, string> {
  const named = (n: number) => `node-${String(n).padStart(4, '0')}`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [named(n), statuses[n] ?? 'OK']),
  );
}

/** Presses Tab until what has the focus is of this kind and name. */
async function tabTo(page: Page, role: string, name: string): Promise<void> {
  const wanted = page.getByRole(role as 'button', { name, exact: true });
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((all) => all.some((one) => one === document.activeElement)))
      return;
  }
  throw new Error(`Tab comes to no ${role} ${name}`);
}

test.each([
  { count: 3, language: 'en' as const, size: { width: 960, height: 640 } },
  { count: 50, language: 'ja' as const, size: { width: 1280, height: 800 } },
  { count: 5000, language: 'en' as const, size: { width: 1280, height: 800 } },
  { count: 5000, language: 'ja' as const, size: { width: 960, height: 640 } },
])('$count machines are found, read and noted by keyboard alone ($language)', async (look) => {
  const { count, language, size } = look;
  const place = await startWatchedPlace();
  onTestFinished(() => place.close());
  place.say(machines(count));
  const dataFolder = testFolder();
  prepareFolder(dataFolder, null, [
    {
      sql: 'UPDATE systems SET web_api_url = ?2 WHERE id = ?1',
      params: [preparedSystemId, place.address],
    },
  ]);
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'machines-sizes', language });
  const { page, t } = window;
  await page.setViewportSize(size);
  const last = `node-${String(count - 1).padStart(4, '0')}`;
  await page.getByText('node-0000', { exact: true }).first().waitFor();
  for (const theme of themes()) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `${count} machines, ${theme}`);
    await window.picture(`${count}-${language}-${theme}`);
  }
  // what is out of view is not in the page
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4000);

  await tabTo(page, 'searchbox', t('machines.filter.text'));
  await page.keyboard.type(last);
  await page.getByText(last, { exact: true }).first().waitFor();
  await tabTo(page, 'button', last);
  await page.keyboard.press('ArrowRight');
  const bar = page.getByRole('slider', { name: t('machines.history.of', { name: last }) });
  const now = await bar.getAttribute('aria-valuetext');
  await page.keyboard.press('Home');
  expect(await bar.getAttribute('aria-valuetext')).not.toBe(now);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: last, exact: true });
  await heading.first().waitFor();
  await tabTo(page, 'button', t('machines.own.edit'));
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', t('machines.own.note'));
  await page.keyboard.type('for the weather');
  await page.keyboard.press('Tab');
  for (const theme of themes()) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `one of ${count} machines, ${theme}`);
    await window.picture(`${count}-detail-${language}-${theme}`);
  }
  await page.keyboard.press('Escape');
  await heading.first().waitFor({ state: 'detached' });
  // back on its row, and in again
  await page.keyboard.press('Enter');
  await heading.first().waitFor();
  await page.getByRole('button', { name: t('machines.own.edit'), exact: true }).click();
  const note = page.getByRole('textbox', { name: t('machines.own.note') });
  await expect.poll(() => note.inputValue()).toBe('for the weather');
  if (count !== 50) return;
  await page.getByLabel(t('machines.own.group')).fill('Rack 1');
  await page.keyboard.press('Enter');
  await window.goTo('settings');
  await openSection(page, 'notifications');
  const notices = page.getByRole('region', { name: t('notices.title') });
  await notices.getByRole('switch', { name: t('notices.on') }).click();
  await notices.getByLabel('Rack 1', { exact: true }).selectOption('never');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `the settings of notices, ${theme}`);
    await window.picture(`settings-notifications-${language}-${theme}`);
    await openSection(page, 'machines');
    await page.getByText(t('notices.kept.hint')).waitFor();
    await expectAccessible(page, `the settings of machines, ${theme}`);
    await window.picture(`settings-machines-${language}-${theme}`);
    await openSection(page, 'notifications');
  }
});

test.each(['en', 'ja'] as const)(
  'the names of machines and their availability stand whole in a window of any usual width (%s)',
  async (language) => {
    const app = await startApp({ dataFolder: testFolder() });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'machines-sizes', language });
    const { page, t } = window;
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    const texts = page
      .getByRole('table')
      .locator('[data-row-button] .truncate')
      .or(page.getByRole('cell').filter({ hasText: '%' }));
    // how much of the demo's day was observed depends on the hour
    await page
      .getByRole('cell', { name: /^\d\d\.\d/ })
      .first()
      .waitFor();
    const cut = () =>
      texts.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    // 1,200 is what a window of the app has at first
    for (const width of [960, 1121, 1199, 1200, 1279, 1280, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await cut(), String(width)).toEqual([]);
      if (width === 1200) await window.picture(`first-${language}`);
    }
  },
);
