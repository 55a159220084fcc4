import { writeFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { type Language, readTexts } from '../../tour/texts.ts';
import { means } from './means.ts';
import { keys, type StartBrowser } from './page.ts';

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
