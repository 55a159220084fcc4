import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  openPlace,
  openToOthers,
  whyNoOtherUser,
  writeLaxFolder,
} from '../support/processes/another-user.ts';
import { masksBelow } from '../support/processes/process-masks.ts';
import {
  appWithTestPage,
  callOf,
  removeFolder,
  startDesk,
  temporaryFolder,
  testEnvironment,
  testSwitches,
} from './support/desk.ts';

let place: string;
let app: string;

beforeAll(async () => {
  place = openPlace(await temporaryFolder());
  app = await appWithTestPage(place);
});
afterAll(() => removeFolder(place));

const linux = process.platform === 'linux';
const reason = whyNoOtherUser();
if (reason !== null) console.log(`skipped: a second user at Electron's data folder (${reason})`);

test.skipIf(reason !== null)(
  'another user reads nothing of a folder that lay open, while the app runs nor after',
  async () => {
    const control = join(place, 'control');
    const dataFolder = join(place, 'lax');
    const files = writeLaxFolder(dataFolder);
    expect(openToOthers(dataFolder, control)).toEqual(
      expect.arrayContaining(files.map((name) => join(dataFolder, name))),
    );
    const desk = await startDesk({ app, dataFolder });
    const call = callOf(desk);
    await call('app.info');
    expect(openToOthers(dataFolder, control)).toEqual([]);
    await call('settings.update', { theme: 'dark' });
    await call('systems.openDemo');
    expect(openToOthers(dataFolder, control)).toEqual([]);
    await desk.electron.close();
    expect(openToOthers(dataFolder, control)).toEqual([]);
  },
);

test.skipIf(!linux)(
  'what the app runs writes for the user alone, what it opens does not',
  async () => {
    const programs = join(place, 'programs');
    const said = join(place, 'mask');
    await mkdir(programs, { recursive: true });
    await writeFile(join(programs, 'xdg-open'), `#!/bin/sh\numask > '${said}'\n`);
    await chmod(join(programs, 'xdg-open'), 0o755);
    const desk = await startDesk({
      app,
      dataFolder: join(place, 'masks'),
      env: { PATH: `${programs}:${process.env.PATH ?? ''}` },
    });
    const call = callOf(desk);
    // A certificate's file goes to the worker that is a utility process.
    await call('systems.openDemo');
    const ours = masksBelow(desk.electron.process().pid ?? 0).filter(
      ({ command, pid }) =>
        pid === desk.electron.process().pid || /NodeService|workers\/\w+\.js/.test(command),
    );
    // Main, the storage's Node where the runtime has no SQLite, and the certificates' worker.
    expect(ours.length).toBeGreaterThanOrEqual(2);
    expect(ours.filter(({ mask }) => mask !== '0077')).toEqual([]);

    await call('app.openExternal', { url: 'https://example.org/' });
    await expect.poll(() => readFile(said, 'utf8').catch(() => '')).toMatch(/^0?022\n$/);
    await desk.electron.close();
  },
);

test.skipIf(!linux)('a folder that cannot be kept private is refused with a sentence', async () => {
  const open = join(place, 'open');
  await mkdir(open, { recursive: true });
  await chmod(open, 0o777);
  // Not by Playwright, which waits for the loop that the box holds.
  const args = [...testSwitches, app, '--data-dir', join(open, 'data')];
  const child = spawn(inject('runtime').binary, args, {
    env: testEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  child.stderr.on('data', (data: Buffer) => {
    error += data.toString();
  });
  await expect.poll(() => error).toContain(`Everyone can write to ${open}`);
  expect(await readdir(open)).toEqual([]);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
});
