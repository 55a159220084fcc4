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

/** The app with a conversation of 400 messages open, and the editor of its first one with other words in it. */
async function editFirst() {
  const folder = testFolder();
  prepareFolder(folder, 'http://127.0.0.1:9', [
    ...conversationOf('long', 400),
    ...conversationOf('other', 4),
  ]);
  const app = await startApp({ dataFolder: folder });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'chat-edits' });
  const { page, t, goTo } = window;
  await goTo('chat');
  const open = (id: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/chat/${id}`);
  await open('long');
  const thread = page.getByRole('log', { name: t('chat.thread') });
  const scrollTo = (end: 'beginning' | 'end') =>
    thread.evaluate(
      (view, top) => view.scrollTo(0, top ? 0 : view.scrollHeight),
      end === 'beginning',
    );
  const field = thread.getByRole('textbox', { name: t('chat.editLabel') });
  const first = thread.getByText(/^Question 0:/);
  const last = thread.getByText(/^Question 398:/);
  /** Heights are guessed until rows are drawn, and the end is followed until the reader scrolls by hand. */
  const toFirst = async () => {
    await thread.hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -200);
        await scrollTo('beginning');
        return (await field.or(first).count()) > 0;
      })
      .toBe(true);
  };
  const toEnd = async () => {
    await expect
      .poll(async () => {
        await scrollTo('end');
        return last.count();
      })
      .toBe(1);
    // its row is no part of the page any more
    await expect.poll(() => thread.locator('[data-index="0"]').count()).toBe(0);
    expect(await field.count()).toBe(0);
  };

  await last.waitFor();
  await toFirst();
  await first.hover();
  await thread
    .locator('[data-index="0"]')
    .getByRole('button', { name: t('chat.edit'), exact: true })
    .click();
  await field.fill('Better words\nin two lines');
  return { ...window, thread, field, toFirst, toEnd, open, last };
}

const words = 'Better words\nin two lines';

test('an edit in progress is there again when its row had left the page, after another conversation and screen', async () => {
  const { page, t, goTo, field, toFirst, toEnd, open, picture } = await editFirst();
  await toEnd();
  await toFirst();
  expect(await field.inputValue()).toBe(words);

  // with what was written since
  await field.press('End');
  await field.pressSequentially(' and more');
  await toEnd();
  await open('other');
  await page
    .getByRole('log')
    .getByText(/^Question 2:/)
    .waitFor();
  await open('long');
  await toFirst();
  expect(await field.inputValue()).toBe(`${words} and more`);

  await goTo('machines');
  await goTo('chat');
  await open('long');
  await toFirst();
  expect(await field.inputValue()).toBe(`${words} and more`);
  await picture('again');

  // one Escape asks, and keeps every word until the answer is yes
  await field.press('Escape');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(`${words} and more`);
  await field.press('Escape');
  await question.getByRole('button', { name: t('common.discard.confirm') }).click();
  await expect.poll(() => field.count()).toBe(0);
  await page
    .getByRole('log')
    .getByText(/^Question 0:/)
    .waitFor();
});

test('an editor that comes back into view does not hold a reader who goes on by keys', async () => {
  const { page, thread, field, toEnd } = await editFirst();
  await toEnd();
  await thread.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Home');
      return thread.evaluate((view) => view.scrollTop);
    })
    .toBe(0);
  await expect.poll(() => field.count()).toBe(1);
  expect(await thread.evaluate((view) => view === document.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe(words);
});
