import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { pngImage } from '../support/files/files.ts';
import { testFolder } from '../support/files/folder.ts';
import { wordFile } from '../support/files/office.ts';
import { endlessPdf, pdfFile } from '../support/files/pdf.ts';
import { patience } from '../support/patience.ts';
import { chooseModel, openChat, startsWith } from './support/chat-files.ts';
import { languagesIn } from './support/looks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const shiftJis = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xc5, 0x82, 0xb7]);

test.each(languagesIn('en'))(
  'files are picked, shown, sent and seen again (%s)',
  async (language) => {
    const chat = await openChat(browser, language);
    const { page, t, chip } = chat;
    chat.files({
      'chart.png': pngImage(640, 400),
      'notes.txt': shiftJis,
      'src.ts': 'const a = 1;\n'.repeat(200),
      'program.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]),
    });
    await chat.pick('chart.png', 'notes.txt', 'src.ts', 'program.bin');
    await chip('chart.png').waitFor();
    await chip('notes.txt').waitFor();
    await page
      .getByText(t('errors.attachment-unsupported.what', { name: 'program.bin' }))
      .waitFor();
    await chat.look('picked');
    await page
      .getByRole('button', { name: t('attachments.remove', { name: 'program.bin' }) })
      .click();

    await chip('notes.txt').click();
    await page.getByText('日本語です', { exact: true }).waitFor();
    await page.getByText('SHIFT_JIS').waitFor();
    await chat.look('text');
    await page.keyboard.press('Escape');

    await chip('chart.png').click();
    const drawn = page.getByRole('img', {
      name: t('attachments.image.alt', { name: 'chart.png' }),
    });
    await drawn.waitFor();
    await page.getByLabel(t('attachments.image.side')).fill('64');
    await page.getByRole('button', { name: t('attachments.image.try') }).click();
    await page.getByText(t('attachments.image.after'), { exact: true }).waitFor();
    await chat.look('image');
    await page.getByRole('button', { name: t('attachments.image.use') }).click();
    await page.keyboard.press('Escape');

    // what was attached outlives a reload
    await page.reload();
    await chip('chart.png').waitFor();
    await chooseModel(chat, 'alpha3.6-35b', 'alpha3.8-27b');
    await chat.send('What is this?');
    const message = page.getByRole('article', { name: t('chat.you') });
    const shown = message.getByRole('button', {
      name: t('attachments.open', { name: 'chart.png' }),
    });
    await shown.waitFor();
    await message.getByRole('img').or(shown.locator('img')).first().waitFor();
    // the demo names what it was sent
    await page
      .getByRole('article', { name: t('chat.answerOf', { model: 'alpha3.8-27b' }) })
      .waitFor();
    await page.getByRole('button', { name: t('chat.composer.send') }).waitFor();
    await chat.look('sent');
    expect(await chip('chart.png').isVisible()).toBe(false);

    // an edited message keeps what it has, less what is taken out
    await message.hover();
    await message.getByRole('button', { name: t('chat.edit') }).click();
    await message
      .getByRole('button', { name: t('attachments.remove', { name: 'src.ts' }) })
      .click();
    await chat.look('editing');
    await message.getByRole('button', { name: t('chat.composer.send') }).click();
    await message.getByText('What is this?').waitFor();
    await expect
      .poll(() => message.getByRole('button', { name: startsWith('src.ts') }).count())
      .toBe(0);
    await message
      .getByRole('button', { name: startsWith('notes.txt') })
      .first()
      .waitFor();
  },
);

test('a PDF whose text does not end is read to a bound, which is said; the page stands', async () => {
  const chat = await openChat(browser);
  const { page, t, chip } = chat;
  chat.files({ 'endless.pdf': endlessPdf() });
  await chat.pick('endless.pdf');
  await chip('endless.pdf').waitFor({ timeout: patience(90_000) });
  await page
    .getByText(t('attachments.readUntil', { page: 1 }))
    .first()
    .waitFor();
  await chip('endless.pdf').click();
  await page.getByText(t('attachments.pdf.cut', { page: 1, pages: 1 })).waitFor();
  await page.locator('pre').getByText('Again and again.').first().waitFor();
}, 240_000);

