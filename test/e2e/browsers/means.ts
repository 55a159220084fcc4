import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { BrowserPage } from './page.ts';

/** What a step does with a page: elements are found by selector and by the words on them. */
export function means(page: BrowserPage, folder: string) {
  const pictures = fileURLToPath(
    new URL(`../../../test-results/browsers/${folder}`, import.meta.url),
  );
  const keep = async (name: string): Promise<void> => {
    mkdirSync(pictures, { recursive: true });
    writeFileSync(`${pictures}/${name}.png`, await page.picture());
  };
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keep('failed');
  });
  const found = (selector: string, words: string) =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((element) =>
      (element.getAttribute('aria-label') ?? '').includes(${JSON.stringify(words)}) ||
      element.textContent.includes(${JSON.stringify(words)})).findLast((element) => element.checkVisibility())`;
  const shows = async (selector: string, words = ''): Promise<void> => {
    const there = `${found(selector, words)} !== undefined`;
    await expect.poll(() => page.evaluate(there), { message: `${selector}: ${words}` }).toBe(true);
  };
  return {
    shows,
    count: (selector: string) =>
      page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`),
    /** Where nothing is asked for, it only looks whether the page is wider than its window. */
    async picture(name: string) {
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(wider), name).toBe(0);
      if (process.env.PICTURES !== undefined) await keep(name);
    },
    async press(selector: string, words = '') {
      await shows(selector, words);
      const { x, y, width, height } = (await page.evaluate(
        `${found(selector, words)}.getBoundingClientRect().toJSON()`,
      )) as DOMRect;
      await page.pressAt(x + width / 2, y + height / 2);
    },
  };
}
