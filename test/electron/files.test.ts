import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { expectAccessible } from '../support/axe.ts';
import { patience } from '../support/patience.ts';
import { callOf, handOver, inLanguage, resizeDesk, startDesk } from './support/desk.ts';
import { testFolder } from './support/shared.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sizes = [
  { width: 1280, height: 800 },
  { width: 960, height: 640 },
  { width: 1920, height: 1080 },
];

test.each(['en', 'ja'] as const)(
  'keys alone: a folder goes up, comes down with the same hash, and is previewed, renamed and deleted (%s)',
  { timeout: patience(120_000) },
  async (language) => {
    const place = testFolder();
    const own = join(place, 'work');
    mkdirSync(join(own, '結果 1'), { recursive: true });
    mkdirSync(join(own, 'down'));
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 251));
    writeFileSync(join(own, '結果 1', "it's -rf.dat"), bytes);
    const desk = await startDesk({ dataFolder: join(place, 'data'), ...inLanguage(language) });
    onTestFinished(() => desk.electron.close());
    const { page, t, picture } = inWindow(desk.page, 'electron/files', language);
    await callOf(desk)('systems.openDemo');
    handOver();
    await desk.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, own);
    const see = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `${name}, ${colorScheme}`);
        for (const size of sizes) {
          await resizeDesk(desk, size);
          await picture(`${name}-${language}-${colorScheme}-${size.width}`);
        }
      }
    };
    const here = page.getByRole('region', { name: t('files.here.title'), exact: true });
    const there = page.getByRole('region', { name: t('files.there.title'), exact: true });
    const transfers = page.getByRole('region', { name: t('files.transfers.title') });
    const preview = page.getByRole('complementary', { name: t('files.preview.title') });
    const row = (pane: typeof here, name: string) =>
      pane.locator('[data-row-button]', { hasText: name });
    const hasFocus = (pane: typeof here, name: string) =>
      row(pane, name).evaluate((one) => one === document.activeElement);
    const until = (pane: typeof here, name: string) =>
      expect.poll(() => hasFocus(pane, name), { timeout: patience(10_000) }).toBe(true);

    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await page.keyboard.press('Control+8');
    await here.getByRole('button', { name: t('files.here.choose') }).press('Enter');
    await row(there, 'README.txt').waitFor();
    await row(here, '結果 1').focus();
    await page.keyboard.press('F5');
    await transfers.getByText(t('files.states.done'), { exact: true }).waitFor();
    await row(there, '結果 1').waitFor();
    await page.keyboard.press('Tab');
    await expect
      .poll(() => there.evaluate((one) => one.contains(document.activeElement)))
      .toBe(true);
    for (let steps = 0; steps < 20 && !(await hasFocus(there, '結果 1')); steps += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await until(there, "it's -rf.dat");
    await page.keyboard.press('Space');
    await preview.getByText(t('files.preview.none.binary')).waitFor();
    await see('preview');
    await page.keyboard.press('Space');
    await preview.waitFor({ state: 'detached' });

    // into another folder here
    await page.keyboard.press('Tab');
    await until(here, '結果 1');
    await page.keyboard.press('ArrowUp');
    await until(here, 'down');
    await page.keyboard.press('Enter');
    await here.getByText(t('files.empty')).waitFor();
    await row(there, "it's -rf.dat").focus();
    await page.keyboard.press('F5');
    await row(here, "it's -rf.dat").waitFor();
    await expect.poll(() => existsSync(join(own, 'down', "it's -rf.dat"))).toBe(true);
    expect(sha256(readFileSync(join(own, 'down', "it's -rf.dat")))).toBe(sha256(bytes));
    await see('both');

    await page.keyboard.press('F2');
    await page.getByRole('dialog').getByRole('textbox').fill('-x "2".dat');
    await page.keyboard.press('Enter');
    await row(there, '-x "2".dat').waitFor();
    await page.keyboard.press('Backspace');
    await until(there, '結果 1');
    await page.keyboard.press('Delete');
    const asked = page.getByRole('alertdialog');
    await asked.getByRole('button', { name: t('files.delete.folder') }).press('Enter');
    await row(there, '結果 1').waitFor({ state: 'detached' });
  },
);
