import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inWindow, type Window } from '../e2e/support/window.ts';
import { conversationFile, pagesOf, wideAnswer } from '../support/files/paper.ts';
import { patience } from '../support/patience.ts';
import { callOf, type Desk, inLanguage, pictureFolder, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const shared = sharedFolder();
let desk: Desk;
let window: Window;
let systemId: string;

/** What the windows that print were made with, and what the dialog was asked for. */
interface Seen {
  readonly preferences: Readonly<Record<string, unknown>>[];
  readonly printed: unknown[];
}
const seen = () => desk.electron.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

beforeAll(async () => {
  desk = await startDesk({ dataFolder: shared.dataFolder, ...inLanguage('en') });
  window = inWindow(desk.page, 'electron/printing');
  const call = callOf(desk);
  await call('systems.openDemo');
  const { selectedId } = await call<{ selectedId: string }>('systems.snapshot');
  systemId = selectedId;
  // dark on the screen
  await call('settings.update', { theme: 'dark' });
  await desk.electron.evaluate(({ app }) => {
    const noted: { preferences: unknown[]; printed: unknown[] } = { preferences: [], printed: [] };
    Object.assign(globalThis, { seen: noted, answer: '' });
    app.on('web-contents-created', (_event, contents) => {
      const of = contents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
        print: unknown;
      };
      const { sandbox, contextIsolation, javascript, preload, nodeIntegration } =
        of.getLastWebPreferences();
      const own = contents.session !== undefined && contents.session.storagePath === null;
      noted.preferences.push({
        sandbox,
        contextIsolation,
        javascript,
        preload,
        nodeIntegration,
        own,
      });
      of.print = (options: unknown, done: (success: boolean, reason: string) => void) => {
        noted.printed.push(options);
        const { answer } = globalThis as unknown as { answer: string };
        done(answer === '', answer);
      };
    });
  });
});
afterAll(() => desk?.electron.close());

async function bringIn(title: string, contents: readonly string[]): Promise<void> {
  const { bytes } = conversationFile(title, contents);
  const file = `new Uint8Array(${JSON.stringify([...bytes])})`;
  const given = `{ systemId: ${JSON.stringify(systemId)}, bytes: ${file} }`;
  const { value } = await desk.page.evaluate<{ value: { ids: string[] } }>(
    `computeDesk.invoke('conversations.importFile', ${given})`,
  );
  await desk.page.evaluate((id) => {
    location.hash = `#/chat/${id}`;
  }, value.ids[0]);
  await desk.page.getByRole('heading', { level: 2, name: title }).waitFor();
}

async function savePdf(title: string): Promise<Uint8Array> {
  const target = join(shared.folder, `${title.length}-${Date.now()}.pdf`);
  await desk.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  const { page, t } = window;
  await page
    .getByRole('button', { name: t('chat.actionsOf', { title }) })
    .last()
    .click();
  await page.getByRole('menuitem', { name: t('conversations.transfer.pdf') }).click();
  await page
    .getByText(t('conversations.transfer.pdfSaved', { path: target }))
    .waitFor({ timeout: patience(240_000) });
  return readFile(target);
}

test('what printing needs and could not be made once is made the next time', async () => {
  const target = join(shared.folder, 'again.pdf');
  await desk.electron.evaluate(({ dialog, session }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    const printing = session.fromPartition('printing', { cache: false });
    const { setProxy } = printing;
    printing.setProxy = async () => {
      printing.setProxy = setProxy;
      throw new Error('no network service');
    };
    Object.assign(globalThis, { printing });
  }, target);
  const save = () => callOf(desk)('conversations.print', { html: '<p>again</p>', to: 'pdf' });
  await expect(save()).rejects.toThrow('print-failed');
  await save();
  const pages = await pagesOf(await readFile(target));
  expect(pages.map(({ text }) => text).join('')).toContain('again');
});

test('a conversation saved as PDF is whole: formulas, code, tables, Japanese and long lines stay on the paper', async () => {
  await bringIn('Paper and pen', ['What fits on paper?', wideAnswer.text]);
  const bytes = await savePdf('Paper and pen');
  await writeFile(join(await pictureFolder('printing'), 'paper.pdf'), bytes);
  const pages = await pagesOf(bytes);
  const text = pages.map((page) => page.text).join('');
  for (const words of wideAnswer.found) expect(text).toContain(words);
  expect(text).toContain('Whatfitsonpaper?');
  // typeset: no TeX of it is left
  expect(text).not.toContain('\\frac');
  expect(text).toContain(`1/${pages.length}`);
  for (const { width, left, right, text: own } of pages) {
    expect(own).not.toBe('');
    expect(left).toBeGreaterThan(30);
    expect(right).toBeLessThan(width - 30);
  }
  expect(pages[0]?.width).toBeCloseTo(595, -1);
});

