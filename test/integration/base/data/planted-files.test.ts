import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withTimeout } from '../../../../main/base/outside/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { patience } from '../../../support/patience.ts';
import { isPosix } from '../../../support/posix.ts';
import { deafDisk, whyNoDeafDisk } from '../../../support/processes/deaf-disk.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';
import { connectWebClient } from '../../../support/servers/web-client.ts';

const noDisk = whyNoDeafDisk();
if (noDisk !== null) console.log(`skipped: a file system that does not answer (${noDisk})`);
const marker = '.compute-desk-backups';
const passphrase = 'correct horse battery';

/** The app as its user has it, in a process of its own. */
async function startDesk() {
  const host = startWebProcess(testFolder());
  const client = await connectWebClient(await host.ready);
  onTestFinished(client.close);
  await client.call('vault.setPassphrase', { passphrase });
  const schedule = (folder: string) =>
    client.call('backups.schedule', { folder, passphrase }).catch((error: unknown) => error);
  return { ...host, client, schedule };
}

const stopped = async (host: { stop(): Promise<void> }): Promise<number> => {
  const began = performance.now();
  await host.stop();
  return performance.now() - began;
};

describe.skipIf(!isPosix)('in a folder of backups that others may write to', () => {
  test('nothing is written through what they have put there, at the choice or at any backup', async () => {
    const desk = await startDesk();
    const mine = join(testFolder(), 'mine');
    writeFileSync(mine, 'mine', { mode: 0o640 });
    const planted: [string, (path: string) => void][] = [
      ['a link', (path) => symlinkSync(mine, path)],
      ['a link to nothing yet', (path) => symlinkSync(`${mine}-new`, path)],
      ['a link in a circle', (path) => symlinkSync(path, path)],
      ['a pipe', (path) => void spawnSync('mkfifo', [path])],
      ['a device', (path) => symlinkSync('/dev/full', path)],
      ['a folder', (path) => mkdirSync(path)],
    ];
    for (const [what, plant] of planted) {
      const folder = testFolder();
      const path = join(folder, marker);
      plant(path);
      if (!lstatSync(path, { throwIfNoEntry: false })) continue;
      const refused = { code: 'place-planted', details: { path } };
      expect(await desk.schedule(folder), what).toMatchObject(refused);
      expect(readdirSync(folder), what).toEqual([marker]);
    }
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    expect([existsSync(`${mine}-new`), statSync(mine).mode & 0o777]).toEqual([false, 0o640]);
    expect(await stopped(desk)).toBeLessThan(patience(6_000));
  });

  test('a marker that another of the group has made is as good as one’s own', async () => {
    const desk = await startDesk();
    const folder = testFolder();
    writeFileSync(join(folder, marker), 'of another', { mode: 0o400 });
    expect(await desk.schedule(folder)).toMatchObject({ folder, problem: null });
    expect(readFileSync(join(folder, marker), 'utf8')).toBe('of another');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('what bears a backup’s name and is no file is neither followed nor in the way', async () => {
    const desk = await startDesk();
    const folder = testFolder();
    expect(await desk.schedule(folder)).toMatchObject({ problem: null });
    const [made = ''] = readdirSync(folder).filter((name) => name.endsWith('.backup'));
    const begin = made.slice(0, 'compute-desk-01234567-'.length);
    const mine = join(testFolder(), 'mine');
    writeFileSync(mine, 'mine');
    symlinkSync(mine, join(folder, `${begin}20200101T000000Z.backup.0123456789ab.tmp`));
    mkdirSync(join(folder, `${begin}20200102T000000Z.backup.0123456789ab.tmp`));
    expect(await desk.client.call('backups.makeScheduled', undefined)).toMatchObject({
      problem: null,
    });
    expect(readFileSync(mine, 'utf8')).toBe('mine');
  });
});

test.each(['\0', `${'控'.repeat(90)}`, 'a/'.repeat(9_000)])(
  'a folder of backups that no disk can have is said: %#',
  async (name) => {
    const desk = await startDesk();
    expect(await desk.schedule(`${testFolder()}/${name}`)).toMatchObject({ code: 'path-unusable' });
  },
);

describe.skipIf(noDisk !== null)('a file system that does not answer', () => {
  test('holds up neither the app nor its end', async () => {
    const desk = await startDesk();
    const { folder } = deafDisk();
    const asked = desk.schedule(folder).catch(() => undefined);
    const moved = desk.client
      .call('dataPlace.move', { folder: join(folder, 'disk') })
      .catch(() => undefined);
    // all else goes on, files too
    for (let round = 0; round < 3; round += 1) {
      const changed = await desk.client.call('settings.update', {
        theme: round % 2 ? 'dark' : 'light',
      });
      expect(changed).toBeDefined();
    }
    expect(await stopped(desk)).toBeLessThan(patience(6_000));
    await Promise.all([asked, moved]);
    const next = startWebProcess(desk.child.spawnargs.at(-1) ?? '');
    await next.ready;
  });

  test('is said, and not asked again before it has answered', async () => {
    const disk = deafDisk();
    const look = (limit: number) => withTimeout(disk.folder, () => lstat(disk.folder), { limit });
    await expect(look(200)).rejects.toMatchObject({ code: 'place-not-answering' });
    await expect(look(60_000)).rejects.toMatchObject({ code: 'place-not-answering' });
    disk.end();
    await expect.poll(() => look(1_000).then(({ isDirectory }) => isDirectory)).toBeDefined();
  });

  test('as the data folder: the start ends with a sentence', { timeout: 90_000 }, async () => {
    const { folder } = deafDisk();
    const host = startWebProcess(join(folder, 'data'));
    const { error } = await host.ended;
    expect(error).toContain(
      `could not start: The location of ${join(folder, 'data.place')} does not`,
    );
    expect(error).not.toContain('    at ');
  });
});

test.skipIf(!isPosix).each(['.config', '.config/compute-desk'])(
  'a link ~/%s that leads nowhere is said',
  async (name) => {
    const home = testFolder();
    if (name !== '.config') mkdirSync(join(home, '.config'));
    const link = join(home, name);
    symlinkSync(join(home, 'gone'), link);
    const env = { HOME: home, XDG_CONFIG_HOME: undefined };
    const { code, error } = await startWebProcess(null, { env }).ended;
    expect([code, error]).toEqual([
      1,
      `Compute Desk could not start: ${link} is a link that leads nowhere, so the data folder cannot be there. Nothing was stored there. Choose your own folder with --data-dir.\n`,
    ]);
    expect(existsSync(join(home, 'gone'))).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux').each(['/proc/self/desk', '/proc/1/desk/deeper'])(
  '--data-dir %s ends the start with a sentence',
  async (path) => {
    const { code, error } = await startWebProcess(path).ended;
    expect(code).toBe(1);
    expect(error).toMatch(/^Compute Desk could not start: .*--data-dir.*\n$/);
  },
);
