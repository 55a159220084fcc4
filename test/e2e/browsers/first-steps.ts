import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { testFolder } from '../../support/folder.ts';
import { startApp } from '../../support/running-app.ts';
import { type Language, readTexts } from '../../tour/texts.ts';
import { type BrowserPage, keys, type StartBrowser } from './page.ts';

const questions = { en: 'Show me a table', ja: '表を見せてください' } as const;

/**
 * The tour's first steps, in another browser than Chromium: the demo, its machines, a question, a reload.
 * @param by who says the language
 */
export async function firstSteps(
  browser: string,
  start: StartBrowser,
  language: Language,
  by: 'browser' | 'settings' = 'browser',
): Promise<void> {
  const dataFolder = testFolder();
  const settings = JSON.stringify({ settings: { language } });
  if (by === 'settings') writeFileSync(`${dataFolder}/settings.json`, settings, { mode: 0o600 });
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const page = await start(language);
  console.log(`${browser}: ${page.version}`);
  const { picture, shows, press, count } = means(page, `${browser}-${language}`);
  const t = readTexts(language);
  const field = `textarea[aria-label="${t('chat.composer.label')}"]`;

  await page.goTo(app.url);
  await shows('button', t('start.demo.title'));
  expect(await page.evaluate('location.href')).not.toContain('token');
  await picture('first-page');

  await press('button', t('start.demo.title'));
  await shows('h1', t('frame.screens.machines'));
  await shows('table button', 'cpu-main');
  await picture('machines');

  await press('nav *', t('frame.screens.chat'));
  await expect.poll(() => count(field)).toBe(1);
  await press(field);
  const height = `document.querySelector(${JSON.stringify(field)}).getBoundingClientRect().height`;
  const low = Number(await page.evaluate(height));
  await page.type(questions[language] + `${keys.shift}${keys.enter}-`.repeat(3));
  await expect.poll(async () => Number(await page.evaluate(height))).toBeGreaterThan(low + 30);
  await picture('typed');
  await page.type(keys.enter);
  await shows('article', questions[language]);
  await expect.poll(() => count('article table tr')).toBeGreaterThan(2);
  await expect.poll(() => count(`button[aria-label="${t('chat.composer.stop')}"]`)).toBe(0);
  await picture('answered');

  await page.reload();
  await shows('article', questions[language]);
  await expect.poll(() => count('article table tr')).toBeGreaterThan(2);
  await press('nav *', t('frame.screens.machines'));
  await shows('table button', 'cpu-main');
  await picture('loaded-again');
  expect(await page.problems()).toEqual([]);

  // what breaks the policy would have been told
  await page.evaluate(`(new Image().src = 'http://127.0.0.1:9/')`);
  await expect.poll(async () => (await page.problems()).join('\n')).toMatch(/img-src/);
}

/** What a step does with a page: elements are found by selector and by the words on them. */
function means(page: BrowserPage, folder: string) {
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