test('a PDF is read page by page, Japanese too; its pages go as images where that is asked; documents and other images', async () => {
  const chat = await openChat(browser);
  const { page, t, chip } = chat;
  const words = pdfFile([{ text: 'Hello from page one' }, { shiftJis: shiftJis.toString('hex') }]);
  chat.files({
    'paper.pdf': words,
    'scan.pdf': pdfFile([{ square: true }]),
    'locked.pdf': pdfFile([{ text: 'secret' }], true),
    'broken.pdf': '%PDF-1.7\nnothing of it',
  });
  await chat.pick('paper.pdf', 'scan.pdf', 'locked.pdf', 'broken.pdf');
  await chip('paper.pdf').waitFor();
  await chip('scan.pdf').waitFor();
  await page.getByText(t('errors.pdf-password.what', { name: 'locked.pdf' })).waitFor();
  await page.getByText(t('errors.pdf-damaged.what', { name: 'broken.pdf' })).waitFor();
  await chat.look('pdf-chips');

  await chip('paper.pdf').click();
  const text = page.locator('pre');
  await text.waitFor();
  expect(await text.textContent()).toBe('[Page 1]\nHello from page one\n\n[Page 2]\n日本語です');
  await page.getByLabel(t('attachments.pdf.range'), { exact: true }).fill('9');
  await page.getByText(t('attachments.pdf.rangeWrong', { pages: 2 })).waitFor();
  await page.getByLabel(t('attachments.pdf.range'), { exact: true }).fill('1-2');
  await page.getByRole('button', { name: t('attachments.pdf.draw') }).click();
  await page.getByRole('img', { name: t('attachments.pdf.page', { page: 2 }) }).waitFor();
  await chat.look('pdf');
  await page.keyboard.press('Escape');

  await chip('scan.pdf').click();
  await page.getByText(t('attachments.pdf.scan')).waitFor();
  await page.getByRole('button', { name: t('attachments.pdf.draw') }).click();
  const drawn = page.getByRole('img', { name: t('attachments.pdf.page', { page: 1 }) });
  await drawn.waitFor();
  // the red square is on it
  const colour = await drawn.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { width, height } = canvas;
    return [...(context?.getImageData(width * 0.4, height * 0.7, 1, 1).data ?? [])];
  });
  expect(colour[0]).toBeGreaterThan(180);
  expect(colour[1]).toBeLessThan(90);
  await page.keyboard.press('Escape');

  chat.files({
    '計画.docx': Buffer.from(await wordFile('第一章', 'Hello from Word')),
    'broken.docx': Buffer.from((await wordFile('x')).subarray(0, 300)),
    'white.bmp': bmpImage(30, 20),
    'photo.avif': avif,
    'phone.heic': Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1'),
  });
  await chat.pick('計画.docx', 'broken.docx', 'white.bmp', 'photo.avif', 'phone.heic');
  await page.getByText(t('errors.document-damaged.what', { name: 'broken.docx' })).waitFor();
  await page.getByText(t('errors.image-form.what', { name: 'phone.heic' })).waitFor();
  await chat.look('documents');
  for (const [name, size] of [
    ['white.bmp', [30, 20]],
    ['photo.avif', [2, 2]],
  ] as const) {
    await chip(name).click();
    const image = page.getByRole('img', { name: t('attachments.image.alt', { name }) });
    await image.waitFor();
    expect(
      await image.evaluate(async (shown: HTMLImageElement) => {
        await shown.decode();
        return [shown.naturalWidth, shown.naturalHeight];
      }),
    ).toEqual(size);
    await page.keyboard.press('Escape');
  }
  await chip('計画.docx').click();
  await page.getByText('Hello from Word').waitFor();
  await page.getByText(t('attachments.document', { kind: 'DOCX', characters: '19' })).waitFor();
  await chat.look('document');
});

