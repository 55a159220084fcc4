import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { patience } from '../support/patience.ts';
import { watchViolations } from '../support/violations.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

test('a diagram is drawn in a frame of app:// that has a process and an origin of its own', async () => {
  const folder = testFolder();
  const desk = await openDesk({ dataFolder: join(folder, 'data'), ...inLanguage('en') });
  const { page, electron } = desk;
  const violations = await watchViolations(page);
  await callOf(desk)('systems.openDemo');
  const { t, goTo, picture } = inWindow(page, 'electron/mermaid');
  await goTo('chat');
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
  await composer.fill('Draw a diagram');
  await page.keyboard.press('Enter');
  const draw = page.getByRole('button', { name: t('diagrams.draw'), exact: true });
  await draw.waitFor({ timeout: patience(60_000) });

  // what the frame is while it is there, and that the page goes on while it is busy
  const frames = electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<{ url: string; origin: string; ownProcess: boolean }>((resolve) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.webContents.on('did-frame-navigate', (_event, url, _code, _text, isMain, pid) => {
          if (isMain) return;
          const { mainFrame } = window.webContents;
          const frame = mainFrame.framesInSubtree.find((one) => one !== mainFrame);
          resolve({ url, origin: String(frame?.origin), ownProcess: pid !== mainFrame.processId });
        });
      }),
  );
  await draw.click();
  const frame = await frames;
  expect(frame.url).toMatch(/^app:\/\/compute-desk\/assets\/diagram-[0-9a-f]+\.html$/);
  expect(frame).toMatchObject({ origin: 'null', ownProcess: true });
  const drawing = page.locator('.md-diagram > img');
  await drawing.waitFor({ timeout: patience(40_000) });
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(200);
  expect(await drawing.getAttribute('alt')).toContain('Submit');
  expect(await page.locator('iframe').count()).toBe(0);
  await picture('drawn');
  expect(await violations()).toEqual([]);

  // no other page of the app, and nothing remote, lets itself be framed
  const shown = await page.evaluate(async () => {
    const framed = async (src: string): Promise<string> => {
      const element = document.createElement('iframe');
      element.src = src;
      const loaded = new Promise((resolve) => {
        element.addEventListener('load', resolve);
        setTimeout(resolve, 3_000);
      });
      document.body.append(element);
      await loaded;
      // of a page that was let in, something would be seen
      const seen = element.contentDocument?.body?.childElementCount ?? 0;
      element.remove();
      return `${src}: ${seen}`;
    };
    return [await framed('app://compute-desk/index.html'), await framed('https://example.org/')];
  });
  expect(shown).toEqual(['app://compute-desk/index.html: 0', 'https://example.org/: 0']);
});
