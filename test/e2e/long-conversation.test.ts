import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import {
  conversationOf,
  emptyConversations,
  prepareFolder,
} from '../support/files/prepared-folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openWindow } from './support/window.ts';

/** Design, section 9. */
const mostNodes = 2500;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('10,000 messages and 5,000 conversations take no more than 2,500 DOM nodes, wherever one scrolls', async () => {
  const folder = testFolder();
  prepareFolder(folder, 'http://127.0.0.1:9', [
    ...conversationOf('long', 10_000),
    ...emptyConversations(5_000),
  ]);
  const app = await startApp({ dataFolder: folder });
  onTestFinished(() => app.stop());
  const { page, t, goTo, picture } = await openWindow({
    browser,
    url: app.url,
    folder: 'long-conversation',
  });
  await goTo('chat');
  await page.evaluate(() => {
    location.hash = '#/chat/long';
  });
  const thread = page.getByRole('log', { name: t('chat.thread') });
  const articles = thread.getByRole('article');
  /** All nodes of the page, text and comments too. */
  const nodes = () =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
      let count = 1;
      while (walker.nextNode() !== null) count += 1;
      return count;
    });
  let most = 0;
  const look = async (): Promise<void> => {
    await expect.poll(() => thread.getByText(/^Question \d+/).count()).toBeGreaterThan(0);
    most = Math.max(most, await nodes());
  };

  // the end is on screen: the answer to the last question
  await thread.getByText(/^Question 9998/).waitFor();
  await articles.last().waitFor();
  await look();
  await picture('end');
  await thread.hover();
  for (let turn = 0; turn < 30; turn += 1) {
    await page.mouse.wheel(0, turn < 15 ? -2500 : -60_000);
    await look();
  }
  await thread.press('Home');
  await thread.getByText(/^Question 0:/).waitFor();
  await look();
  await picture('beginning');
  console.log(`at most ${most} DOM nodes`);
  expect(most).toBeLessThan(mostNodes);
});
