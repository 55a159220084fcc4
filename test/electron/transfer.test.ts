import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipOf } from '../support/files/zip.ts';
import { patience } from '../support/patience.ts';
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

const old = (title: string, answer: string, attachments: readonly object[] = []) => {
  const message = (role: string, text: string) => ({
    author: { role },
    create_time: 1_700_000_000,
    content: { content_type: 'text', parts: [text] },
    metadata: role === 'user' ? { attachments } : {},
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
        'conversations-001.json': JSON.stringify([
          old('Second', 'old answer two', [
            { id: 'file-P1', name: 'notes.md' },
            { id: 'file-P2', name: 'lost.txt' },
          ]),
        ]),
        'file-P1-notes.md': 'words of the archive',
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

  // for reading and printing: a page of its own
  const printed = join(place.folder, 'saved.html');
  await answerSaveDialog(desk, printed);
  await menu(desk, 'conversations.transfer.export');
  await dialog.getByRole('radio', { name: t('conversations.transfer.html') }).check();
  await dialog.getByRole('button', { name: t('conversations.transfer.save') }).click();
  await page
    .getByText(t('conversations.transfer.saved_one', { count: 1, path: printed }))
    .waitFor();
  expect((await stat(printed)).mode & 0o777).toBe(0o600);
  const html = await readFile(printed, 'utf8');
  expect(html).toContain('<div class="words as-is" dir="auto">Keep this</div>');
  expect(html).toContain('notes.txt');

  // what it brings along is there again, in a data folder that has nothing of it
  const other = await chatPlace();
  const fresh = await other.open({ name: 'transfer-fresh', language: 'ja' });
  await importFile(fresh, saved);
  await fresh.page.getByRole('button', { name: 'Keep this', exact: true }).first().click();
  const message = fresh.page.getByRole('article', { name: fresh.t('chat.you') });
  await message.getByRole('button', { name: /^notes\.txt/ }).click();
  const opened = fresh.page.getByRole('dialog', { name: 'notes.txt' });
  await opened.locator('pre').getByText('words that were attached').waitFor();
  await fresh.page.keyboard.press('Escape');

  await importFile(fresh, archive);
  // what did not come in is named, and the rest is in
  const report = fresh.page.getByRole('dialog', {
    name: fresh.t('conversations.transfer.report.title'),
  });
  await report.getByText('lost.txt').waitFor();
  await report.getByText(fresh.t('conversations.transfer.report.reason.not-in-file')).waitFor();
  await fresh.look('report');
  await report
    .getByRole('button', { name: fresh.t('common.close') })
    .first()
    .click();
  await fresh.page.getByRole('button', { name: 'Second', exact: true }).first().click();
  await fresh.page.getByText('old answer two').waitFor();
  await fresh.look('imported');

  // Chromium's own find bar is not in Electron: the keys open the app's
  await fresh.page.keyboard.press('Control+f');
  const find = fresh.page.getByRole('search', { name: fresh.t('chat.find.title') });
  await find.getByRole('searchbox').fill('OLD answer');
  await expect
    .poll(() => find.getByRole('status').innerText(), patient)
    .toBe(fresh.t('chat.find.place', { number: 1, total: 1 }));
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
  await fresh.page.getByText(fresh.t('errors.import-unreadable.what')).waitFor();
  await fresh.look('refused');
});
