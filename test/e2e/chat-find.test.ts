import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openImported } from './support/conversation.ts';
import { looksIn } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const said = (index: number): string => {
  if (index === 3) return 'The **GPUサーバー** of the café has 8 GPUs.';
  if (index === 70) return 'ＧＰＵ once more.\n\n```sh\n#SBATCH --gres=gpu:2\n```';
  if (index === 40) {
    const table = '| zebra | n |\n|---|---|\n| **H1** zebra | 8 |';
    return `**Note:** run [x](https://e.org/zebra) a **b** c\n\n\`\`\`sh\n**zebra**\n\`\`\`\n\n${table}`;
  }
  if (index === 50) return `${'long words of a line.\n\n'.repeat(12_000)}The **giraffe**.`;
  return `Answer ${index}.`;
};

test.each(looksIn('en'))(
  'finding in the open conversation by keys, rows that are not drawn included: $language, $theme',
  async ({ language, theme }) => {
    const app = await startApp({ dataFolder: testFolder(), demo: true });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'chat-find', language });
    const { page, t } = window;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await window.goTo('chat');
    const turns = Array.from({ length: 120 }, (_, index) => ({
      question: `Question ${index}`,
      answer: said(index),
    }));
    await openImported(window, 'Long one', turns);
    const log = page.getByRole('log');
    await log.getByText('Answer 119.', { exact: true }).waitFor();

    const bar = page.getByRole('search', { name: t('chat.find.title') });
    const field = bar.getByRole('searchbox');
    const place = (number: number, total: number) => t('chat.find.place', { number, total });
    const status = () => bar.getByRole('status').innerText();
    /** What is marked as the hit that is shown, and whether it can be seen. */
    const shown = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('found-current') ?? [];
        if (!(range instanceof Range)) return null;
        const { top, bottom } = range.getBoundingClientRect();
        return { text: range.toString(), seen: top > 0 && bottom < innerHeight };
      });

    await page.keyboard.press('Control+f');
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
    await field.fill('gpu');
    // the search begins where the reader is, at the end, and goes on at the top
    await expect.poll(status).toBe(place(1, 4));
    await expect.poll(shown).toEqual({ text: 'GPU', seen: true });
    await window.picture(`${language}-${theme}`);
    await expectAccessible(page, 'a hit');

    for (const [number, text] of [
      [2, 'GPU'],
      [3, 'ＧＰＵ'],
      [4, 'gpu'],
      [1, 'GPU'],
    ] as const) {
      await page.keyboard.press('Enter');
      await expect.poll(status).toBe(place(number, 4));
      await expect.poll(shown).toEqual({ text, seen: true });
    }
    await page.keyboard.press('Shift+Enter');
    await expect.poll(status).toBe(place(4, 4));
    await expect.poll(shown).toEqual({ text: 'gpu', seen: true });
    await bar.getByRole('button', { name: t('chat.find.previous') }).click();
    await expect.poll(status).toBe(place(3, 4));

    await field.fill('cafe');
    await expect.poll(status).toBe(place(1, 1));
    await expect.poll(shown).toEqual({ text: 'café', seen: true });
    await field.fill('gpuサ');
    await expect.poll(shown).toEqual({ text: 'GPUサ', seen: true });
    // what is counted is what is drawn: marks and targets of links are not, code is as it was written
    for (const [text, marked, total] of [
      ['note: run', 'Note: run', 1],
      ['a b c', 'a b c', 1],
      ['zebra', 'zebra', 3],
      ['**zebra**', '**zebra**', 1],
      // far behind in one message
      ['the giraffe', 'The giraffe', 1],
    ] as const) {
      await field.fill(text);
      await expect.poll(status).toBe(place(1, total));
      await expect.poll(shown).toEqual({ text: marked, seen: true });
    }
    await field.fill('存在しない');
    await expect.poll(status).toBe(t('chat.find.none'));

    // once more: what is typed replaces what was looked for
    await log.focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('119');
    await expect.poll(() => field.inputValue()).toBe('119');
    await expect.poll(status).toBe(place(1, 2));
    await page.keyboard.press('Escape');
    await expect.poll(() => bar.count()).toBe(0);
    expect(await page.evaluate(() => CSS.highlights.has('found'))).toBe(false);
  },
);
