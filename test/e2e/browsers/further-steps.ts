import { writeFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { type Language, readTexts } from '../../tour/texts.ts';
import { means } from './means.ts';
import { type BrowserPage, keys } from './page.ts';

/** The demo in another browser than Chromium, with what steps of the tour need. */
export async function openDemo<Page extends BrowserPage>(
  start: (language: Language) => Promise<Page>,
  options: { readonly folder: string; readonly language: Language; readonly by?: 'settings' },
) {
  const { folder, language, by } = options;
  const dataFolder = testFolder();
  const settings = JSON.stringify({ settings: { language } });
  if (by === 'settings') writeFileSync(`${dataFolder}/settings.json`, settings, { mode: 0o600 });
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const page = await start(language);
  const t = readTexts(language);
  const can = means(page, `${folder}-${language}`);
  await page.goTo(app.url);
  await can.press('button', t('start.demo.title'));
  await can.shows('table button', 'cpu-main');
  const field = `textarea[aria-label="${t('chat.composer.label')}"]`;
  return {
    ...{ ...can, page, t },
    stop: `button[aria-label="${t('chat.composer.stop')}"]`,
    goTo: (screen: string) => can.press('nav *', t(`frame.screens.${screen}`)),
    async ask(text: string) {
      await can.press(field);
      await page.type(`${text}${keys.enter}`);
    },
  };
}

type Desk = Awaited<ReturnType<typeof openDemo>>;

/** An answer streams, is stopped, and what came of it stays. */
export async function stopAnswer({ page, t, shows, press, picture, count, stop, goTo, ask }: Desk) {
  const answered = async () =>
    Number(
      await page.evaluate(`[...document.querySelectorAll('article')].at(-1).innerText.length`),
    );
  await goTo('chat');
  await ask('Give me a long answer');
  await expect.poll(() => count(stop)).toBe(1);
  await expect.poll(answered).toBeGreaterThan(200);
  const early = await answered();
  await expect.poll(answered).toBeGreaterThan(early);
  await picture('streaming');
  await press('button', t('chat.composer.stop'));
  await shows('article *', t('chat.stopped'));
  await page.reload();
  await shows('article *', t('chat.stopped'));
  // the text is drawn after the line below it
  await expect.poll(answered).toBeGreaterThan(early);
  expect(await page.problems()).toEqual([]);
}

/** Japanese words are found in messages, by keyboard, from another conversation. */
export async function findJapanese({ page, shows, press, picture, count, stop, goTo, ask }: Desk) {
  await goTo('chat');
  await ask('表を見せてください');
  await expect.poll(() => count('article table tr')).toBeGreaterThan(2);
  await expect.poll(() => count(stop)).toBe(0);
  await page.type(`${keys.control}${keys.shift}o`);
  await expect.poll(() => count('article')).toBe(0);
  await page.type(`${keys.control}${keys.shift}f`);
  await page.type('見せて');
  await shows('section mark', '見せて');
  await picture('found');
  await press('section button:has(mark)', '見せて');
  await shows('article', '表を見せてください');
  const marked = `CSS.highlights.get('search-hits')?.size ?? 0`;
  await expect.poll(() => page.evaluate(marked)).toBeGreaterThan(0);
  expect(await page.problems()).toEqual([]);
}

/** Language and look are what Settings say, also after a reload; it begins in English. */
export async function setLook({ page, t, shows, press, picture, goTo }: Desk) {
  const ja = readTexts('ja');
  const html = `[document.documentElement.dataset.theme, document.documentElement.lang]`;
  await goTo('settings');
  await press('label', t('common.theme.dark'));
  await expect.poll(() => page.evaluate(html)).toEqual(['dark', 'en']);
  await press('label', t('common.language.ja'));
  await shows('h1', ja('frame.screens.settings'));
  await expect.poll(() => page.evaluate(html)).toEqual(['dark', 'ja']);
  await picture('japanese-dark');
  await page.reload();
  await shows('h1', ja('frame.screens.settings'));
  expect(await page.evaluate(html)).toEqual(['dark', 'ja']);
  expect(await page.problems()).toEqual([]);
}
