import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openImported } from './support/conversation.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Pixels from the words' first and last letter to the edges of what they stand in. */
const gaps = (words: Locator, text: string) =>
  words.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const line = range.getBoundingClientRect();
      const { left, right } = element.getBoundingClientRect();
      return { left: Math.round(line.left - left), right: Math.round(right - line.right) };
    }
    return null;
  }, text);

test('a conversation from right to left: each line, table and found text begins on its own side', async () => {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'chat-direction' });
  const { page, t } = window;
  await window.goTo('chat');
  await openImported(window, 'תזמון עבודות 2026 (GPU)', [
    {
      question: 'איך מריצים עבודה על 8 כרטיסי GPU?\nIn short.\nתודה!',
      answer:
        'כך מריצים עבודה:\n\n| שם | ערך |\n|---|---|\n| צמתים | 4 |\n\n| name | שם |\n|---|---|\n| a | b |',
    },
  ]);
  const log = page.getByRole('log');
  const bubble = log.getByText('In short.');
  await bubble.waitFor();
  await log.getByRole('table').nth(1).waitFor();
  await window.picture('chat');

  // as in the field where it was written
  const padding = 14;
  expect(await gaps(bubble, 'In short.')).toMatchObject({ left: padding });
  expect(await gaps(bubble, 'תודה!')).toMatchObject({ right: padding });

  const columns = (nth: number) =>
    log
      .getByRole('table')
      .nth(nth)
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
  const [first = 0, second = 0] = await columns(0);
  expect(first).toBeGreaterThan(second);
  const [name = 0, other = 0] = await columns(1);
  expect(name).toBeLessThan(other);

  await page.getByRole('searchbox', { name: t('conversations.search.label') }).fill('מריצים');
  const found = page.getByRole('region', { name: t('conversations.search.results') });
  const excerpt = found.locator('[dir=auto]', { hasText: 'איך' });
  await excerpt.waitFor();
  await window.picture('search');
  expect(await gaps(excerpt, 'איך')).toMatchObject({ right: 0 });
});
