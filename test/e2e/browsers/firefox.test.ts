import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../support/folder.ts';
import { startApp } from '../../support/running-app.ts';
import { type Language, readTexts } from '../../tour/texts.ts';
import { firefoxProgram, startFirefox } from './firefox.ts';
import { firstSteps } from './first-steps.ts';
import { means } from './means.ts';
import { keys } from './page.ts';

test.for(['en', 'ja'] as const)(
  'the first steps in Firefox in %s: the demo, its machines, a question, a reload',
  async (language, { skip }) => {
    skip(firefoxProgram === undefined, 'no Firefox on this machine');
    await firstSteps('firefox', startFirefox, language);
  },
);

/** The demo in Firefox, on the screen that a test is about. */
async function openDemo(folder: string, language: Language) {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const page = await startFirefox(language);
  const t = readTexts(language);
  const { shows, press, picture, count } = means(page, `firefox-${folder}-${language}`);
  await page.goTo(app.url);
  await press('button', t('start.demo.title'));
  await shows('table button', 'cpu-main');
  const field = `textarea[aria-label="${t('chat.composer.label')}"]`;
  const stop = `button[aria-label="${t('chat.composer.stop')}"]`;
  return {
    ...{ page, t, shows, press, picture, count, field, stop },
    goTo: (screen: string) => press('nav *', t(`frame.screens.${screen}`)),
    async ask(text: string) {
      await press(field);
      await page.type(`${text}${keys.enter}`);
    },
    /** How long the last answer is. */
    answered: async () =>
      Number(
        await page.evaluate(`[...document.querySelectorAll('article')].at(-1).innerText.length`),
      ),
  };
}

test('Firefox signs in to the demo in a tab of its own', async ({ skip }) => {
  skip(firefoxProgram === undefined, 'no Firefox on this machine');
  const { page, t, shows, press, picture } = await openDemo('sign-in', 'en');
  await press('button', t('frame.session.title'));
  await press('[role=dialog] button', t('session.signIn'));
  const provider = await page.opened();
  const there = means(provider, 'firefox-provider-en');
  await there.press('#kc-login');
  await there.shows('h1', 'Signed in');
  expect(await provider.evaluate('location.hostname')).toMatch(/^sign-in-[0-9a-f]{32}\.localhost$/);
  await shows('[role=dialog] *', t('session.states.active'));
  await picture('signed-in');
  // Firefox asks the tab's host for an icon, and its policy lets nothing be asked
  const problems = (await page.problems()).filter((text) => !text.includes('/favicon.ico '));
  expect(problems).toEqual([]);
});

test('an answer streams in Firefox, is stopped, and what came of it stays', async ({ skip }) => {
  skip(firefoxProgram === undefined, 'no Firefox on this machine');
  const { page, t, shows, press, picture, count, stop, goTo, ask, answered } = await openDemo(
    'chat',
    'en',
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
  expect(await answered()).toBeGreaterThan(early);
  expect(await page.problems()).toEqual([]);
});

test('Firefox finds Japanese words in messages, and saves code as a file', async ({ skip }) => {
  skip(firefoxProgram === undefined, 'no Firefox on this machine');
  const { page, t, shows, press, picture, count, stop, goTo, ask, field } = await openDemo(
    'search',
    'ja',
  );
  await goTo('chat');
  await ask('表を見せてください');
  await expect.poll(() => count('article table tr')).toBeGreaterThan(2);
  await expect.poll(() => count(stop)).toBe(0);
  await ask('Show me code');
  const code = 'figure[data-language=python]';
  await shows(code);
  await expect.poll(() => count(stop)).toBe(0);
  await press(`${code} button`, t('chat.markdown.save'));
  await expect
    .poll(() => readdirSync(page.downloads).filter((name) => name.endsWith('.py')))
    .toHaveLength(1);
  const [name = ''] = readdirSync(page.downloads);
  await expect.poll(() => readFileSync(join(page.downloads, name), 'utf8')).toContain('def ');

  await page.type(`${keys.control}${keys.shift}o`);
  await expect.poll(() => count('article')).toBe(0);
  await page.type(`${keys.control}${keys.shift}f`);
  await page.type('見せて');
  await shows('[role=region] mark, section mark', '見せて');
  await picture('found');
  await press('section button:has(mark)', '見せて');
  await shows('article', '表を見せてください');
  await expect
    .poll(() => page.evaluate(`CSS.highlights.get('search-hits')?.size ?? 0`))
    .toBeGreaterThan(0);
  expect(await count(field)).toBe(1);
  expect(await page.problems()).toEqual([]);
});

test('Firefox takes the language and the look that Settings say, and keeps them', async ({
  skip,
}) => {
  skip(firefoxProgram === undefined, 'no Firefox on this machine');
  const { page, t, shows, press, picture, goTo } = await openDemo('settings', 'en');
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
});
