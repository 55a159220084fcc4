import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { openImported } from './support/conversation.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openChat() {
  const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'chat-organise' });
  await window.goTo('chat');
  const { page, t } = window;
  const list = page.getByRole('region', { name: t('chat.conversations') });
  const row = (title: string) => list.locator('[data-row][draggable=true]', { hasText: title });
  return {
    ...window,
    list,
    row,
    async act(title: string, action: string) {
      await row(title).hover();
      await list.getByRole('button', { name: t('chat.actionsOf', { title }) }).click();
      await page.getByRole('menuitem', { name: t(action), exact: true }).click();
    },
    async menu(action: string) {
      await list.getByRole('button', { name: t('conversations.list.more') }).click();
      await page.getByRole('menuitem', { name: t(action), exact: true }).click();
    },
  };
}

test('a conversation is pinned, tagged and filed; its folder is renamed, removed and brought back; the model names it', async () => {
  const window = await openChat();
  const { page, t, list, row, act } = window;
  await openImported(window, 'Lattice runs', [{ question: 'One?', answer: 'Two.' }]);
  await openImported(window, 'Reading list', [{ question: 'Which books?', answer: 'These.' }]);

  await act('Lattice runs', 'chat.pin');
  await list.getByRole('heading', { name: t('chat.groups.pinned') }).waitFor();
  await act('Lattice runs', 'chat.unpin');
  await list.getByRole('heading', { name: t('chat.groups.pinned') }).waitFor({ state: 'hidden' });

  await act('Lattice runs', 'chat.organise.action');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: t('chat.organise.folder') }).selectOption('new');
  await dialog.getByRole('textbox', { name: t('chat.organise.folderName') }).fill('Physics');
  await dialog.getByRole('textbox', { name: t('chat.organise.tags') }).fill('qcd, 格子、 qcd');
  await dialog.getByRole('button', { name: t('common.save') }).click();
  await dialog.waitFor({ state: 'hidden' });
  const folder = list.getByRole('button', { name: /^Physics/ });
  await expect.poll(() => folder.innerText()).toContain('1');

  // only with a tag, and all again
  await list.getByRole('button', { name: t('conversations.list.more') }).click();
  await page.getByRole('menuitemcheckbox', { name: /#格子/ }).click();
  await row('Reading list').waitFor({ state: 'hidden' });
  await row('Lattice runs').waitFor();
  await window.picture('tag');
  await list
    .getByRole('button', { name: t('conversations.list.tagOff') })
    .first()
    .click();
  await row('Reading list').waitFor();

  const ofFolder = async (name: string, action: string) => {
    await list.getByRole('button', { name: new RegExp(`^${name}`) }).hover();
    await list.getByRole('button', { name: t('chat.folder.actionsOf', { name }) }).click();
    await page.getByRole('menuitem', { name: t(action), exact: true }).click();
  };
  await ofFolder('Physics', 'chat.folder.rename');
  await dialog.getByRole('textbox').fill('QCD');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: /^QCD/ }).waitFor();
  await ofFolder('QCD', 'chat.folder.remove');
  await list.getByRole('button', { name: /^QCD/ }).waitFor({ state: 'hidden' });
  await row('Lattice runs').waitFor();
  await page
    .getByRole('button', { name: t('common.undo') })
    .last()
    .click();
  await expect.poll(() => list.getByRole('button', { name: /^QCD/ }).innerText()).toContain('1');

  await act('Reading list', 'chat.suggestTitle');
  await row('Reading list').waitFor({ state: 'hidden' });
});

test('Open WebUI’s export comes in with its branches; a conversation leaves as Markdown', async () => {
  const { page, t, row, act, menu } = await openChat();
  const message = (id: string, parentId: string | null, role: string, content: string) => ({
    [id]: { id, parentId, role, content, timestamp: 1_700_000_000, model: 'llama' },
  });
  const file = [
    {
      title: 'From elsewhere',
      created_at: 1_700_000_000,
      updated_at: 1_700_000_100,
      chat: {
        models: ['llama'],
        history: {
          currentId: 'c',
          messages: {
            ...message('a', null, 'user', 'What is **bold**?'),
            ...message('b', 'a', 'assistant', 'the first answer'),
            ...message('c', 'a', 'assistant', 'the second answer'),
          },
        },
      },
    },
  ];
  await menu('conversations.transfer.import');
  const dialog = page.getByRole('dialog');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: t('common.drop.choose') }).click();
  await (await chooser).setFiles({
    name: 'chats.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await row('From elsewhere').click();
  const log = page.getByRole('log');
  await log.getByText('the second answer').waitFor();
  await log
    .getByText(t('chat.branch.place', { number: 2, total: 2 }))
    .waitFor({ state: 'attached' });

  await act('From elsewhere', 'conversations.transfer.export');
  await dialog
    .getByRole('radio', { name: t('conversations.transfer.markdown'), exact: true })
    .check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('conversations.transfer.save') }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.md$/);
  const text = readFileSync(await saved.path(), 'utf8');
  expect(text).toContain('What is **bold**?');
  expect(text).toContain('the second answer');
  expect(text).not.toContain('the first answer');

  // as a page: it opens from the disk, fetches nothing, and has the answer drawn
  await act('From elsewhere', 'conversations.transfer.export');
  await dialog.getByRole('radio', { name: t('conversations.transfer.html') }).check();
  const next = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('conversations.transfer.save') }).click();
  const place = join(testFolder(), 'page.html');
  await (await next).saveAs(place);
  const printed = await page.context().newPage();
  const asked: string[] = [];
  const told: string[] = [];
  printed.on('request', (request) => asked.push(request.url()));
  printed.on('console', (message) => told.push(message.text()));
  await printed.goto(pathToFileURL(place).href);
  await printed.getByRole('heading', { name: 'From elsewhere' }).waitFor();
  await printed.getByText('the second answer').waitFor();
  await printed.emulateMedia({ media: 'print' });
  await printed.screenshot({
    path: fileURLToPath(new URL('../../test-results/chat-organise/printed.png', import.meta.url)),
    fullPage: true,
  });
  expect(asked).toEqual([pathToFileURL(place).href]);
  expect(told).toEqual([]);
});
