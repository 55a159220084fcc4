import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firefoxProgram, startFirefox } from './firefox.ts';
import { firstSteps } from './first-steps.ts';
import { findJapanese, openDemo, setLook, stopAnswer } from './further-steps.ts';
import { means } from './means.ts';

test.for(['en', 'ja'] as const)(
  'the first steps in Firefox in %s: the demo, its machines, a question, a reload',
  async (language, { skip }) => {
    skip(firefoxProgram === undefined, 'no Firefox on this machine');
    await firstSteps('firefox', startFirefox, language);
  },
);

if (firefoxProgram === undefined)
  console.log('skipped: more of the tour in Firefox (none is here)');

describe.skipIf(firefoxProgram === undefined)('in Firefox', () => {
  test('one signs in to the demo in a tab of its own', async () => {
    const desk = await openDemo(startFirefox, { folder: 'firefox-sign-in', language: 'en' });
    const { page, t, shows, press, picture } = desk;
    await press('button', t('frame.session.title'));
    await press('[role=dialog] button', t('session.signIn'));
    const provider = await page.opened();
    const there = means(provider, 'firefox-provider-en');
    await there.press('#kc-login');
    await there.shows('h1', 'Signed in');
    const host = await provider.evaluate('location.hostname');
    expect(host).toMatch(/^sign-in-[0-9a-f]{32}\.localhost$/);
    await shows('[role=dialog] *', t('signIn.states.active'));
    await picture('signed-in');
    // it asks the tab's host for an icon, and its policy lets nothing be asked
    const problems = (await page.problems()).filter((text) => !text.includes('/favicon.ico '));
    expect(problems).toEqual([]);
  });

  test('an answer streams, is stopped, and what came of it stays', async () => {
    await stopAnswer(await openDemo(startFirefox, { folder: 'firefox-chat', language: 'en' }));
  });

  test('Japanese words are found in messages', async () => {
    await findJapanese(await openDemo(startFirefox, { folder: 'firefox-search', language: 'ja' }));
  });

  test('language and look are what Settings say', async () => {
    await setLook(await openDemo(startFirefox, { folder: 'firefox-look', language: 'en' }));
  });

  test('code is saved as a file', async () => {
    const desk = await openDemo(startFirefox, { folder: 'firefox-code', language: 'en' });
    const { page, t, shows, press, count, stop, goTo, ask } = desk;
    await goTo('chat');
    await ask('Show me code');
    const code = 'figure[data-language=python]';
    await shows(code);
    await expect.poll(() => count(stop)).toBe(0);
    await press(`${code} button`, t('chat.markdown.save'));
    const saved = () => readdirSync(page.downloads).filter((name) => name.endsWith('.py'));
    await expect.poll(saved).toHaveLength(1);
    const [name = ''] = saved();
    await expect.poll(() => readFileSync(join(page.downloads, name), 'utf8')).toContain('def ');
    expect(await page.problems()).toEqual([]);
  });
});
