import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { imageFacts } from '../../common/texts/file-kind.ts';
import { pngImage } from '../support/files/files.ts';
import { pdfFile } from '../support/files/pdf.ts';
import { watchViolations } from '../support/violations.ts';
import { type ChatDesk, chatPlace, seeing } from './support/chat-desk.ts';

const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);

/** Puts a picture on the operating system's clipboard and pastes it as the menu Edit does. */
async function pasteImage({ electron, composer }: ChatDesk, png: Buffer): Promise<void> {
  await composer.getByRole('textbox').click();
  await electron.evaluate(async ({ BrowserWindow, clipboard, nativeImage, ...own }, base64) => {
    const bytes = Buffer.from(base64, 'base64');
    // Electron before 45 has a call of its own for images.
    const older: { writeImage?: (image: unknown) => void } = Object(clipboard);
    if (older.writeImage !== undefined) older.writeImage(nativeImage.createFromBuffer(bytes));
    else await clipboard.write([new own.ClipboardItem({ 'image/png': new Blob([bytes]) })]);
    BrowserWindow.getAllWindows()[0]?.webContents.paste();
  }, png.toString('base64'));
}

/** Whether a picture is drawn, by the pixels that it has. */
async function pixelsOf(image: Locator): Promise<number> {
  await image.waitFor();
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    return element.naturalWidth * element.naturalHeight;
  });
}

test('files are picked, pasted, dropped; a PDF is read and drawn; all of it is sent, and outlives a restart', async () => {
  const place = await chatPlace();
  const desk = await place.open({ name: 'attachments' });
  const { page, t, chip } = desk;
  const violations = await watchViolations(page);
  const photo = pngImage(1200, 800, 200_000);
  const [chart = '', notes = '', paper = '', dropped = ''] = await place.files({
    'chart.png': photo,
    'notes.txt': shiftJis,
    'paper.pdf': pdfFile([{ text: 'Hello from page one' }, { shiftJis: shiftJis.toString('hex') }]),
    'dropped.md': '# Dropped words\n',
  });
  await desk.pick('files', chart, notes, paper);
  for (const name of ['chart.png', 'notes.txt', 'paper.pdf']) await chip(name).waitFor();
  await pasteImage(desk, pngImage(40, 30));
  await chip('image.png').waitFor();
  await desk.drop(dropped);
  await chip('dropped.md').waitFor();
  await desk.look('picked');

  // the image is redrawn smaller
  const dialog = page.getByRole('dialog');
  await chip('chart.png').click();
  expect(await pixelsOf(dialog.getByRole('img'))).toBe(1200 * 800);
  await page.getByLabel(t('attachments.image.side')).fill('300');
  await page.getByRole('button', { name: t('attachments.image.try') }).click();
  await page.getByRole('button', { name: t('attachments.image.use') }).click();
  await page.getByText(t('attachments.image.after'), { exact: true }).waitFor({ state: 'hidden' });
  await desk.look('image');
  await page.keyboard.press('Escape');

  // the text of the PDF, and a page of it drawn
  await chip('paper.pdf').click();
  await expect
    .poll(() => dialog.locator('pre').textContent())
    .toBe('[Page 1]\nHello from page one\n\n[Page 2]\n日本語');
  await page.getByLabel(t('attachments.pdf.range'), { exact: true }).fill('2');
  await page.getByRole('button', { name: t('attachments.pdf.draw') }).click();
  const drawn = page.getByRole('img', { name: t('attachments.pdf.page', { page: 2 }) });
  expect(await pixelsOf(drawn)).toBeGreaterThan(1_000_000);
  await desk.look('pdf');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await desk.chooseModel(seeing);
  await desk.send('What is this?');
  const sent = place.requests[0]?.messages.at(-1);
  expect(sent?.text).toContain('Attached file: notes.txt\n\n```txt\n日本語\n```');
  expect(sent?.text).toContain('[Page 1]\nHello from page one\n\n[Page 2]\n日本語');
  expect(sent?.text).toContain('Attached file: dropped.md\n\n```md\n# Dropped words\n```');
  expect(sent?.text).toMatch(/What is this\?$/);
  const images = sent?.images.map(({ bytes }) => imageFacts(bytes)) ?? [];
  expect(images.map((facts) => [facts?.type, facts?.width, facts?.height])).toEqual([
    // whichever form is smaller
    [expect.stringMatching(/^image\/(png|webp)$/), 300, 200],
    ['image/jpeg', 1108, 1568],
    ['image/png', 40, 30],
  ]);
  await desk.look('sent');
  expect(await violations()).toEqual([]);

  // what was sent and what is being written are there after a restart
  await desk.drop(dropped);
  await chip('dropped.md').waitFor();
  await expect.poll(() => desk.composer.getByRole('progressbar').count()).toBe(0);
  await desk.electron.close();
  const again = await place.open({ name: 'attachments' });
  await again.page.getByRole('button', { name: 'What is this?', exact: true }).first().click();
  await again.chip('dropped.md').waitFor();
  const message = again.page.getByRole('article', { name: t('chat.you') });
  const picture = message.getByRole('button', {
    name: t('attachments.open', { name: 'image.png' }),
  });
  expect(await pixelsOf(picture.locator('img'))).toBe(40 * 30);
  await message.getByRole('button', { name: /^paper\.pdf/ }).click();
  await again.page.getByRole('dialog').locator('pre').waitFor();
  await again.look('after-restart');
});

test('of a whole folder, dropped or chosen, what fits the patterns is attached and sent', async () => {
  const place = await chatPlace();
  const desk = await place.open({ name: 'attachments-folder', language: 'ja' });
  const { page, t, chip } = desk;
  await place.files({
    'project/.gitignore': '*.log\n',
    'project/README.md': '# Read me\n'.repeat(50),
    'project/src/main.rs': 'fn main() {}\n'.repeat(100),
    'project/run.log': 'noise',
    'project/tool.bin': Buffer.from([1, 2, 0, 3]),
    'project/node_modules/x/index.js': 'no',
  });
  const project = join(place.folder, 'project');
  const dialog = page.getByRole('dialog');
  const attach = (count: number) =>
    dialog.getByRole('button', { name: t('attachments.folder.attach_other', { count }) });
  await desk.drop(project);
  // .gitignore itself, README.md and main.rs
  await attach(3).waitFor();
  await desk.look('folder');
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await dialog.waitFor({ state: 'hidden' });

  await desk.pick('folder', project);
  await dialog.getByLabel(t('attachments.folder.include'), { exact: true }).fill('*.rs');
  await attach(1).click();
  await chip('project/src/main.rs').waitFor();
  await desk.send('これは何ですか');
  const sent = place.requests[0]?.messages.at(-1)?.text ?? '';
  expect(sent).toContain('Attached file: project/src/main.rs\n\n```rs\nfn main() {}\n');
  expect(sent).not.toContain('Read me');
});
