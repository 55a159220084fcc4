import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { conversationOf, prepareFolder } from '../support/files/prepared-folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test.each([
  { language: 'en', colorScheme: 'light' },
  { language: 'ja', colorScheme: 'dark' },
] as const)(
  'an answer is edited in its place and single messages are deleted, in $language',
  async ({ language, colorScheme }) => {
    const folder = testFolder();
    prepareFolder(folder, 'http://127.0.0.1:9', conversationOf('long', 4));
    const app = await startApp({ dataFolder: folder });
    onTestFinished(() => app.stop());
    const opened = { browser, url: app.url, folder: `chat-edited-answers/${language}`, language };
    const { page, t, goTo, picture } = await openWindow(opened);
    await page.emulateMedia({ colorScheme });
    await goTo('chat');
    await page.evaluate(() => {
      location.hash = '#/chat/long';
    });
    const thread = page.getByRole('log', { name: t('chat.thread') });
    const last = thread.getByRole('article').last();
    const more = last.getByRole('button', { name: t('chat.moreForAnswer') });
    await more.press('Enter');
    await picture('menu');
    await page.getByRole('menuitem', { name: t('chat.edit') }).press('Enter');
    const field = thread.getByRole('textbox', { name: t('chat.editAnswerLabel') });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill('An answer of **mine**.');
    await picture('editor');
    await field.press('Enter');

    await last.getByText('mine').waitFor();
    await last.getByText(t('chat.editedByYou')).waitFor();
    await picture('edited');
    // the model's own is one step back
    await last.getByRole('button', { name: t('chat.branch.previous') }).click();
    await expect.poll(() => last.getByText(t('chat.editedByYou')).count()).toBe(0);
    await last.getByRole('button', { name: t('chat.branch.next') }).click();
    await last.getByText(t('chat.editedByYou')).waitFor();

    // a single question, with what stands below it where it stood
    const articles = thread.getByRole('article');
    const question = articles.nth(2);
    await question.hover();
    await question.getByRole('button', { name: t('chat.deleteMessage') }).click();
    await expect.poll(() => articles.count()).toBe(3);
    await page.getByText(t('chat.deletedMessage')).waitFor();
    await picture('deleted');
    await page.getByRole('button', { name: t('common.undo') }).click();
    await expect.poll(() => articles.count()).toBe(4);
    await last.getByText('mine').waitFor();
    // the answer that is shown; the one beside it takes its place
    await more.press('Enter');
    await picture('menu-delete');
    await page.getByRole('menuitem', { name: t('chat.deleteAnswer') }).click();
    await expect.poll(() => last.getByText(t('chat.editedByYou')).count()).toBe(0);
    await expect.poll(() => articles.count()).toBe(4);
    await page.getByRole('button', { name: t('common.undo') }).click();
    await last.getByText(t('chat.editedByYou')).waitFor();
    // the newest one by its menu: the focus stays in the conversation
    await more.press('Enter');
    await page.getByRole('menuitem', { name: t('chat.deleteAnswer') }).press('Enter');
    await expect.poll(() => last.getByText(t('chat.editedByYou')).count()).toBe(0);
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest('[role="log"], form') !== null),
      )
      .toBe(true);
  },
);
