import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { zipOf } from '../support/files/zip.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { languagesIn } from './support/looks.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const words = {
  en: { first: 'Show me a table', second: 'Hello', search: 'partit', imported: 'Tides of old' },
  ja: { first: '表を見せてください', second: 'こんにちは', search: '表', imported: '昔の潮' },
} as const;

async function openChat(language: 'en' | 'ja'): Promise<Window> {
  const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
  onTestFinished(() => app.stop());
  const window = await openWindow({
    browser,
    url: app.url,
    folder: `chat-conversations-${language}`,
    language,
  });
  await window.goTo('chat');
  const { page, t } = window;
  await page
    .getByRole('button', { name: t('chat.model.present', { model: 'alpha3.6-35b' }) })
    .waitFor();
  return window;
}

async function ask({ page, t }: Window, text: string): Promise<void> {
  const thread = page.getByRole('log', { name: t('chat.thread') });
  // every answer that has ended can be asked for again
  const ended = thread.getByRole('button', { name: t('chat.regenerate'), exact: true });
  const before = await ended.count();
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill(text);
  await page.keyboard.press('Enter');
  await expect.poll(() => ended.count(), { timeout: patience(30_000) }).toBeGreaterThan(before);
  await expect
    .poll(() => thread.getAttribute('aria-busy'), { timeout: patience(30_000) })
    .toBe('false');
}