test('Ctrl+P shows the operating system’s dialog for it, and one that is cancelled is no problem', async () => {
  await bringIn('To the printer', ['A question', 'An answer']);
  const { page, t } = window;
  const before = (await seen()).printed.length;
  await page.keyboard.press('Control+p');
  await expect.poll(async () => (await seen()).printed.length).toBe(before + 1);
  expect((await seen()).printed.at(-1)).toMatchObject({ silent: false });
  const answer = (said: string) =>
    desk.electron.evaluate((_electron, reason) => {
      Object.assign(globalThis, { answer: reason });
    }, said);
  await answer('Print job canceled');
  await page.keyboard.press('Control+p');
  await expect.poll(async () => (await seen()).printed.length).toBe(before + 2);
  expect(await page.getByText(t('errors.print-failed.what')).count()).toBe(0);
  await answer('failed');
  await page.keyboard.press('Control+p');
  await page.getByText(t('errors.print-failed.what')).waitFor();
  // Electron's words for it, with and without CUPS
  for (const words of ['No printers available on the network', 'Failed to enumerate printers']) {
    await answer(words);
    await page.keyboard.press('Control+p');
    await page.getByText(t('errors.no-printer.what')).waitFor();
    await page.getByText(t('errors.no-printer.next')).waitFor();
    const told = page.getByRole('alert').filter({ hasText: t('errors.no-printer.what') });
    await told.getByRole('button', { name: t('common.dismiss') }).click();
  }
  await answer('');
  const open = await desk.electron.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
  );
  expect(open).toBe(1);
});

test('whatever a page says that is to be printed, nothing of it runs, is fetched or leads anywhere', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('<p>elsewhere</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostile = `<!doctype html><meta http-equiv="refresh" content="0; url=${to}/refresh">
    <base href="${to}/"><link rel="stylesheet" href="${to}/css"><link rel="dns-prefetch" href="${to}">
    <script>document.body.append('RAN')</script><script src="${to}/js"></script>
    <p onclick="0">words</p><img src="${to}/img" onerror="document.body.append('RAN')">
    <img src="x:" onerror="document.body.append('RAN')"><svg onload="document.body.append('RAN')"></svg>
    <iframe src="${to}/frame"></iframe><iframe src="app://compute-desk/"></iframe>
    <object data="${to}/object"></object><embed src="file:///etc/passwd">
    <video src="${to}/video" autoplay></video><audio src="${to}/audio" autoplay></audio>
    <style>@import "${to}/import"; @font-face { font-family: x; src: url(${to}/font) } p { font-family: x; background: url(${to}/bg) }</style>
    <form action="${to}/form"><input name="a" autofocus></form>
    <div style="width:9000000px;height:30000px">END</div>`;
  const target = join(shared.folder, 'hostile.pdf');
  await desk.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await callOf(desk)('conversations.print', { html: hostile, to: 'pdf' });
  const pages = await pagesOf(await readFile(target));
  const text = pages.map((page) => page.text).join('');
  expect(text).toContain('words');
  expect(text).not.toContain('RAN');
  expect(text).not.toContain('elsewhere');
  expect(asked).toEqual([]);
  for (const made of (await seen()).preferences) {
    expect(made).toEqual({
      ...{ sandbox: true, contextIsolation: true, javascript: false, nodeIntegration: false },
      own: true,
    });
  }
  expect((await seen()).preferences.length).toBeGreaterThan(0);
  await new Promise((resolve) => server.close(resolve));
});

test(
  'ten thousand messages are printed to the last',
  async () => {
    const contents = Array.from({ length: 10_000 }, (_, at) =>
      at % 2 === 0 ? `question ${at}` : `answer **${at}** END-${at}-`,
    );
    await bringIn('Many', contents);
    const started = performance.now();
    const pages = await pagesOf(await savePdf('Many'));
    console.log(
      `10,000 messages: ${pages.length} pages, ${Math.round(performance.now() - started)} ms`,
    );
    expect(pages.at(-1)?.text).toContain('END-9999-');
    expect(pages.some(({ text }) => text.includes('END-5001-'))).toBe(true);
  },
  patience(300_000),
);
