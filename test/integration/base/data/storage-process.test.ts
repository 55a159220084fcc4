import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { damages, soundFolder } from '../../../support/files/damaged-folders.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { storageProcesses } from '../../../support/processes/storage-process.ts';
import { startWholeApp, type WholeApp } from '../../../support/processes/whole-app.ts';

// The core as an Electron with SQLite runs it: main on Node 24, and storage in a process of its own.
const present = process.platform !== 'win32';
if (!present) console.log('skipped: how the process is ended is of POSIX');

const add = (app: WholeApp, name: string) =>
  app.call('systems.add', {
    ...{ name, webApiUrl: 'https://api.invalid', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
const names = async (app: WholeApp): Promise<string[]> =>
  (await app.call('systems.snapshot', undefined)).systems.map(({ name }) => name);

test.skipIf(!present)(
  'the storage process lives as long as the app, and what it wrote is there at the next start',
  async () => {
    const processes = storageProcesses(testFolder());
    const app = await startWholeApp({ workers: processes.workers });
    await add(app, 'Kept');
    expect(processes.runs()).toBe(true);
    await app.close();
    expect(processes.runs()).toBe(false);
    const again = await startWholeApp({ workers: processes.workers }, app.folder);
    expect(await names(again)).toEqual(['Kept']);
  },
);

test.skipIf(!present)(
  'a fault in it does not end the app: the next call is answered, nothing is lost, and the log says so',
  async () => {
    const processes = storageProcesses(testFolder());
    const app = await startWholeApp({ workers: processes.workers });
    await add(app, 'Before');
    processes.kill();
    await expect.poll(processes.runs).toBe(false);
    await add(app, 'After');
    expect(processes.runs()).toBe(true);
    // all that the database has, not only what main remembers
    await app.close();
    const again = await startWholeApp({ workers: processes.workers }, app.folder);
    expect(await names(again)).toEqual(['Before', 'After']);
    expect(await again.log()).toContain('"storage-reopened"');
  },
);

test.skipIf(!present)(
  'a fault while the app writes: what was answered is there, and what failed may be tried again',
  async () => {
    const processes = storageProcesses(testFolder());
    const app = await startWholeApp({ workers: processes.workers });
    const wanted = Array.from({ length: 40 }, (_, index) => `System ${index}`);
    const adding = wanted.map((name) =>
      add(app, name).then(
        () => name,
        () => null,
      ),
    );
    await adding[0];
    processes.kill();
    const done = (await Promise.all(adding)).filter((name) => name !== null);
    // one that was under way when it went fails too
    const tryOnce = () =>
      add(app, 'After').then(
        () => true,
        () => false,
      );
    await expect.poll(tryOnce).toBe(true);
    await app.close();
    const again = await startWholeApp({ workers: processes.workers }, app.folder);
    const there = await names(again);
    expect(there).toContain('After');
    expect(done.filter((name) => !there.includes(name))).toEqual([]);
  },
);

test.skipIf(!present)('over a damaged database it says what became of it', async () => {
  const sound = soundFolder();
  const folder = testFolder();
  cpSync(sound.folder, folder, { recursive: true });
  sound.remove();
  const file = join(folder, 'compute-desk.sqlite');
  rmSync(`${file}-wal`);
  damages['pages of noise'](file, 200_000);
  const processes = storageProcesses(testFolder());
  const app = await startWholeApp({ workers: processes.workers }, folder);
  expect(await names(app)).toHaveLength(3);
  const { damage } = await app.call('app.info', undefined);
  expect(damage).toMatchObject({ systems: 3, whole: false });
  expect(existsSync(join(damage?.path ?? '', 'compute-desk.sqlite'))).toBe(true);
});
