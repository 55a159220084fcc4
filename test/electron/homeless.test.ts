import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { patience } from '../support/patience.ts';
import {
  appWithTestPage,
  callOf,
  handOver,
  removeFolder,
  startDesk,
  temporaryFolder,
  testEnvironment,
  testSwitches,
} from './support/desk.ts';

/** Whom this computer knows by a number only, so that nothing but HOME names a home. */
const { id: nameless } = inject('appUser');
if (nameless === null)
  console.log('skipped: Electron for a user without a home (only root can become one)');

async function place(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** What the terminal is told by a start that ends in a box. */
async function refusal(folder: string, home: string | undefined): Promise<() => string> {
  const { HOME: _own, XDG_CONFIG_HOME: _config, ...rest } = testEnvironment();
  const app = await appWithTestPage(folder);
  handOver();
  // Not by Playwright, which waits for the loop that the box holds.
  const child = spawn(inject('runtime').binary, [...testSwitches, app], {
    env: { ...rest, ...(home !== undefined && { HOME: home }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  let error = '';
  child.stderr.on('data', (data: Buffer) => {
    error += data.toString();
  });
  return () => error;
}

test.skipIf(nameless === null).each([
  ['without HOME', undefined],
  ['with nothing in HOME', ''],
  ['with a HOME that stands for none', '/nonexistent'],
])('%s it asks for a data folder', async (_name, home) => {
  const error = await refusal(await place(), home);
  await expect
    .poll(error, { timeout: patience(8_000) })
    .toContain(
      'Compute Desk could not start: You have no home folder on this computer, so there is no default place for the data folder. Nothing was stored there. Choose your own folder with --data-dir.',
    );
  expect(error()).not.toMatch(/^ {4}at /m);
});

test.skipIf(process.platform !== 'linux').each([
  ['is not there', 'above/home'],
  ['cannot be written', 'above'],
])('with a HOME that %s it says so, and what to do', async (_name, at) => {
  const folder = await place();
  const above = join(folder, 'above');
  await mkdir(above);
  await chmod(above, 0o555);
  const home = join(folder, at);
  const error = await refusal(folder, home);
  await expect
    .poll(error, { timeout: patience(8_000) })
    .toMatch(
      /could not start: The data folder cannot be written to: EACCES.* start with another folder \(--data-dir\)\./,
    );
  expect(error()).toContain(home);
  expect(error()).not.toMatch(/^ {4}at /m);
});

test.skipIf(process.platform === 'win32')('a ~/.config that leads nowhere is said', async () => {
  const folder = await place();
  const link = join(folder, '.config');
  await symlink(join(folder, 'gone'), link);
  const error = await refusal(folder, folder);
  await expect
    .poll(error, { timeout: patience(8_000) })
    .toContain(`could not start: ${link} is a link that leads nowhere`);
  expect(error()).not.toMatch(/^ {4}at /m);
});

test.skipIf(nameless === null)('without HOME it works in a data folder that is named', async () => {
  const folder = await place();
  const dataFolder = join(folder, 'data');
  const app = await appWithTestPage(folder);
  const env = { HOME: undefined, XDG_CONFIG_HOME: undefined };
  const desk = await startDesk({ app, dataFolder, env });
  const call = callOf(desk);
  await call('settings.update', { theme: 'dark' });
  expect(await call('settings.snapshot')).toMatchObject({ theme: 'dark' });
  expect(await call('dataPlace.snapshot')).toMatchObject({ folder: dataFolder });
  await desk.electron.close();
});
