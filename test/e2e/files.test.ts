import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { dropFiles } from '../support/files/drop-files.ts';
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
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each([
  { language: 'en' as const, size: { width: 1280, height: 800 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])(
  'a file goes up, is asked about, comes back the same, and is deleted ($language)',
  async (look) => {
    const { language, size } = look;
    const app = await startApp({ dataFolder: testFolder() });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'files', language });
    const { page, t } = window;
    await page.setViewportSize(size);
    const see = async (name: string) => {
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`${name}-${language}-${theme}`);
        await expectAccessible(page, `${name}, ${theme}`);
      }
    };
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await page.keyboard.press('Control+8');
    const there = page.getByRole('region', { name: t('files.there.title') });
    await there.getByRole('button', { name: 'demo', exact: true }).waitFor();
    await there.getByRole('table').getByRole('row').nth(1).waitFor();
    await see('first');

    // a command and a wrong one: how each ended, and what it printed
    await there.getByRole('button', { name: t('frame.files.command') }).press('Enter');
    const running = page.getByRole('dialog', {
      name: t('files.command.title', { machine: 'login-1' }),
    });
    await running.getByText(t('files.command.asUser')).waitFor();
    const run = async (command: string) => {
      const field = running.getByRole('textbox', { name: t('files.command.label') });
      await field.fill(command);
      await field.press('Enter');
    };
    await run('cat input-1.txt');
    const printed = running.getByRole('region', { name: t('files.command.output') });
    await printed.getByText('one').waitFor();
    await run('no-such-program');
    await running.getByText(/command not found/).waitFor();
    await see('command');
    await running.getByRole('button', { name: t('common.close') }).press('Enter');
    await running.waitFor({ state: 'detached' });

    // a folder of its own, whose name needs quotes
    await there.getByRole('button', { name: t('files.newFolder.action') }).press('Enter');
    const naming = page.getByRole('dialog', { name: t('files.newFolder.title') });
    await naming.getByRole('textbox').fill(`it's 実験`);
    await naming.getByRole('textbox').press('Enter');
    await there.getByRole('table').getByText(`it's 実験`).click();
    await there.getByText(t('files.empty')).waitFor();

    const name = '-結果 "1".csv';
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256));
    const here = page.getByRole('region', { name: t('files.here.title') });
    // from the desktop
    const own = join(testFolder(), name);
    await writeFile(own, 'before\n');
    await dropFiles(page, there, [own]);
    const row = there.getByRole('table').getByText(name);
    await row.waitFor();
    await here
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
    const transfers = page.getByRole('region', { name: t('files.transfers.title') });
    const overwrite = transfers.getByRole('button', { name: t('files.conflict.overwrite') });
    await overwrite.waitFor();
    await see('asks');
    await overwrite.click();
    await overwrite.waitFor({ state: 'detached' });
    await there
      .getByRole('table')
      .getByText(/29\d KB/)
      .waitFor();

    await there.getByRole('checkbox', { name: t('files.select', { name }) }).check();
    const coming = page.waitForEvent('download');
    await page
      .getByRole('button', {
        name: /^(Download 1 item|1 項目をダウンロード)$/,
      })
      .click();
    const download = await coming;
    expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes));

    const dragged = page.waitForEvent('download');
    await row.hover();
    await page.mouse.down();
    await here.hover();
    await here.hover();
    await see('dragged');
    await page.mouse.up();
    expect(sha256(await readFile(await (await dragged).path()))).toBe(sha256(bytes));

    await row.click();
    const preview = page.getByRole('complementary', { name: t('files.preview.title') });
    await preview.getByText(t('files.preview.none.binary')).waitFor();
    await see('preview');

    await there.getByRole('table').locator('[data-row-button]', { hasText: name }).press('Delete');
    const asked = page.getByRole('alertdialog');
    await see('delete');
    await asked.getByRole('button', { name: t('files.delete.file') }).click();
    await there.getByText(t('files.empty')).waitFor();
  },
);
