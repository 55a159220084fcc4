import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { callOf } from './support/page-calls.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openChat(folder: string, language: 'en' | 'ja' = 'ja') {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder, demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder, language });
  await window.goTo('chat');
  const { page, t } = window;
  await page
    .getByRole('button', { name: t('chat.model.present', { model: 'alpha3.6-35b' }) })
    .waitFor();
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
  return { ...window, app, dataFolder, composer };
}

/** Files below a folder that hold a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

async function answered({ page, t }: Window, count: number): Promise<void> {
  const again = page
    .getByRole('log')
    .getByRole('button', { name: t('chat.regenerate'), exact: true });
  await expect.poll(() => again.count(), { timeout: patience(40_000) }).toBe(count);
  await page.locator('[role=log][aria-busy=false]').waitFor();
}

/** What an input method does: a text under composition, and the Enter that takes it. */
async function compose(cdp: CDPSession, text: string): Promise<void> {
  await cdp.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
}

async function enterInComposition(cdp: CDPSession): Promise<void> {
  const key = {
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
    nativeVirtualKeyCode: 13,
  };
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  // some input methods let the key itself through while the composition stands
  const plain = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...plain });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...plain });
}

test('Enter in a Japanese composition sends nothing, saves nothing and opens nothing', async () => {
  const window = await openChat('chat-typing');
  const { page, t, context, composer } = window;
  const cdp = await context.newCDPSession(page);
  const list = page.getByRole('region', { name: t('chat.conversations') });

  await composer.focus();
  await compose(cdp, 'こんにちは');
  await enterInComposition(cdp);
  expect(await composer.inputValue()).toBe('こんにちは');
  expect(await list.locator('[draggable=true]').count()).toBe(0);
  await cdp.send('Input.insertText', { text: 'こんにちは' });
  expect(await composer.inputValue()).toBe('こんにちは');
  // the Enter after it does
  await page.keyboard.press('Enter');
  await list.locator('[draggable=true]').waitFor();
  await answered(window, 1);

  // editing a message
  await page.keyboard.press('Alt+ArrowUp');
  const editor = page.getByRole('textbox', { name: t('chat.editLabel') });
  await editor.waitFor();
  await editor.fill('');
  await compose(cdp, 'べつの');
  await enterInComposition(cdp);
  await editor.waitFor();
  await cdp.send('Input.insertText', { text: 'べつの' });
  await page.keyboard.press('Escape');
  const discard = page.getByRole('alertdialog');
  await discard.getByRole('button', { name: t('common.discard.confirm') }).click();
  await editor.waitFor({ state: 'hidden' });

  // the search
  await page.keyboard.press('Control+Shift+O');
  await page.keyboard.press('Control+Shift+F');
  const field = page.getByRole('searchbox');
  await compose(cdp, 'こん');
  await page.getByRole('region', { name: t('conversations.search.results') }).waitFor();
  await enterInComposition(cdp);
  await page.getByRole('heading', { level: 2, name: t('chat.newConversation') }).waitFor();
  await cdp.send('Input.insertText', { text: 'こん' });
  await expect.poll(() => field.inputValue()).toBe('こん');
  await page.keyboard.press('Escape');
});

