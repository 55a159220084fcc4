import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Settings } from '../../preload/contract/settings/settings.ts';
import { hasDesktop, type SeenTray } from './support/bus/desktop.ts';
import { callOf, type Desk } from './support/desk.ts';
import { watchedDesktop } from './support/watched-desktop.ts';
import { closeWindow, watch, windowsOf } from './support/watched-system.ts';

const onDesktop = test.skipIf(!hasDesktop);
const on = watchedDesktop();

const settingsOf = (desk: Desk) => callOf(desk)<Settings>('settings.snapshot');
const labels = (tray: SeenTray | null) => tray?.menu.map(({ label }) => label);
const text = async () => (await on.desktop.tray())?.text;

/** Waits until the tray says so. */
async function until(said: string): Promise<SeenTray> {
  await expect.poll(text).toBe(`Compute Desk: ${said}`);
  const tray = await on.desktop.tray();
  if (tray === null) throw new Error('nothing is in the tray');
  return tray;
}

onDesktop(
  'the tray tells the worst state by a picture of its own and in words, and lists what is not up',
  async () => {
    const desk = await on.start();
    const { see } = await watch(desk, on.place);
    await desk.electron.evaluate(({ app }) => {
      const noted = globalThis as { badge?: number };
      app.setBadgeCount = (count) => {
        noted.badge = count ?? 0;
        return true;
      };
    });
    const badge = () => desk.electron.evaluate(() => (globalThis as { badge?: number }).badge);
    await see({ a: 'OK', b: 'OK' });
    const up = await until('All machines are up');
    const icons = [up.icon];
    for (const b of ['maintenance', 'strange', 'degraded', 'NG']) {
      await see({ a: 'OK', b });
      await expect.poll(async () => labels(await on.desktop.tray())?.[1]).toContain(`(${b})`);
      icons.push((await until('Machines that are not up: 1')).icon);
    }
    await see(null);
    icons.push((await until('A Web API does not respond')).icon);
    expect(new Set(icons).size).toBe(icons.length);
    // the number on the app's own icon; what cannot be reached says nothing of machines
    await expect.poll(badge).toBe(0);

    await see({ a_1: 'NG', 'b & c': 'degraded', d: 'OK' });
    const tray = await until('Machines that are not up: 2');
    expect(labels(tray)).toEqual([
      'Machines that are not up: 2',
      'a_1: Down (NG)',
      'b & c: Degraded (degraded)',
      'Open Compute Desk',
      'Pause Checks for an Hour',
      'Keep Checking When the Window Is Closed',
      'Start at Login',
      'Quit Compute Desk',
    ]);
    expect(tray.menu.map(({ checked }) => checked).slice(5, 7)).toEqual([false, false]);
    expect(await badge()).toBe(2);
    await on.desktop.choose('b & c: Degraded (degraded)');
    await expect.poll(() => windowsOf(desk)).toEqual(['#/machines/b%20%26%20c']);
  },
);

onDesktop('checks are paused from the tray, and go on at once when they are resumed', async () => {
  const desk = await on.start();
  const { see } = await watch(desk, on.place, 10);
  await see({ a: 'OK' });
  const { icon } = await until('All machines are up');
  await on.desktop.choose('Pause Checks for an Hour');
  const paused = await until('Checks are paused');
  expect(paused.icon).not.toBe(icon);
  on.place.say({ a: 'NG' });
  const asked = on.place.asked();
  await on.desktop.choose('Resume Checks');
  await until('Machines that are not up: 1');
  expect(on.place.asked()).toBe(asked + 1);
});

onDesktop(
  'whoever wants to be told is asked once whether checks go on without a window; the tray brings it back, and quits',
  async () => {
    const desk = await on.start();
    const { see, setRule } = await watch(desk, on.place);
    await setRule({});
    await see({ a: 'OK' });
    await until('All machines are up');
    await desk.electron.evaluate(({ dialog }) => {
      const noted = globalThis as { asked?: string[] };
      noted.asked = [];
      dialog.showMessageBox = async (...given: unknown[]) => {
        const { message, buttons } = given.at(-1) as { message: string; buttons: string[] };
        noted.asked?.push(`${message} ${buttons.join(', ')}`);
        return { response: 1, checkboxChecked: false };
      };
    });
    const asked = () =>
      desk.electron.evaluate(() => (globalThis as { asked?: readonly string[] }).asked);
    const question = ['Keep checking when the window is closed? Quit, Keep Checking'];
    await closeWindow(desk);
    await expect.poll(asked).toEqual(question);
    await expect
      .poll(async () => (await on.desktop.tray())?.menu.find(({ checked }) => checked)?.label)
      .toBe('Keep Checking When the Window Is Closed');
    expect(await windowsOf(desk)).toEqual([]);
    await on.desktop.clickTray();
    await expect.poll(async () => (await windowsOf(desk)).length).toBe(1);
    await closeWindow(desk);
    await expect.poll(() => windowsOf(desk)).toEqual([]);
    expect(await asked()).toEqual(question);
    const ended = once(desk.electron.process(), 'exit');
    await on.desktop.choose('Quit Compute Desk');
    expect((await ended)[0]).toBe(0);
  },
);

onDesktop(
  'what is chosen in the tray is kept, and what starts at login is written where desktops look',
  async () => {
    const desk = await on.start();
    const { see } = await watch(desk, on.place);
    await see({ a: 'OK' });
    await until('All machines are up');
    await on.desktop.choose('Keep Checking When the Window Is Closed');
    await expect.poll(async () => (await settingsOf(desk)).keepChecking).toBe(true);
    await on.desktop.choose('Start at Login');
    await expect.poll(async () => (await settingsOf(desk)).startAtLogin).toBe(true);
    // the setting is stored first
    const entry = join(on.folder, 'config/autostart/compute-desk.desktop');
    await expect
      .poll(() => readFile(entry, 'utf8').catch(() => ''))
      .toMatch(/^Exec=.*"--hidden".*"--data-dir"/m);
  },
);

onDesktop(
  'without a tray a closed window is minimized instead, and the settings say so; where nothing minimizes it, it closes and the app ends',
  async () => {
    on.desktop.showTray(false);
    const desk = await on.start();
    const { see } = await watch(desk, on.place);
    await see({ a: 'OK' });
    await callOf(desk)('settings.update', { keepChecking: true });
    await desk.page.evaluate("location.hash = '#/settings/notifications'");
    const without = desk.page.getByText('This desktop shows no tray icons');
    await without.waitFor();
    // no window manager runs here
    await desk.electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const noted = globalThis as { minimized?: number };
      noted.minimized = 0;
      if (window === undefined) return;
      window.minimize = () => {
        noted.minimized = (noted.minimized ?? 0) + 1;
      };
    });
    const minimized = () =>
      desk.electron.evaluate(() => (globalThis as { minimized?: number }).minimized);
    const look = () => desk.page.evaluate("window.dispatchEvent(new Event('focus'))");
    await closeWindow(desk);
    await expect.poll(minimized).toBe(1);
    expect(await windowsOf(desk)).toHaveLength(1);
    on.desktop.showTray(true);
    await look();
    await desk.page.getByText('The app stays in the tray').waitFor();
    on.desktop.showTray(false);
    await look();
    await without.waitFor();
    const ended = once(desk.electron.process(), 'exit');
    await closeWindow(desk);
    expect((await ended)[0]).toBe(0);
  },
);
