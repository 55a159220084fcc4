import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CrashDump } from '../../preload/contract/settings/support.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('what a crashed page leaves stays on this computer, is listed in Settings, saved and removed', async () => {
  const folder = testFolder();
  const dataFolder = join(folder, 'data');
  const desk = await openDesk({ dataFolder, ...inLanguage('en') });
  await desk.page.getByRole('button', { name: /Nothing yet: open the demo/ }).waitFor();
  await callOf(desk)('systems.add', {
    ...{ name: 'One', webApiUrl: 'https://api.example.org', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  expect(await callOf(desk)<CrashDump[]>('support.crashes')).toEqual([]);
  expect(
    await desk.electron.evaluate(({ crashReporter }) => crashReporter.getUploadToServer()),
  ).toBe(false);

  const crashed = desk.electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('render-process-gone', () => {
          contents.once('did-finish-load', () => resolve(contents.getURL()));
        });
        contents?.forcefullyCrashRenderer();
      }),
  );
  expect(await crashed).toBe('app://compute-desk/');
  /** Of the page that is there now: the one that crashed stays crashed to the test's driver. */
  const inPage = <T>(code: string): Promise<T> =>
    desk.electron.evaluate(
      ({ BrowserWindow }, text) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
      code,
    );
  const ask = async <T>(name: string): Promise<T> =>
    (await inPage<{ value: T }>(`computeDesk.invoke(${JSON.stringify(name)})`)).value;
  await expect.poll(() => ask<CrashDump[]>('support.crashes')).toHaveLength(1);

  const dumps = filesBelow(join(dataFolder, 'crashes')).filter((file) => file.endsWith('.dmp'));
  expect(dumps).toHaveLength(1);
  expect(
    readFileSync(dumps[0] ?? '')
      .subarray(0, 4)
      .toString(),
  ).toBe('MDMP');
  expect(statSync(dumps[0] ?? '').mode & 0o077).toBe(0);
  expect(statSync(join(dataFolder, 'crashes')).mode & 0o077).toBe(0);

  await inPage("location.hash = '#/settings/support'; 0");
  const press = (label: string): Promise<boolean> =>
    inPage(`(() => {
      const list = document.querySelector('ul[aria-label="Crash dumps"]');
      const names = ({ ariaLabel, textContent }) => ariaLabel ?? textContent;
      const button = [...(list?.querySelectorAll('button') ?? [])]
        .find((one) => names(one).startsWith(${JSON.stringify(label)}));
      button?.click();
      return button !== undefined;
    })()`);
  const target = join(folder, 'saved.dmp');
  await desk.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await expect.poll(() => press('Save the dump of ')).toBe(true);
  await expect
    .poll(() =>
      stat(target).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBeGreaterThan(1000);
  expect(await readFile(target)).toEqual(readFileSync(dumps[0] ?? ''));
  expect((await stat(target)).mode & 0o077).toBe(0);
  expect(await press('Delete the dump of ')).toBe(true);
  await expect.poll(() => ask<CrashDump[]>('support.crashes')).toEqual([]);
  const left = filesBelow(join(dataFolder, 'crashes')).filter((file) => file.endsWith('.dmp'));
  expect(left).toEqual([]);
});

/**
 * Beside those that are made to crash here, a busy computer's own may come: Chromium ends a process for graphics that
 * does not answer for long. So each that is made has to bring one more, and the log says whose it was.
 */
test('what a worker, the other parts of Chromium and main itself leave is listed too, and the log says whose it was', async () => {
  const folder = testFolder();
  const dataFolder = join(folder, 'data');
  const program = join(folder, 'crash.cjs');
  await writeFile(program, 'process.crash();');
  const desk = await openDesk({ dataFolder, ...inLanguage('en') });
  const dumps = () => callOf(desk)<CrashDump[]>('support.crashes').then(({ length }) => length);
  let before = await dumps();
  const ended = await desk.electron.evaluate(
    ({ utilityProcess }, path) =>
      new Promise<number>((resolve) => {
        const options = { serviceName: 'Compute Desk worker' };
        utilityProcess.fork(path, [], options).once('exit', (code) => resolve(code));
      }),
    program,
  );
  expect(ended).not.toBe(0);
  await expect.poll(dumps).toBeGreaterThan(before);
  before = await dumps();

  // a fault of the operating system's kind, as a broken driver has
  const graphics = async (): Promise<number | undefined> => {
    const all = await desk.electron.evaluate(({ app }) => app.getAppMetrics());
    return all.find(({ type }) => type === 'GPU')?.pid;
  };
  const pid = await graphics();
  if (pid === undefined) throw new Error('there is no process for graphics');
  process.kill(pid, 'SIGSEGV');
  await expect.poll(dumps).toBeGreaterThan(before);
  await expect.poll(async () => (await graphics()) ?? pid).not.toBe(pid);

  const log = () => readFileSync(join(dataFolder, 'logs/main.log'), 'utf8');
  await expect.poll(log).toContain('"Utility"');
  await expect.poll(log).toContain('"GPU"');
  before = await dumps();

  const gone = new Promise((resolve) => desk.electron.process().once('exit', resolve));
  // it answers no more
  desk.electron.evaluate(() => process.crash()).catch(() => undefined);
  await gone;
  const next = await openDesk({ dataFolder, ...inLanguage('en') });
  const left = await callOf(next)<CrashDump[]>('support.crashes');
  expect(left.length).toBeGreaterThan(before);
  for (const { size } of left) expect(size).toBeGreaterThan(1000);
});
