import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandIds, commandOf } from '../../renderer/kit/commands/declared.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { openImported } from './support/conversation.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openChat() {
  const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'chat-branches' });
  await window.goTo('chat');
  const { page, t } = window;
  await page
    .getByRole('button', { name: t('chat.model.present', { model: 'alpha3.6-35b' }) })
    .waitFor();
  const list = page.getByRole('region', { name: t('chat.conversations') });
  return { ...window, list, rows: list.locator('[data-row][draggable=true]') };
}

async function ask({ page, t }: Window, text: string): Promise<void> {
  const log = page.getByRole('log');
  const again = log.getByRole('button', { name: t('chat.regenerate'), exact: true });
  const before = await again.count();
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(text);
  await page.keyboard.press('Enter');
  await expect.poll(() => again.count(), { timeout: patience(40_000) }).toBe(before + 1);
  // the conversation takes keys a moment later than its answer ends
  await expect.poll(() => log.getAttribute('aria-busy')).toBe('false');
}

test('editing and asking again make branches; keys go between them; fork and duplicate copy', async () => {
  const window = await openChat();
  const { page, t, list, rows } = window;
  const log = page.getByRole('log');
  const place = (number: number, total: number) =>
    log.getByText(t('chat.branch.place', { number, total }), { exact: true });
  await ask(window, 'Hello');
  await page.keyboard.press('Alt+ArrowUp');
  const editor = page.getByRole('textbox', { name: t('chat.editLabel') });
  await editor.fill('Show me a table');
  await page.keyboard.press('Enter');
  await log.getByRole('table').waitFor();
  await expect.poll(() => place(2, 2).count()).toBe(1);
  await expect.poll(() => log.getAttribute('aria-busy')).toBe('false');

  await page.keyboard.press('Control+Shift+Comma');
  await log.getByRole('table').waitFor({ state: 'hidden' });
  await log.getByText('Hello', { exact: true }).waitFor();
  await page.keyboard.press('Control+Shift+Period');
  await log.getByRole('table').waitFor();

  await page.keyboard.press('Control+Shift+G');
  // the answer is the place that forked last now
  await expect.poll(() => place(2, 2).count(), { timeout: patience(40_000) }).toBe(2);
  await expect.poll(() => log.getAttribute('aria-busy')).toBe('false');
  await page.keyboard.press('Control+Shift+B');
  const tree = page.getByRole('tree');
  await expect.poll(() => tree.getByRole('treeitem').count()).toBe(5);
  await page.keyboard.press('Escape');

  const palette = async (command: string) => {
    await page.keyboard.press('Control+k');
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(t(`conversations.commands.${command}`));
    await page.keyboard.press('Enter');
  };
  // whatever can be done with it now is in the palette; a PDF is made by Electron alone, and no tool asks
  const elsewhere: string[] = ['stop', 'next-branch', 'save-pdf', 'answer-request'];
  await page.keyboard.press('Control+k');
  for (const id of commandIds) {
    const { on, takesItem, text } = commandOf(id);
    if (on !== 'chat' || takesItem || elsewhere.includes(id)) continue;
    const label = t(text);
    await page.getByRole('dialog').getByRole('combobox').fill(label);
    await page.getByRole('dialog').getByRole('option').filter({ hasText: label }).first().waitFor();
  }
  await page.keyboard.press('Escape');

  await palette('duplicate');
  await expect.poll(() => rows.count()).toBe(2);
  await rows.first().click();
  await log.getByRole('table').waitFor();
  await expect.poll(() => place(2, 2).count()).toBe(2);

  await log
    .getByRole('button', { name: t('chat.moreForAnswer') })
    .last()
    .click();
  await page.getByRole('menuitem', { name: t('chat.fork') }).click();
  await expect.poll(() => rows.count()).toBe(3);
  // up to there, and only the branch that was shown
  await log.getByRole('table').waitFor();
  await expect.poll(() => place(2, 2).count()).toBe(0);
  await expect.poll(() => list.locator('[data-row] >> text=Hello').count()).toBeLessThanOrEqual(3);
});

const said = (index: number) =>
  index === 3 ? 'The kraken sleeps in 深海 at 6 °C.' : `Answer ${index}.`;

test('a search of one and two characters, narrowed, jumps to a message far up; an export comes back the same', async () => {
  const window = await openChat();
  const { page, t, list, rows } = window;
  const turns = Array.from({ length: 120 }, (_, index) => ({
    question: `Question ${index}`,
    answer: said(index),
  }));
  await openImported(window, 'Long one', turns);
  const log = page.getByRole('log');
  await log.getByText('Answer 119.', { exact: true }).waitFor();
  expect(await log.getByText('kraken').count()).toBe(0);

  const field = page.getByRole('searchbox', { name: t('conversations.search.label') });
  const results = page.getByRole('region', { name: t('conversations.search.results') });
  const hit = results.locator('button').filter({ has: page.locator('mark') });
  for (const text of ['海', '深海', 'kraken']) {
    await field.fill(text);
    await expect.poll(() => hit.locator('mark').allInnerTexts()).toEqual([text]);
  }
  await hit.click();
  await log.getByText('The kraken sleeps').waitFor();
  await expect
    .poll(() =>
      log.getByText('The kraken sleeps').evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      }),
    )
    .toBe(true);
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('search-hits')?.size)).toBe(1);

  await page.getByRole('button', { name: t('conversations.search.filters') }).click();
  const filter = (name: string) =>
    page.getByRole('combobox', { name: t(`conversations.search.${name}`), exact: true });
  const nothing = page.getByText(t('conversations.search.nothingFiltered', { text: 'kraken' }));
  for (const [name, excluding, including] of [
    ['role', 'user', 'assistant'],
    ['model', 'alpha3.6-35b', 'beta-k3'],
    ['folder', null, ''],
    ['date', null, 'year'],
  ] as const) {
    if (excluding !== null) {
      await filter(name).selectOption(excluding);
      await nothing.waitFor();
    }
    await filter(name).selectOption(including);
    await hit.waitFor();
  }
  await filter('date').selectOption('range');
  await page.getByLabel(t('conversations.search.to'), { exact: true }).fill('2026-11-01');
  await nothing.waitFor();
  await page.getByLabel(t('conversations.search.to'), { exact: true }).fill('2026-11-30');
  await hit.waitFor();
  await field.focus();
  await page.keyboard.press('Escape');
  await results.waitFor({ state: 'hidden' });

  const menu = async (name: string) => {
    await list.getByRole('button', { name: t('conversations.list.more') }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const dialog = page.getByRole('dialog');
  const exported = async (): Promise<string> => {
    await menu(t('conversations.transfer.export'));
    await dialog.getByRole('radio', { name: t('conversations.transfer.json') }).check();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: t('conversations.transfer.save') }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const first = await exported();
  await rows.first().focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => rows.count()).toBe(0);
  await menu(t('conversations.transfer.import'));
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: t('common.drop.choose') }).click();
  await (await chooser).setFiles({
    name: 'all.json',
    mimeType: 'application/json',
    buffer: Buffer.from(first),
  });
  await expect.poll(() => rows.count()).toBe(1);
  expect(await exported()).toBe(first);
});
