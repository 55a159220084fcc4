import { expect, inject, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { conversationOf, prepareFolder } from '../support/files/prepared-folder.ts';
import { inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

const says = (id: string, content: string) => ({
  sql: 'UPDATE messages SET content = ? WHERE id = ?',
  params: [content, id],
});

test('Ctrl+F finds within the open conversation, in rows that are not drawn too, by Enter and its arrows', async () => {
  console.log(`finding on Electron ${inject('runtime').version}`);
  const dataFolder = testFolder();
  prepareFolder(dataFolder, 'http://127.0.0.1:9', [
    ...conversationOf('long', 400),
    says('long-2', 'Which **GPUサーバー** is free?'),
    says('long-151', 'ＧＰＵ and gpu, twice in one answer.'),
    says('long-399', 'The last GPU.'),
  ]);
  const desk = await openDesk({ dataFolder, ...inLanguage('en') });
  const { page, t, goTo, picture } = inWindow(desk.page, 'electron/find');
  await goTo('chat');
  await page.evaluate(() => {
    location.hash = '#/chat/long';
  });
  const thread = page.getByRole('log', { name: t('chat.thread') });
  await thread.getByText('The last GPU.').waitFor();
  const row = (index: number) => thread.locator(`[data-index="${index}"]`);
  expect(await row(2).count()).toBe(0);

  const bar = page.getByRole('search', { name: t('chat.find.title') });
  const field = bar.getByRole('searchbox');
  const status = () => bar.getByRole('status').innerText();
  const place = (number: number) => t('chat.find.place', { number, total: 4 });
  /** What is marked as the hit that is shown, and whether it is in sight. */
  const shown = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('found-current') ?? [];
      if (!(range instanceof Range)) return null;
      const { top, bottom } = range.getBoundingClientRect();
      return { text: range.toString(), seen: top > 0 && bottom < innerHeight };
    });

  // as the desktop gives it to the window, past the host's menu
  await desk.electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    const key = { keyCode: 'F', modifiers: ['control'] } as const;
    window?.webContents.sendInputEvent({ type: 'keyDown', ...key, modifiers: [...key.modifiers] });
    window?.webContents.sendInputEvent({ type: 'keyUp', ...key, modifiers: [...key.modifiers] });
  });
  await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
  await page.keyboard.type('gpu');
  // the search begins where the reader is, at the end, and goes on at the top
  await expect.poll(status).toBe(place(4));
  for (const [number, text, index] of [
    [1, 'GPU', 2],
    [2, 'ＧＰＵ', 151],
    [3, 'gpu', 151],
    [4, 'GPU', 399],
  ] as const) {
    await page.keyboard.press('Enter');
    await expect.poll(status).toBe(place(number));
    await expect.poll(shown).toEqual({ text, seen: true });
    expect(await row(index).count()).toBe(1);
  }
  await page.keyboard.press('Shift+Enter');
  await expect.poll(status).toBe(place(3));
  await expect.poll(shown).toEqual({ text: 'gpu', seen: true });
  await bar.getByRole('button', { name: t('chat.find.previous') }).click();
  await expect.poll(status).toBe(place(2));
  await bar.getByRole('button', { name: t('chat.find.next') }).click();
  await expect.poll(status).toBe(place(3));
  await picture('hit');
  await field.press('Escape');
  await expect.poll(() => bar.count()).toBe(0);
  expect(await page.evaluate(() => CSS.highlights.has('found'))).toBe(false);
  // the reader stays where the hit was
  expect(await row(151).count()).toBe(1);
});
