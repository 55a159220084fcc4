import { afterAll, beforeAll, expect, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { heardOf, isNamed, namelessIn } from './support/access-tree.ts';
import { callOf, type Desk, inLanguage, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const shared = sharedFolder();
let desk: Desk;

beforeAll(async () => {
  // A screen reader turns this on.
  const { args, env } = inLanguage('en');
  desk = await startDesk({
    dataFolder: shared.dataFolder,
    args: [...args, '--force-renderer-accessibility'],
    env,
  });
  inWindow(desk.page, 'electron/access');
  await callOf(desk)('systems.openDemo');
  await desk.page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
});
afterAll(() => desk?.electron.close());

async function goTo(place: string): Promise<void> {
  await desk.page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  await desk.page.getByRole('main').waitFor();
}

test.each([
  '#/machines',
  '#/chat',
  '#/clients',
  '#/certificates',
  '#/settings/notifications',
  '#/settings/backup',
  '#/systems',
])('a screen reader hears a name for everything that can be operated on %s', async (place) => {
  await goTo(place);
  await desk.page.getByRole('heading').first().waitFor();
  const heard = await heardOf(desk.page);
  expect(namelessIn(heard)).toEqual([]);
  expect(heard.filter(isNamed).length).toBeGreaterThan(5);
  const roles = heard.map(({ role }) => role);
  for (const landmark of ['main', 'navigation', 'heading']) expect(roles).toContain(landmark);
});

test('Electron’s own zoom of 200 % cuts nothing off sideways', async () => {
  const zoom = (factor: number) =>
    desk.electron.evaluate(({ BrowserWindow }, to) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setSize(960, 640);
      window?.webContents.setZoomFactor(to);
    }, factor);
  await zoom(2);
  for (const place of ['#/machines', '#/chat', '#/settings/backup']) {
    await goTo(place);
    await expect.poll(() => desk.page.evaluate(() => innerWidth)).toBeLessThan(500);
    const wide = await desk.page.evaluate(() => ({
      needed: document.documentElement.scrollWidth,
      there: document.documentElement.clientWidth,
    }));
    expect(wide.needed, place).toBeLessThanOrEqual(wide.there);
  }
  await zoom(1);
});

test('who wants less motion gets none, and the colours of the system are taken where it forces them', async () => {
  await desk.page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await goTo('#/settings/support');
  await desk.page.getByRole('heading', { level: 1 }).waitFor();
  await desk.page.getByRole('button', { name: 'Make a support file…' }).click();
  const dialog = desk.page.getByRole('dialog');
  await dialog.waitFor();
  const moving = await desk.page.evaluate(
    () =>
      document.getAnimations().filter((one) => {
        const { duration } = one.effect?.getComputedTiming() ?? {};
        return typeof duration === 'number' && duration > 20;
      }).length,
  );
  expect(moving).toBe(0);
  const seen = await desk.page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].at(-1);
    if (button === undefined) throw new Error('no button');
    button.focus();
    const { outlineStyle, borderStyle, forcedColorAdjust } = getComputedStyle(button);
    return {
      outlineStyle,
      borderStyle,
      forcedColorAdjust,
      forced: matchMedia('(forced-colors: active)').matches,
    };
  });
  expect(seen.forced).toBe(true);
  expect(seen.forcedColorAdjust).toBe('auto');
  expect([seen.outlineStyle, seen.borderStyle].some((style) => style !== 'none')).toBe(true);
  await desk.page.keyboard.press('Escape');
  await desk.page.emulateMedia({ reducedMotion: null, forcedColors: null });
});
