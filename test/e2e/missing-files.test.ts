import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { pngImage } from '../support/files/files.ts';
import { type Chat, chooseModel, openChat } from './support/chat-files.ts';
import { languagesIn } from './support/looks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const model = 'alpha3.8-27b';

/** Takes every stored file away, as a user who tidies up the wrong folder. */
function loseFiles({ dataFolder }: Chat): void {
  const folder = join(dataFolder, 'attachments');
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const { parentPath, name } of files) rmSync(join(parentPath, name));
}

async function ended({ page, t }: Chat, answers: number): Promise<void> {
  const answer = page.getByRole('article', { name: t('chat.answerOf', { model }) });
  await expect.poll(() => answer.count()).toBe(answers);
  await page
    .getByRole('button', { name: t('chat.composer.stop'), exact: true })
    .waitFor({ state: 'hidden' });
}

test.each(languagesIn('en'))(
  'a conversation goes on when its files are gone: they are attached again, or left out (%s)',
  async (language) => {
    const chat = await openChat(browser, language);
    const { page, t, chip } = chat;
    const folder = chat.files({ 'chart.png': pngImage(320, 200), 'other.png': pngImage(200, 320) });
    await chooseModel(chat, 'alpha3.6-35b', model);
    await chat.pick('chart.png');
    await chip('chart.png').waitFor();
    await chat.send('What is this?');
    await ended(chat, 1);

    const composer = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
    const told = page.getByText(
      t(language === 'en' ? 'limits.missing_one' : 'limits.missing_other', {
        count: 1,
        names: 'chart.png',
      }),
    );
    const remedy = (key: string) =>
      page.getByRole('button', {
        name: t(`limits.${key}_${language === 'en' ? 'one' : 'other'}`, { count: 1 }),
      });
    loseFiles(chat);
    await page.reload();
    await composer.fill('And now?');
    await told.waitFor();
    await chat.look('missing');
    const chooser = page.waitForEvent('filechooser');
    await remedy('attachAgain').click();
    await (await chooser).setFiles(join(folder, 'other.png'));
    await told.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click();
    await ended(chat, 2);
    const picture = page.getByRole('button', {
      name: t('attachments.open', { name: 'chart.png' }),
    });
    const width = () =>
      picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(200);

    loseFiles(chat);
    await composer.fill('Once more');
    await told.waitFor();
    await remedy('leaveOutFiles').click();
    await told.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click();
    await ended(chat, 3);
    await page.getByRole('button', { name: /^chart\.png/ }).click();
    await page.getByText(t('attachments.goneNote')).waitFor();
    await chat.look('left-out');
    await page.keyboard.press('Escape');

    // the search finds it by its name
    await page
      .getByRole('searchbox', { name: t('conversations.search.label') })
      .or(page.getByRole('textbox', { name: t('conversations.search.label') }))
      .first()
      .fill('chart');
    await page.getByText(t('conversations.search.fileName')).waitFor();
    await chat.look('found');
  },
);
