import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { gate } from '../support/servers/fake-genai.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const itsFile = /\/Palette-[^/]*\.js$/;

async function openMachines(prepare: (context: BrowserContext) => Promise<unknown>) {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: 'about:blank', folder: 'palette' });
  await prepare(window.context);
  await window.page.goto(app.url);
  await window.page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  return window;
}

test('what is typed right after the palette’s keys is looked for, however late its file comes', async () => {
  const { opened, open } = gate();
  const { page, t, picture } = await openMachines((context) =>
    context.route(itsFile, async (route) => {
      await opened;
      await route.continue();
    }),
  );
  const palette = page.getByRole('dialog', { name: t('frame.palette.title') });
  const field = palette.getByPlaceholder(t('frame.palette.placeholder'));
  const hasFocus = () => field.evaluate((own) => own === document.activeElement);

  // without a wait between the keys and the letters
  const session = await page.context().newCDPSession(page);
  const key = (type: 'keyDown' | 'keyUp', of: string, modifiers = 0) =>
    session.send('Input.dispatchKeyEvent', {
      ...{ type, modifiers, key: of, code: `Key${of.toUpperCase()}` },
      ...{ windowsVirtualKeyCode: of.toUpperCase().charCodeAt(0) },
      ...(type === 'keyDown' && modifiers === 0 ? { text: of } : {}),
    });
  const control = 2;
  const presses = [key('keyDown', 'k', control), key('keyUp', 'k', control)];
  for (const letter of 'sexttings') presses.push(key('keyDown', letter), key('keyUp', letter));
  await Promise.all(presses);
  expect(await field.inputValue()).toBe('sexttings');
  // the caret goes along: what is typed next stands where one has gone to
  for (let step = 0; step < 'ttings'.length; step += 1) await page.keyboard.press('ArrowLeft');
  await picture('waiting');
  open();
  await palette.getByRole('listbox').waitFor();
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Backspace');
  expect(await field.inputValue()).toBe('settings');
  await picture('there');
  await palette
    .getByRole('option', { name: t('frame.screens.settings') })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: t('frame.screens.settings') }).waitFor();

  // closed, it gives the keyboard back to where it came from
  const opener = page
    .getByRole('navigation', { name: t('frame.navigation') })
    .getByRole('button')
    .first();
  await opener.focus();
  await page.keyboard.press('Control+k');
  await palette.getByRole('listbox').waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((own) => own === document.activeElement)).toBe(true);
});

test('what is being composed as the file comes is finished in the field where it was begun', async () => {
  const { opened, open } = gate();
  const { page, t } = await openMachines((context) =>
    context.route(itsFile, async (route) => {
      await opened;
      await route.continue();
    }),
  );
  const palette = page.getByRole('dialog', { name: t('frame.palette.title') });
  const field = palette.getByPlaceholder(t('frame.palette.placeholder'));
  await page.keyboard.press('Control+k');
  await field.waitFor();
  const session = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await compose('せ');
  const came = page.waitForResponse(itsFile);
  open();
  await (await came).finished();
  await compose('せってい');
  expect(await field.inputValue()).toBe('せってい');
  expect(await palette.getByRole('listbox').count()).toBe(0);
  await session.send('Input.insertText', { text: '設定' });
  await palette.getByRole('listbox').waitFor();
  expect(await field.inputValue()).toBe('設定');
});

test('its file is fetched once there is time for it, and opens it without being asked for', async () => {
  const asked: string[] = [];
  const { page, t } = await openMachines(async (context) => {
    context.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  });
  await expect.poll(() => asked.filter((path) => itsFile.test(path)).length).toBe(1);
  await page.waitForLoadState('networkidle');
  const before = asked.length;
  await page.keyboard.press('Control+k');
  await page
    .getByRole('dialog', { name: t('frame.palette.title') })
    .getByRole('listbox')
    .waitFor();
  // the names of the settings follow while it is open already
  expect(asked.slice(before).filter((path) => itsFile.test(path))).toEqual([]);
});