test('Enter or Ctrl+Enter sends, by the setting; what is written while an answer streams waits its turn', async () => {
  const window = await openChat('chat-typing', 'en');
  const { page, t, composer } = window;
  const log = page.getByRole('log');
  await callOf(page, 'settings.update', { sendWith: 'mod-enter' });
  await expect
    .poll(() => composer.getAttribute('placeholder'))
    .toBe(t('chat.composer.placeholderModifier'));
  await composer.fill('a long answer');
  await page.keyboard.press('Enter');
  await page.keyboard.type('please');
  expect(await composer.inputValue()).toBe('a long answer\nplease');
  await page.keyboard.press('Control+Enter');
  const stop = page.getByRole('button', { name: t('chat.composer.stop'), exact: true });
  await stop.waitFor();
  await callOf(page, 'settings.update', { sendWith: 'enter' });

  // the reader goes up while it streams, and is left alone there
  await log.getByRole('article').getByText(/\S{3}/).first().waitFor();
  await expect
    .poll(() => log.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBeGreaterThan(600);
  await log.hover();
  await page.mouse.wheel(0, -400);
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
  const state = () =>
    log.evaluate(({ scrollTop, scrollHeight }) => ({ top: scrollTop, height: scrollHeight }));
  const before = await state();
  await expect
    .poll(async () => (await state()).height, { timeout: patience(30_000) })
    .toBeGreaterThan(before.height + 300);
  expect((await state()).top).toBe(before.top);

  await composer.fill('Show me a table');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: t('chat.queue.title') })
    .getByText('Show me a table')
    .waitFor();
  await composer.fill('Hello');
  await page.keyboard.press('Enter');
  const waiting = page.getByRole('region', { name: t('chat.queue.title') });
  await waiting.getByText('Hello').waitFor();
  await waiting
    .getByRole('button', { name: t('chat.queue.cancel') })
    .last()
    .click();
  await waiting.getByText('Hello').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t('chat.toEnd') }).click();
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor({ state: 'hidden' });
  // an answer that did not end well keeps it back, until it is wanted
  await page.getByRole('button', { name: t('chat.composer.stop'), exact: true }).click();
  await waiting.getByText(t('chat.queue.waits')).waitFor();
  await waiting.getByRole('button', { name: t('chat.queue.sendNow') }).click();
  await log.getByRole('table').waitFor();
  await answered(window, 2);

  // one that ends well lets it go by itself
  await composer.fill('Show me code');
  await page.keyboard.press('Enter');
  await stop.waitFor();
  await composer.fill('Draw a diagram');
  await page.keyboard.press('Enter');
  await waiting.getByText('Draw a diagram').waitFor();
  await log
    .getByRole('button', { name: t('diagrams.draw'), exact: true })
    .waitFor({ timeout: patience(60_000) });
  await answered(window, 4);
});

test('drafts stay with their conversations; a temporary one leaves nothing on the disk', async () => {
  const window = await openChat('chat-typing', 'en');
  const { page, t, composer, app, dataFolder } = window;
  const list = page.getByRole('region', { name: t('chat.conversations') });
  await composer.fill('Hello');
  await page.keyboard.press('Enter');
  await answered(window, 1);
  await composer.fill('draft of the first');
  await page.keyboard.press('Control+Shift+O');
  await expect.poll(() => composer.inputValue()).toBe('');
  await composer.fill('draft of one not begun');
  await list.getByText('Hello', { exact: true }).click();
  await expect.poll(() => composer.inputValue()).toBe('draft of the first');
  await page.keyboard.press('Control+Shift+O');
  await expect.poll(() => composer.inputValue()).toBe('draft of one not begun');

  const secret = 'zanzibar-quokka';
  await composer.fill(`table ${secret}`);
  const planted = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from(`of ${secret}`) };
  await page.locator('form input[data-picks=files]').setInputFiles(planted);
  // on the disk, text and file, before the switch is pressed
  await expect.poll(() => filesWith(dataFolder, `table ${secret}`)).not.toEqual([]);
  await expect.poll(() => filesWith(dataFolder, `of ${secret}`)).not.toEqual([]);
  await page.keyboard.press('Control+Shift+Y');
  await expect.poll(() => filesWith(dataFolder, secret)).toEqual([]);
  expect(await composer.inputValue()).toBe(`table ${secret}`);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByRole('table').waitFor();
  await answered(window, 1);
  await composer.fill(`unsent ${secret}`);
  await page.getByRole('heading', { level: 2, name: new RegExp(secret) }).waitFor();
  await page.keyboard.press('Control+Shift+O');
  await list.getByText(new RegExp(secret)).waitFor();
  await expect.poll(() => filesWith(dataFolder, 'draft of the first')).not.toEqual([]);
  expect(filesWith(dataFolder, secret)).toEqual([]);
  await app.stop();
  expect(filesWith(dataFolder, 'draft of the first')).not.toEqual([]);
  expect(filesWith(dataFolder, secret)).toEqual([]);
});