/** Two pixels by two, as libavif writes them. */
const avif = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
);

/** A picture of Windows, all white. */
function bmpImage(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 0xff);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

test('a picture is pasted, files and folders are dropped anywhere, a long text that is pasted may be a file', async () => {
  const chat = await openChat(browser, 'ja');
  const { page, t, chip } = chat;
  const png = pngImage(40, 30).toString('base64');
  const field = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  await field.evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, png);
  await chip('image.png').waitFor();

  const drag = (kind: string) =>
    page.getByRole('navigation', { name: t('frame.navigation') }).evaluate((element, name) => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped words'], 'dropped.md', { type: '' }));
      const options = { dataTransfer: data, bubbles: true, cancelable: true };
      element.dispatchEvent(new DragEvent(name, options));
    }, kind);
  await drag('dragenter');
  await page.getByText(t('attachments.drop.title')).waitFor();
  await chat.look('drop');
  await drag('drop');
  await chip('dropped.md').waitFor();
  expect(await page.getByText(t('attachments.drop.title')).count()).toBe(0);

  // by the browser's own clipboard, into the field with its own undo
  const long = '計算ノード\n'.repeat(2_000);
  await field.fill(long);
  for (const key of ['a', 'x', 'v']) await field.press(`ControlOrMeta+${key}`);
  await page.getByText(t('attachments.pasted.offer', { characters: '12,000' })).waitFor();
  expect(await field.inputValue()).toBe(long);
  await chat.look('pasted');
  await page.getByRole('button', { name: t('attachments.pasted.attach') }).click();
  await chip(t('attachments.pasted.name')).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await field.press('ControlOrMeta+z');
  await expect.poll(() => field.inputValue()).toBe(long);
  expect(await chip(t('attachments.pasted.name')).isVisible()).toBe(true);
});

test.each(languagesIn('ja'))(
  'a folder is looked through by patterns, with what it costs (%s)',
  async (language) => {
    const chat = await openChat(browser, language);
    const { page, t, chip } = chat;
    const folder = chat.files({
      'proj/.gitignore': '*.log\n',
      'proj/README.md': '# Read me\n'.repeat(50),
      'proj/src/main.rs': 'fn main() {}\n'.repeat(100),
      'proj/src/long.csv': '1,2,3\n'.repeat(30_000),
      'proj/run.log': 'noise',
      'proj/logo.png': pngImage(16, 16),
      'proj/tool.bin': Buffer.from([1, 2, 0, 3]),
      'proj/node_modules/x/index.js': 'no',
      'proj/target/out.txt': 'no',
    });
    await page.locator('input[data-picks=folder]').setInputFiles(join(folder, 'proj'));
    const dialog = page.getByRole('dialog');
    const attach = (count: number) =>
      dialog.getByRole('button', {
        name: t(
          language === 'en' && count === 1
            ? 'attachments.folder.attach_one'
            : 'attachments.folder.attach_other',
          { count },
        ),
      });
    // .gitignore itself, README.md, main.rs and long.csv
    await attach(4).waitFor();
    await chat.look('folder');
    await dialog.getByLabel(t('attachments.folder.include'), { exact: true }).fill('*.rs, *.md');
    await attach(2).waitFor();
    await attach(2).click();
    await chip('proj/README.md').waitFor();
    await chip('proj/src/main.rs').waitFor();
    await chat.look('folder-attached');
  },
);

test('files with Japanese names are picked whatever locale the tests are started in', async () => {
  for (const name of ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE']) vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const chromium = await launchChromium();
  onTestFinished(() => chromium.close());
  const page = await chromium.newPage();
  await page.setContent('<input type="file">');
  const path = join(testFolder(), '計画.docx');
  writeFileSync(path, 'its words');
  const field = page.locator('input');
  await field.setInputFiles(path);
  const picked = await field.evaluate(({ files }: HTMLInputElement) =>
    Promise.all([...(files ?? [])].map(async (file) => [file.name, await file.text()])),
  );
  expect(picked).toEqual([['計画.docx', 'its words']]);
});
