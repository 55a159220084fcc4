import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../preload/contract/systems/session.ts';
import { needsAreMet } from '../../scripts/lanes/needs.ts';
import { inWindow } from '../e2e/support/window.ts';
import { patience } from '../support/patience.ts';
import { callOf, type Desk } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';
import { startWeston } from './support/weston.ts';

const present = needsAreMet(['wayland']);
if (!present) console.log('skipped: a Wayland desktop needs weston');

/** The app on a Wayland desktop, where no switch says that it is one. */
async function openOnWayland(): Promise<Desk> {
  const folder = testFolder();
  const weston = await startWeston(folder);
  onTestFinished(() => weston.close());
  return openDesk({ dataFolder: join(folder, 'data'), env: weston.env });
}

test.skipIf(!present)(
  'on a Wayland desktop the app starts, and its first steps are taken',
  async () => {
    const desk = await openOnWayland();
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

test.skipIf(!present)('there the window to sign in is shown, and signs in', async () => {
  const desk = await openOnWayland();
  const call = callOf(desk);
  const systemId = 'demo';
  await call('systems.openDemo');
  const opened = desk.electron.waitForEvent('window');
  await call('session.signIn', { systemId, way: 'window' });
  const provider = await opened;
  const shown = () =>
    desk.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((one) => one.getParentWindow())
        ?.isVisible(),
    );
  await expect.poll(shown, { timeout: patience(10_000) }).toBe(true);
  await provider.getByRole('button', { name: 'Continue' }).click();
  const state = async () => (await call<Session>('session.snapshot', { systemId })).state;
  await expect.poll(state, { timeout: patience(10_000) }).toBe('active');
});
