import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { connectWebClient } from '../support/servers/web-client.ts';
import { callOf } from './support/page-calls.ts';
import { duplicate, inWindow, openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const answerIn = ({ page, t }: Window): Locator =>
  page.getByRole('article', { name: t('chat.answerOf', { model: 'alpha3.6-35b' }) });

/** Words of the answer, from its heading on: how far formatting has come differs while it arrives. */
const wordsOf = async (answer: Locator): Promise<string> => {
  const text = (await answer.innerText()).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return text.slice(Math.max(0, text.indexOf('A long answer')));
};

/** Asks for an answer that takes its time, and waits until a good piece of it is on screen. */
async function askForLongAnswer(window: Window): Promise<void> {
  const { page, t, goTo } = window;
  await goTo('chat');
  await page
    .getByRole('button', { name: t('chat.model.present', { model: 'alpha3.6-35b' }) })
    .waitFor();
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Give me a long answer');
  await page.keyboard.press('Enter');
  await answerIn(window).waitFor();
  await expect.poll(async () => (await wordsOf(answerIn(window))).length).toBeGreaterThan(300);
  await page.getByText(t('chat.reasoning.running')).waitFor({ state: 'hidden' });
}

const composerIn = ({ page, t }: Window): Locator =>
  page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });

/** The conversation that its address names, as main has it. */
const keptIn = async ({ page }: Window) => {
  const id = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '');
  return callOf(page, 'conversations.open', { id });
};

/** What two windows type is one draft; typed at once, both texts are there, and a composition is left alone. */
async function shareDraft(first: Window, second: Window): Promise<void> {
  const shows = (window: Window, text: string) =>
    expect.poll(() => composerIn(window).inputValue()).toBe(text);
  await composerIn(second).fill('typed in the second');
  await shows(first, 'typed in the second');
  await composerIn(second).dispatchEvent('compositionstart');
  await composerIn(first).fill('from the first');
  await expect.poll(async () => (await keptIn(first)).draft).toBe('from the first');
  await shows(second, 'typed in the second');
  await composerIn(second).fill('from the second');
  await composerIn(second).dispatchEvent('compositionend');
  await shows(first, 'from the second');
  for (const { page, t } of [first, second]) {
    await page.getByText(t('chat.otherDraft.text', { text: 'from the first' })).waitFor();
  }
  await first.picture('other-draft');
  await first.page.getByRole('button', { name: first.t('chat.otherDraft.take') }).click();
  for (const window of [first, second]) await shows(window, 'from the first');
  await second.page
    .getByText(second.t('chat.otherDraft.text', { text: 'from the second' }))
    .waitFor();
}

test('an answer runs in main: a reload finds it running, a second tab shows the same text, both share a draft', async () => {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const first = await openWindow({ browser, url: app.url, folder: 'kill' });
  const { page, t } = first;
  await askForLongAnswer(first);
  const stop = page.getByRole('button', { name: t('chat.composer.stop') });

  const before = await wordsOf(answerIn(first));
  await page.reload();
  await stop.waitFor();
  const after = await wordsOf(answerIn(first));
  expect(after.startsWith(before.slice(0, 200))).toBe(true);
  await expect
    .poll(async () => (await wordsOf(answerIn(first))).length)
    .toBeGreaterThan(after.length);

  const second = inWindow(await duplicate(page), 'kill');
  await second.page.getByRole('button', { name: t('chat.composer.stop') }).waitFor();
  await expect.poll(async () => (await wordsOf(answerIn(second))).length).toBeGreaterThan(200);
  const attached = (await wordsOf(answerIn(second))).length;
  await expect.poll(async () => (await wordsOf(answerIn(second))).length).toBeGreaterThan(attached);

  // stopped in one, it has ended in the other too, at the same word
  await second.page.getByRole('button', { name: t('chat.composer.stop') }).click();
  for (const window of [first, second]) await window.page.getByText(t('chat.stopped')).waitFor();
  // a tab draws its last words when it is looked at
  const drawn = async (window: Window) => {
    await window.page.bringToFront();
    return wordsOf(answerIn(window));
  };
  await expect.poll(async () => (await drawn(second)) === (await drawn(first))).toBe(true);
  await second.picture('second-tab');

  await shareDraft(first, second);
});

test('kill -9 in mid-stream: the partial answer is there at the next start, what was sent for it, and an edit', async () => {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder, demo: true });
  onTestFinished(() => app.kill());
  const window = await openWindow({ browser, url: app.url, folder: 'kill' });
  const { t } = window;
  await askForLongAnswer(window);

  // what has been on screen for longer than a second is on disk
  const shown = await wordsOf(answerIn(window));
  const shownAt = performance.now();
  await expect
    .poll(async () => {
      const grown = (await wordsOf(answerIn(window))).length > shown.length;
      return grown && performance.now() - shownAt > 1200;
    })
    .toBe(true);
  await window.page.getByRole('button', { name: t('chat.composer.stop') }).waitFor();
  await app.kill();
  await window.page.getByText(t('frame.connection.lost.what')).waitFor();
  await window.picture('killed');

  const again = await startApp({ dataFolder });
  onTestFinished(() => again.kill());
  const next = await openWindow({ browser, url: again.url, folder: 'kill' });
  await next.goTo('chat');
  await next.page.getByRole('button', { name: 'Give me a long answer', exact: true }).click();
  await next.page.getByText(t('chat.interrupted')).waitFor();
  await answerIn(next).getByRole('heading', { name: 'A long answer' }).waitFor();
  const kept = await wordsOf(answerIn(next));
  expect(kept.startsWith(shown.slice(0, -80))).toBe(true);
  await next.picture('interrupted');

  await answerIn(next)
    .getByRole('button', { name: t('chat.moreForAnswer') })
    .click();
  await next.page.getByRole('menuitem', { name: t('chat.sent.title') }).click();
  const sent = next.page.getByRole('region', { name: t('chat.sent.request') });
  await sent.getByText('Give me a long answer').waitFor();
  await sent.getByText('"authorization": "(removed)"').waitFor();
  await expectAccessible(next.page, 'what was sent');
  await next.picture('sent');
  await next.page.keyboard.press('Escape');

  // and the conversation goes on
  await next.page
    .getByRole('button', { name: t('chat.regenerate') })
    .first()
    .click();
  await next.page.getByRole('button', { name: t('chat.composer.stop') }).click();
  await next.page.getByText(t('chat.stopped')).waitFor();

  // and so does an edit that was begun
  await next.page
    .getByRole('button', { name: t('chat.edit'), exact: true })
    .first()
    .click();
  await next.page.getByRole('textbox', { name: t('chat.editLabel') }).fill('A longer one');
  const edits = [{ text: 'A longer one' }];
  await expect.poll(() => keptIn(next)).toMatchObject({ edits });
  const { id } = await keptIn(next);
  await again.kill();
  const last = await startApp({ dataFolder });
  onTestFinished(() => last.stop());
  const client = await connectWebClient(last.url);
  onTestFinished(() => client.close());
  expect(await client.call('conversations.open', { id })).toMatchObject({ edits });
});
