import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { createThemes } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const themes = createThemes();
test.each([
  { language: 'en' as const, size: { width: 1280, height: 800 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])(
  'a description is imported, a request reads, another one asks before it changes something ($language)',
  async ({ language, size }) => {
    const app = await startApp({ dataFolder: testFolder() });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'console', language });
    const { page, t } = window;
    await page.setViewportSize(size);
    const see = async (name: string) => {
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`${name}-${language}-${theme}`);
        await expectAccessible(page, `${name}, ${theme}`);
      }
    };
    const list = page.getByRole('region', { name: t('console.list.title') });
    const operation = async (name: string) => {
      const row = page.getByRole('button', { name });
      // where there is no room for the list, it is opened first
      if (!(await row.first().isVisible())) {
        await page.keyboard.press('Control+e');
        const search = page.getByRole('searchbox', { name: t('console.list.find') });
        await expect
          .poll(() => search.evaluate((own) => own === document.activeElement))
          .toBe(true);
        await see('picking');
      }
      await row.first().press('Enter');
      await page.getByRole('region', { name: t('console.exact.title') }).waitFor();
    };
    const response = page.getByRole('region', { name: t('console.answer.title') });

    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await page.keyboard.press('Control+5');
    await page.getByText(t('console.none.title')).waitFor();
    await see('none');

    await page.getByRole('button', { name: t('console.import.demo') }).press('Enter');
    await page.getByRole('button', { name: 'GET All machines' }).waitFor();
    await see('list');

    // it reads: it is sent at once, by the keys
    await operation('GET All machines');
    await page.keyboard.press('Control+Enter');
    await response.getByText('200 OK').waitFor();
    await response.getByRole('cell', { name: 'cpu-main', exact: true }).waitFor();
    await see('table');
    await response.getByText(t('console.answer.views.tree'), { exact: true }).click();
    await see('tree');

    // a value by a variable
    await page.getByRole('button', { name: t('console.variables.title') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('console.variables.title') });
    await dialog.getByRole('textbox', { name: t('console.variables.name') }).fill('machine');
    await dialog.getByRole('textbox', { name: t('console.variables.value') }).fill('cpu-main');
    await dialog.getByRole('button', { name: t('console.variables.save') }).press('Enter');
    await dialog
      .getByRole('button', { name: t('console.variables.edit', { name: 'machine' }) })
      .waitFor();
    await see('variables');
    await page.keyboard.press('Escape');

    // it changes something: the whole request is shown first, and the focus is on not sending it
    await operation('POST Submit a job');
    const machine = t('console.form.required', { name: 'machine' });
    await page.getByRole('textbox', { name: machine, exact: true }).fill('{{machine}}');
    await page.getByText('/queue/cpu-main').waitFor();
    await see('form');
    await page.keyboard.press('Control+Enter');
    const asked = page.getByRole('alertdialog');
    await asked.getByText('/queue/cpu-main').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      t('console.confirm.stay'),
    );
    await see('confirm');
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'detached' });
    await response.getByText(t('console.answer.none')).waitFor();
    await page.keyboard.press('Control+Enter');
    await asked
      .getByRole('button', { name: t('console.confirm.send', { method: 'POST' }) })
      .press('Enter');
    await asked.waitFor({ state: 'detached' });
    await response.getByText(/^[24]\d\d /).waitFor();

    // it is saved, and what was sent is in the history
    await page.keyboard.press('Control+s');
    await page.getByRole('textbox', { name: t('console.saved.name') }).fill('Mine');
    await page.getByRole('textbox', { name: t('console.saved.name') }).press('Enter');
    await page.getByText(t('console.saved.done', { name: 'Mine' })).waitFor();
    if (!(await list.isVisible())) await page.keyboard.press('Control+e');
    await page.getByText(t('console.list.history'), { exact: true }).click();
    await page.getByRole('button', { name: '/status/' }).first().waitFor();
    await see('history');
    await page.getByText(t('console.list.saved'), { exact: true }).click();
    await page.getByRole('button', { name: 'Mine', exact: true }).waitFor();
  },
);
