import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patience } from '../support/patience.ts';
import { zipOf } from '../support/zip.ts';
import { type ChatDesk, chatPlace } from './support/chat-desk.ts';

const patient = { timeout: patience(10_000) };

/** Answers the operating system's save dialog with a place. */
async function answerSaveDialog({ electron }: ChatDesk, filePath: string): Promise<void> {
  await electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

async function menu({ page, t }: ChatDesk, name: string): Promise<void> {
  await page.getByRole('button', { name: t('conversations.list.more') }).click();
  await page.getByRole('menuitem', { name: t(name), exact: true }).click();
}

async function importFile(desk: ChatDesk, path: string): Promise<void> {
  const { page, t } = desk;
  await menu(desk, 'conversations.transfer.import');
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.drop.choose') })
    .click();
  await (await chooser).setFiles(path);
}

const old = (title: string, answer: string) => {
  const message = (role: string, text: string) => ({
    author: { role },
    create_time: 1_700_000_000,
    content: { content_type: 'text', parts: [text] },
  });
  return {
    title,
    create_time: 1_700_000_000,
    update_time: 1_700_000_000,
    current_node: 'b',
    mapping: {
      a: { parent: null, message: message('user', `question of ${title}`) },
      b: { parent: 'a', message: message('assistant', answer) },
    },
  };
};

test('conversations are saved where the user says, and come back from the file and from a ZIP archive', async () => {
  const place = await chatPlace();
  const desk = await place.open({ name: 'transfer' });
  const { page, t, chip } = desk;
  const [notes = '', archive = ''] = await place.files({
    'notes.txt': 'words that were attached',
    'archive.zip': Buffer.from(
      await zipOf({
        'user.json': '{}',
        'conversations-000.json': JSON.stringify([old('First', 'old answer one')]),
        'conversations-001.json': JSON.stringify([old('Second', 'old answer two')]),
      }),
    ),
  });
  await desk.pick('files', notes);
  await chip('notes.txt').waitFor();
  await desk.send('Keep this');

  const saved = join(place.folder, 'saved.json');
  await answerSaveDialog(desk, saved);
  await menu(desk, 'conversations.transfer.export');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('conversations.transfer.json') }).check();
  await desk.look('exporting');
  await dialog.getByRole('button', { name: t('conversations.transfer.save') }).click();
  await page.getByText(t('conversations.transfer.saved_one', { count: 1, path: saved })).waitFor();
  expect((await stat(saved)).mode & 0o777).toBe(0o600);
  const written = JSON.parse(await readFile(saved, 'utf8')) as {
    conversations: { title: string }[];
    files: Record<string, string>;
  };
  expect(written.conversations.map(({ title }) => title)).toEqual(['Keep this']);
  expect(
    Object.values(written.files).map((text) => Buffer.from(text, 'base64').toString()),
  ).toEqual(['words that were attached']);

  // what it brings along is there again, in a data folder that has nothing of it
  const other = await chatPlace();
  const fresh = await other.open({ name: 'transfer-fresh' });
  await importFile(fresh, saved);
  await fresh.page.getByRole('button', { name: 'Keep this', exact: true }).first().click();
  const message = fresh.page.getByRole('article', { name: t('chat.you') });
  await message.getByRole('button', { name: /^notes\.txt/ }).click();
  const opened = fresh.page.getByRole('dialog', { name: 'notes.txt' });
  await opened.locator('pre').getByText('words that were attached').waitFor();
  await fresh.page.keyboard.press('Escape');

  await importFile(fresh, archive);
  await fresh.page.getByText(t('conversations.transfer.imported_other', { count: 2 })).waitFor();
  await fresh.page.getByRole('button', { name: 'Second', exact: true }).first().click();
  await fresh.page.getByText('old answer two').waitFor();
  await fresh.look('imported');

  // Chromium's own find bar is not in Electron: the keys open the app's
  await fresh.page.keyboard.press('Control+f');
  const find = fresh.page.getByRole('search', { name: t('chat.find.title') });
  await find.getByRole('searchbox').fill('OLD answer');
  await expect
    .poll(() => find.getByRole('status').innerText(), patient)
    .toBe(t('chat.find.place', { number: 1, total: 1 }));
  const marked = () =>
    fresh.page.evaluate(() => {
      const [range] = CSS.highlights.get('found-current') ?? [];
      return range instanceof Range ? range.toString() : null;
    });
  await expect.poll(marked, patient).toBe('old answer');
  await fresh.look('found');
  await fresh.page.keyboard.press('Escape');
  await expect.poll(() => find.count(), patient).toBe(0);

  // a file that is none says so
  await importFile(fresh, notes);
  await fresh.page.getByText(t('errors.import-unreadable.what')).waitFor();
  await fresh.look('refused');
});
