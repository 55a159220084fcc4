import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Desk, startDesk } from './support/desk.ts';
import { openDesk, sharedApp } from './support/shared.ts';

const shared = sharedApp();

async function open(): Promise<Desk> {
  const desk = await startDesk({ app: shared.app, dataFolder: shared.freshData() });
  onTestFinished(() => desk.electron.close());
  await desk.page.waitForSelector('body[data-ready]');
  return desk;
}

/** Chooses an entry of the application's menu, as a press on it would. */
async function choose({ electron }: Desk, label: string): Promise<void> {
  const press = () =>
    electron.evaluate(({ Menu }, wanted) => {
      const all = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      // without the mark of its access key
      const found = all?.find((item) => item.label.replace('&', '') === wanted);
      found?.click();
      return found !== undefined;
    }, label);
  // the menu comes with the language that the settings say
  await expect.poll(press).toBe(true);
}

const boundsOf = ({ electron }: Desk) =>
  electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .sort((a, b) => a.id - b.id)
      .map((window) => window.getBounds()),
  );

test('a second window opens beside the first, hears what main tells, and closes by itself', async () => {
  const desk = await open();
  const opened = desk.electron.waitForEvent('window');
  await choose(desk, 'New Window');
  const second = await opened;
  await second.waitForSelector('body[data-ready]');
  const [one, other] = await boundsOf(desk);
  expect(other?.x).toBeGreaterThan(one?.x ?? 0);
  expect(other?.y).toBeGreaterThan(one?.y ?? 0);

  const listen = `window.heard = new Promise((resolve) => computeDesk.subscribe((name, payload) => {
    if (name === 'settings.changed') resolve(payload.theme);
  }));0`;
  for (const page of [desk.page, second]) await page.evaluate(listen);
  await second.evaluate('computeDesk.invoke("settings.update", { theme: "dark" })');
  for (const page of [desk.page, second]) {
    expect(await page.evaluate('window.heard')).toBe('dark');
  }

  await second.close();
  await expect.poll(async () => (await boundsOf(desk)).length).toBe(1);
  expect(await desk.page.evaluate('computeDesk.invoke("settings.snapshot")')).toMatchObject({
    ok: true,
  });
});

test('the menu asks the window in front, and no other', async () => {
  const desk = await open();
  const opened = desk.electron.waitForEvent('window');
  await choose(desk, 'New Window');
  const second = await opened;
  await second.waitForSelector('body[data-ready]');
  const listen = `window.commands = []; computeDesk.subscribe((name, payload) => {
    if (name === 'app.command') window.commands.push(payload.command);
    if (name === 'settings.changed') window.done = true;
  });0`;
  const pages = [desk.page, second];
  for (const page of pages) await page.evaluate(listen);
  await choose(desk, 'Settings…');
  // What main tells all of them comes after it.
  await second.evaluate('computeDesk.invoke("settings.update", { theme: "dark" })');
  for (const page of pages) await page.waitForFunction('window.done');
  const heard = await Promise.all(pages.map((page) => page.evaluate<string[]>('window.commands')));
  expect(heard.flat()).toEqual(['settings']);
});

test('a window comes back when its display goes', async () => {
  const desk = await open();
  await desk.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 30_000, y: 20_000, width: 1000, height: 700 }),
  );
  await expect.poll(async () => (await boundsOf(desk))[0]?.x).toBe(30_000);
  await desk.electron.evaluate(({ screen }) => {
    screen.emit('display-removed', {}, screen.getPrimaryDisplay());
  });
  const area = await desk.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  await expect
    .poll(async () => {
      const [at] = await boundsOf(desk);
      return at !== undefined && at.x >= area.x && at.x + at.width <= area.x + area.width;
    })
    .toBe(true);
  const [at] = await boundsOf(desk);
  expect(at).toMatchObject({ width: 1000, height: 700 });
});

test.each([
  ['on a display that is there no more', { x: 4000, y: 300, width: 1000, height: 700 }],
  ['above all displays', { x: 100, y: -900, width: 1000, height: 700 }],
  ['on a larger display', { x: 60, y: 40, width: 5000, height: 4000 }],
])('a window that was closed %s opens on one that is', async (_, kept) => {
  const dataFolder = shared.freshData();
  await mkdir(dataFolder);
  const settings = join(dataFolder, 'settings.json');
  await writeFile(settings, JSON.stringify({ window: { ...kept, maximized: false } }));
  const desk = await openDesk({ app: shared.app, dataFolder });
  await desk.page.waitForSelector('body[data-ready]');
  const area = await desk.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  const [at] = await boundsOf(desk);
  if (at === undefined) throw new Error('no window');
  expect(at.x).toBeGreaterThanOrEqual(area.x);
  expect(at.y).toBeGreaterThanOrEqual(area.y);
  expect(at.x + Math.min(at.width, 120)).toBeLessThanOrEqual(area.x + area.width);
  // of a whole display Chromium leaves a pixel where nobody manages windows
  for (const side of ['width', 'height'] as const) {
    expect(at[side]).toBeLessThanOrEqual(Math.min(kept[side], area[side]));
    expect(at[side]).toBeGreaterThanOrEqual(Math.min(kept[side], area[side]) - 1);
  }
});

test('a display that shrinks takes its windows along, and one that is in reach stays where it is', async () => {
  const desk = await open();
  const placed = { x: 40, y: 30, width: 1000, height: 700 };
  await desk.electron.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    placed,
  );
  await expect.poll(async () => (await boundsOf(desk))[0]).toEqual(placed);
  await desk.electron.evaluate(({ screen }) => {
    screen.emit('display-metrics-changed', {}, screen.getPrimaryDisplay(), ['workArea']);
  });
  expect(await boundsOf(desk)).toEqual([placed]);
  await desk.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width: 3000, height: 2000 }),
  );
  await desk.electron.evaluate(({ screen }) => {
    screen.emit('display-metrics-changed', {}, screen.getPrimaryDisplay(), ['workArea']);
  });
  const area = await desk.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  await expect.poll(async () => (await boundsOf(desk))[0]?.width).toBeLessThanOrEqual(area.width);
});

test('the zoom is kept for the next start, goes by the wheel too, and stops where nothing could be read', async () => {
  const dataFolder = join(shared.folder, 'zoom');
  const width = (desk: Desk) => desk.page.evaluate(() => innerWidth);
  const first = await startDesk({ app: shared.app, dataFolder });
  await first.page.waitForSelector('body[data-ready]');
  const whole = await width(first);
  await choose(first, 'Zoom In');
  await choose(first, 'Zoom In');
  await expect.poll(() => width(first)).toBeLessThan(whole * 0.82);
  await first.electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    for (let turn = 0; turn < 40; turn += 1) window?.webContents.emit('zoom-changed', {}, 'in');
  });
  await expect.poll(() => width(first)).toBe(Math.round(whole / 3));
  await first.electron.close();

  const second = await startDesk({ app: shared.app, dataFolder });
  onTestFinished(() => second.electron.close());
  await second.page.waitForSelector('body[data-ready]');
  await expect.poll(() => width(second)).toBe(Math.round(whole / 3));
  await choose(second, 'Actual Size');
  await expect.poll(() => width(second)).toBe(whole);
});
