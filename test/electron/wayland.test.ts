import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needsAreMet } from '../../scripts/lanes/needs.ts';
import { inWindow } from '../e2e/support/window.ts';
import { patience } from '../support/patience.ts';
import { openDesk, testFolder } from './support/shared.ts';
import { startWeston } from './support/weston.ts';

const present = needsAreMet(['wayland']);
if (!present) console.log('skipped: a Wayland desktop needs weston');

test.skipIf(!present)(
  'on a Wayland desktop the app starts, and its first steps are taken',
  async () => {
    const folder = testFolder();
    const weston = await startWeston(folder);
    onTestFinished(() => weston.close());
    const { env, args } = weston;
    const desk = await openDesk({ dataFolder: join(folder, 'data'), args, env });
    const window = inWindow(desk.page, 'electron/wayland');
    const { page, t, goTo } = window;
    // there is no other display that it could have taken
    const shown = () =>
      desk.electron.evaluate(({ app, BrowserWindow, screen }) => ({
        platform: app.commandLine.getSwitchValue('ozone-platform'),
        visible: BrowserWindow.getAllWindows()[0]?.isVisible(),
        display: screen.getPrimaryDisplay().size,
      }));
    const wanted = { platform: 'wayland', visible: true, display: { width: 1600, height: 1000 } };
    await expect.poll(shown, { timeout: patience(10_000) }).toEqual(wanted);
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await goTo('chat');
    await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByRole('article').nth(1).waitFor();
    await goTo('settings');
  },
);