describe('conversations', () => {
  test.each(languagesIn('en'))(
    'several models side by side, the tree, and the search that goes back to a branch, in %s',
    async (language) => {
      const window = await openChat(language);
      const { page, t, picture } = window;
      const { first, second, search } = words[language];
      await ask(window, first);

      await page.keyboard.press('Control+Shift+L');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { name: 'beta-k3' }).check();
      await expectAccessible(page, 'the choice of models');
      await dialog.getByRole('button', { name: t('conversations.several.use') }).click();
      await ask(window, second);
      const columns = page.getByRole('region', {
        name: t('conversations.several.heading', { count: 2 }),
      });
      const column = (model: string) => columns.getByRole('listitem').filter({ hasText: model });
      await column('alpha3.6-35b').getByText(t('conversations.several.chosenOne')).waitFor();
      await expectAccessible(page, 'answers side by side');
      await picture('side-by-side');
      await column('beta-k3')
        .getByRole('button', { name: t('conversations.several.goOn') })
        .click();
      await column('beta-k3').getByText(t('conversations.several.chosenOne')).waitFor();
      // a reload shows them again, and one of them on request
      await page.reload();
      await column('beta-k3').getByText(t('conversations.several.chosenOne')).waitFor();
      await column('alpha3.6-35b').getByRole('article').waitFor();
      await columns.getByRole('button', { name: t('conversations.several.one') }).click();
      await page.getByRole('article', { name: t('chat.answerOf', { model: 'beta-k3' }) }).waitFor();
      await page
        .getByRole('button', { name: t('conversations.several.all', { count: 2 }) })
        .click();
      await columns.waitFor();

      await page.keyboard.press('Control+Shift+B');
      const tree = page.getByRole('tree', { name: t('conversations.tree.label') });
      await expect.poll(() => tree.getByRole('treeitem').count()).toBe(5);
      await expectAccessible(page, 'the tree');
      await picture('tree');
      const selected = tree.locator('[aria-selected="true"]');
      expect(await selected.innerText()).toContain('beta-k3');
      await page.keyboard.press('ArrowUp');
      expect(await selected.innerText()).toContain('alpha3.6-35b');
      await page.keyboard.press('Enter');
      await tree.waitFor({ state: 'hidden' });
      await column('alpha3.6-35b').getByText(t('conversations.several.chosenOne')).waitFor();

      // found from another conversation, on the branch that is not shown
      await page.keyboard.press('Control+Shift+O');
      await page.keyboard.press('Control+Shift+F');
      const field = page.getByRole('searchbox', { name: t('conversations.search.label') });
      await field.fill(search);
      const results = page.getByRole('region', { name: t('conversations.search.results') });
      const hit = results.locator('button').filter({ has: page.locator('mark') });
      await hit.first().waitFor();
      await expectAccessible(page, 'the results');
      await picture('search');
      await hit.last().click();
      await page
        .getByRole('region', { name: first })
        .getByRole('heading', { level: 2, name: first })
        .waitFor();
      await expect
        .poll(() => page.evaluate(() => CSS.highlights.get('search-hits')?.size ?? 0))
        .toBeGreaterThan(0);
      await page.getByRole('button', { name: t('conversations.search.filters') }).click();
      await page
        .getByRole('combobox', { name: t('conversations.search.model'), exact: true })
        .selectOption('gamma-5.2');
      await page.getByText(t('conversations.search.nothingFiltered', { text: search })).waitFor();
      await expectAccessible(page, 'the filters');
      await field.focus();
      await page.keyboard.press('Escape');
      await results.waitFor({ state: 'hidden' });
    },
  );

  test.each(languagesIn('ja'))(
    'folders by drag and by keys, selecting, archive, undo; export, and import of an archive, in %s',
    async (language) => {
      const window = await openChat(language);
      const { page, t, picture } = window;
      const { first, second, imported } = words[language];
      const list = page.getByRole('region', { name: t('chat.conversations') });
      const row = (title: string) => list.locator('[data-row][draggable=true]', { hasText: title });
      const menu = async (name: string) => {
        await list.getByRole('button', { name: t('conversations.list.more') }).click();
        await page.getByRole('menuitem', { name, exact: true }).click();
      };
      await ask(window, first);
      await page.keyboard.press('Control+Shift+O');
      await ask(window, second);
      await expect.poll(() => list.locator('[draggable=true]').count()).toBe(2);

      await menu(t('conversations.list.newFolder'));
      await page.getByRole('textbox', { name: t('chat.organise.folderName') }).fill('Papers');
      await page.keyboard.press('Enter');
      const folder = list.getByRole('button', { name: /^Papers/ });
      await folder.waitFor();
      await row(first).dragTo(folder);
      await page
        .getByText(t('conversations.list.moved_other', { count: 1, folder: 'Papers' }).slice(-12))
        .waitFor();
      await expect.poll(() => folder.innerText()).toContain('1');
      await page
        .getByRole('button', { name: t('common.undo') })
        .last()
        .click();
      await expect.poll(() => folder.innerText()).toContain('0');

      await row(second).click({ modifiers: ['Control'] });
      await row(first).click();
      const bar = list.getByRole('region', { name: t('conversations.list.selection') });
      await bar.getByText(t('conversations.list.selected_other', { count: 2 })).waitFor();
      await expectAccessible(page, 'selecting');
      await picture('selecting');
      await bar.getByRole('button', { name: t('conversations.list.move') }).click();
      await page.getByRole('menuitem', { name: 'Papers' }).click();
      await expect.poll(() => folder.innerText()).toContain('2');

      // the archive, and back
      await row(second).focus();
      await page.keyboard.press('Shift+ArrowDown');
      await bar.getByRole('button', { name: t('chat.archive'), exact: true }).click();
      await list.locator('[data-row="archive"]').click();
      await expect.poll(() => list.locator('[draggable=true]').count()).toBe(2);
      await expectAccessible(page, 'the archive');
      await row(first).focus();
      await page.keyboard.press('Control+a');
      await bar.getByRole('button', { name: t('chat.unarchive') }).click();
      await page.getByText(t('conversations.list.archiveEmpty')).waitFor();
      await list.getByRole('button', { name: t('conversations.list.back') }).click();

      // delete and undo
      await row(second).focus();
      await page.keyboard.press('Delete');
      await expect.poll(() => list.locator('[draggable=true]').count()).toBe(1);
      // the toast of this one: others that can be undone may stand there still
      await page
        .getByText(t('chat.removed', { title: second }))
        .first()
        .waitFor();
      await page
        .getByRole('button', { name: t('common.undo') })
        .last()
        .click();
      await expect.poll(() => list.locator('[draggable=true]').count()).toBe(2);

      await menu(t('conversations.transfer.export'));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('conversations.transfer.json') }).check();
      await expectAccessible(page, 'exporting');
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: t('conversations.transfer.save') }).click();
      const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
        conversations: { title: string }[];
      };
      expect(file.conversations.map(({ title }) => title).sort()).toEqual([first, second].sort());

      const message = (role: string, text: string) => ({
        author: { role },
        create_time: 1_700_000_000,
        content: { content_type: 'text', parts: [text] },
      });
      const conversations = [
        {
          title: imported,
          create_time: 1_700_000_000,
          update_time: 1_700_000_000,
          current_node: 'b',
          mapping: {
            a: { parent: null, message: message('user', 'old question') },
            b: { parent: 'a', message: message('assistant', 'old answer') },
          },
        },
      ];
      const archive = await zipOf({
        'user.json': '{}',
        'conversations.json': JSON.stringify(conversations),
      });
      await menu(t('conversations.transfer.import'));
      await expectAccessible(page, 'importing');
      // it has the focus, and so Escape
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await menu(t('conversations.transfer.import'));
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: t('common.drop.choose') }).click();
      await (await chooser).setFiles({
        name: 'export.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from(archive),
      });
      await row(imported).click();
      await page.getByText('old answer').waitFor();
      await picture('imported');
    },
  );

  test.each(languagesIn('en'))(
    'drafts, temporary conversations, the palette, and every key on the list of keys, in %s',
    async (language) => {
      const window = await openChat(language);
      const { page, t, picture } = window;
      const { first, second } = words[language];
      const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
      await composer.fill('half a thought');
      await window.goTo('machines');
      await window.goTo('chat');
      await expect.poll(() => composer.inputValue()).toBe('half a thought');
      await page.reload();
      await expect.poll(() => composer.inputValue()).toBe('half a thought');

      await page.keyboard.press('Control+Shift+Y');
      await page.getByText(t('conversations.temporary.note')).waitFor();
      await expectAccessible(page, 'a temporary conversation');
      await picture('temporary');
      await ask(window, first);
      await page.keyboard.press('Control+Shift+O');
      await ask(window, second);
      await page.reload();
      await page.getByRole('heading', { level: 2, name: second }).waitFor();

      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog');
      await palette.getByRole('combobox').fill(second.slice(0, 4));
      await palette.getByText(t('conversations.palette.messages')).waitFor();
      await expectAccessible(page, 'the palette');
      await picture('palette');
      await palette.getByRole('combobox').fill(t('conversations.commands.rename'));
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: t('chat.titleField') }).fill('Renamed');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: 'Renamed' }).waitFor();

      await page.keyboard.press('Control+Shift+S');
      await page
        .getByRole('region', { name: t('chat.conversations') })
        .waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+Shift+S');
      await page.getByRole('region', { name: t('chat.conversations') }).waitFor();
      await page.keyboard.press('Control+i');
      await expect
        .poll(() => composer.evaluate((field) => field === document.activeElement))
        .toBe(true);
      await page.getByRole('log').focus();
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByText(t('conversations.commands.tree')).waitFor();
      await expectAccessible(page, 'the list of keys');
      await picture('keys');
    },
  );
});
