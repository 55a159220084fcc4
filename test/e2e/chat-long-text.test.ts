import type { Browser, CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { preparedSystemId } from '../support/files/prepared-folder.ts';
import { looksIn } from './support/looks.ts';
import { callOf } from './support/page-calls.ts';
import { openScriptedChat } from './support/scripted-service.ts';
import { duplicate } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const line = 'ノード12の設定を確認します: the scheduler assigns nodes by priority é 😀';
const rows = Array.from({ length: 20_000 }, (_, n) => `${n} ${line}`);
/** Over a megabyte, with the line ends of Windows. */
const pasted = rows.join('\r\n');
const whole = rows.join('\n');

/** Pastes as a user does, by the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function copyAll(page: Page): Promise<string> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const text = await clipboard(page);
  return text.replaceAll('\r\n', '\n');
}

async function compose(cdp: CDPSession, text: string): Promise<void> {
  const at = { selectionStart: text.length, selectionEnd: text.length };
  await cdp.send('Input.imeSetComposition', { text, ...at });
}

test.each([...looksIn('en'), ...looksIn('ja')])(
  'a message of a megabyte is written, undone, composed, copied and sent whole, in $language',
  async ({ language, theme }) => {
    const chat = await openScriptedChat(browser, { language, theme, pictures: 'long-text' });
    const { page, context, composer, fake } = chat;
    const cdp = await context.newCDPSession(page);
    const long = page.locator('form [contenteditable=true]');
    await composer.click();
    await page.keyboard.type('Look: ');
    await paste(page, pasted);
    // the same name, the same role; the caret goes along
    await long.waitFor();
    await expect.poll(() => composer.count()).toBe(1);
    await page.keyboard.type('END');
    expect(await copyAll(page)).toBe(`Look: ${whole}END`);
    expect(await page.locator('form *').count()).toBeLessThan(400);
    await page.keyboard.press('Control+End');
    await expectAccessible(page, 'a long text');
    await chat.picture('end');

    // Enter in a composition sends nothing
    await compose(cdp, '終わり');
    const key = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 };
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    await cdp.send('Input.insertText', { text: '終わり' });
    expect(fake.requests.filter(({ body }) => body?.messages !== undefined)).toEqual([]);
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('last');
    expect(await copyAll(page)).toBe(`Look: ${whole}END終わり\nlast`);

    // undo goes back to what stood there before it was long
    await page.keyboard.press('Control+End');
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Control+z');
    await expect.poll(() => long.innerText()).toBe('Look: ');
    await chat.picture('undone');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+z');
    await expect.poll(() => long.innerText()).toBe('Look: ');
    await page.keyboard.press('End');

    // the caret is where it was; as much as the model takes
    await paste(page, rows.slice(0, 5_000).join('\n'));
    await long.waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await chat.log.getByRole('article').last().waitFor();
    await chat.idle();
    // the app asks for other things too
    const asked = fake.requests.filter(({ body }) => body?.messages !== undefined);
    const sent = JSON.stringify(asked);
    expect(sent).toContain(
      JSON.stringify(`1Look: ${rows.slice(0, 5_000).join('\n')}`).slice(1, -1),
    );
    await expect.poll(() => composer.inputValue()).toBe('');
  },
);

test('another window’s words come into a long text, and its caret stays; the draft outlives a reload', async () => {
  const chat = await openScriptedChat(browser, { language: 'en', theme: 'light' });
  const { page, composer, t } = chat;
  await chat.ask('A conversation');
  const other = await duplicate(page);
  const theirs = other.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  await theirs.waitFor();
  await page.bringToFront();
  await composer.click();
  await paste(page, pasted);
  const long = page.locator('form [contenteditable=true]');
  await long.waitFor();
  await page.keyboard.type('mine');
  const longThere = other.locator('form [contenteditable=true]');
  await longThere.waitFor();
  await expect.poll(() => longThere.innerText()).toContain('0 ノード');
  await other.bringToFront();
  await longThere.click();
  await other.keyboard.press('Control+Home');
  await other.keyboard.type('theirs ');
  await page.bringToFront();
  await page.keyboard.press('Control+Home');
  await expect.poll(() => long.innerText()).toContain('theirs 0 ノード');
  await page.reload();
  await long.waitFor();
  await long.click();
  expect(await copyAll(page)).toBe(`theirs ${whole}mine`);
});

test('a long text that was pasted becomes a file by offer, and comes back by undo', async () => {
  const chat = await openScriptedChat(browser, { language: 'en', theme: 'dark' });
  const { page, composer, t } = chat;
  await composer.click();
  await page.keyboard.type('See: ');
  await paste(page, pasted);
  await page.locator('form [contenteditable=true]').waitFor();
  const long = page.locator('form [contenteditable=true]');
  await chat.button(t('attachments.pasted.attach')).click();
  await expect.poll(() => long.innerText()).toBe('See: ');
  expect(await long.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+z');
  expect(await copyAll(page)).toBe(`See: ${whole}`);
});

test('a pasted word without end is not kerned: a browser’s time for it would grow with its square', async () => {
  const chat = await openScriptedChat(browser, { language: 'en', theme: 'light' });
  const { page, composer } = chat;
  const kerning = (field: Locator) => field.evaluate((at) => getComputedStyle(at).fontKerning);
  expect(await kerning(composer)).toBe('none');
  await composer.click();
  const word = 'AV'.repeat(100_000);
  await paste(page, word);
  const long = page.locator('form [contenteditable=true]');
  await long.waitFor();
  expect(await kerning(long)).toBe('none');
  expect(await copyAll(page)).toBe(word);
});

test('a long text that is too much for the model stays as it was written', async () => {
  const chat = await openScriptedChat(browser, { language: 'en', theme: 'light' });
  const { page, composer, t } = chat;
  await composer.click();
  await page.keyboard.type('Look: ');
  await expect
    .poll(() => callOf(page, 'newDraft.snapshot', { systemId: preparedSystemId }))
    .toMatchObject({ draft: 'Look: ' });
  await paste(page, pasted);
  await page.locator('form [contenteditable=true]').waitFor();
  await page.keyboard.press('Enter');
  await chat.button(t('limits.sendAnyway')).waitFor();
  await page.locator('form [contenteditable=true]').click();
  expect(await copyAll(page)).toBe(`Look: ${whole}`);
});
