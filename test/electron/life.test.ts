import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { smallestSize } from '../../main/hosts/electron/window-state.ts';
import { isPosix } from '../support/posix.ts';
import { callOf, type Desk, startDesk, testEnvironment, testSwitches } from './support/desk.ts';
import { sharedApp } from './support/shared.ts';

const shared = sharedApp();

/** A data folder that no other test has. */
const freshData = () => shared.freshData();

async function settingsOf(dataFolder: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(dataFolder, 'settings.json'), 'utf8'));
}

function boundsOf({ electron }: Desk) {
  return electron.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('no window');
    return {
      bounds: window.getNormalBounds(),
      minimum: window.getMinimumSize(),
      area: screen.getPrimaryDisplay().workArea,
    };
  });
}

/** Closes the window as the user does and waits for the process to end. */
async function closeWindow({ electron }: Desk): Promise<number | null> {
  const ended = once(electron.process(), 'exit');
  const asked = electron.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
  });
  // The process may end before its answer has left.
  await Promise.race([asked, ended]);
  const [code] = await ended;
  return code as number | null;
}

test('closing the window ends the app cleanly and keeps where it was', async () => {
  const dataFolder = freshData();
  const first = await startDesk({ app: shared.app, dataFolder });
  const placed = { x: 60, y: 50, width: 1100, height: 700 };
  await first.electron.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    placed,
  );
  await expect.poll(async () => (await boundsOf(first)).bounds).toEqual(placed);
  expect(await closeWindow(first)).toBe(0);
  expect((await settingsOf(dataFolder)).window).toEqual({ ...placed, maximized: false });
  if (process.platform !== 'win32') {
    expect((await stat(join(dataFolder, 'settings.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
  }

  const second = await startDesk({ app: shared.app, dataFolder });
  const { bounds, minimum } = await boundsOf(second);
  expect(bounds).toEqual(placed);
  expect(minimum).toEqual([smallestSize.width, smallestSize.height]);
  await second.electron.close();
});

test.each([
  {
    what: 'off every display',
    window: { x: 30_000, y: 0, width: 1000, height: 700, maximized: false },
  },
  { what: 'damaged', window: { x: 'left', width: null } },
])('a stored place that is $what is not used', async ({ window }) => {
  const dataFolder = freshData();
  await mkdir(dataFolder, { recursive: true });
  await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ window }));
  const desk = await startDesk({ app: shared.app, dataFolder });
  const { bounds, area } = await boundsOf(desk);
  expect(bounds.x).toBeGreaterThanOrEqual(area.x);
  expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width);
  await desk.electron.close();
});

test('a second start on the same data shows the window of the first and ends', async () => {
  const dataFolder = freshData();
  const desk = await startDesk({ app: shared.app, dataFolder });
  await desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const second = spawn(
    inject('runtime').binary,
    [...testSwitches, shared.app, '--data-dir', dataFolder],
    {
      env: testEnvironment(),
      stdio: 'ignore',
    },
  );
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  await expect
    .poll(() =>
      desk.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.isVisible()),
      ),
    )
    .toEqual([true]);
  await desk.electron.close();
});

test('a page that dies is loaded again, while main lives on', async () => {
  const desk = await startDesk({ app: shared.app, dataFolder: freshData() });
  await desk.page.waitForSelector('body[data-ready]');
  const loaded = desk.electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string | undefined>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        // Not before it is gone: the end of its first load may still be on its way.
        contents?.once('render-process-gone', () => {
          contents.once('did-finish-load', () => resolve(contents.getURL()));
        });
        contents?.forcefullyCrashRenderer();
      }),
  );
  expect(await loaded).toBe('app://compute-desk/');
  const result = await desk.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      'window.computeDesk.invoke("settings.snapshot")',
    ),
  );
  expect(result).toMatchObject({ ok: true });
  await desk.electron.close();
});

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

describe.skipIf(!isPosix)('a signal', () => {
  test.each(
    signals.flatMap((signal) => [
      { signal, when: 'as soon as the window is there' },
      { signal, when: 'when calls are answered' },
    ]),
  )('$signal ends the app cleanly $when', async ({ signal, when }) => {
    const dataFolder = freshData();
    const desk = await startDesk({ app: shared.app, dataFolder });
    if (when === 'when calls are answered') await callOf(desk)('settings.snapshot');
    const ended = once(desk.electron.process(), 'exit');
    desk.electron.process().kill(signal);
    expect(await ended).toEqual([0, null]);
    // The last connection to the database was closed, so its journal is gone.
    await expect(stat(join(dataFolder, 'compute-desk.sqlite-wal'))).rejects.toThrow('ENOENT');
  });
});

test('a first start asks no server for anything', async () => {
  const dataFolder = freshData();
  const netLog = join(shared.folder, 'net-log.json');
  const desk = await startDesk({ app: shared.app, dataFolder, args: [`--log-net-log=${netLog}`] });
  await desk.page.waitForSelector('body[data-ready]');
  await desk.electron.close();
  const text = await readFile(netLog, 'utf8');
  expect(text).toContain('"events"');
  const addresses = [...text.matchAll(/"url":"([a-z]+):\/\/([^"/]*)/g)]
    .map(([, scheme, host]) => `${scheme}://${host}`)
    .filter((address) => !address.startsWith('app://compute-desk'));
  expect(addresses).toEqual([]);
  expect(text).not.toMatch(/"host":"(?!127\.0\.0\.1|localhost)[^"]+\.[a-z]+/);
});
