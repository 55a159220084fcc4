import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printRepairs } from '../../../../main/hosts/repair-report.ts';
import { damages, soundFolder } from '../../../support/files/damaged-folders.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { smallDisk, whyNoSmallDisk } from '../../../support/processes/small-disk.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';
import { connectWebClient } from '../../../support/servers/web-client.ts';

const reason = whyNoSmallDisk();

test('the app starts over a damaged database, says what became of it, and shows what was read', async () => {
  const sound = soundFolder();
  const folder = testFolder();
  cpSync(sound.folder, folder, { recursive: true });
  sound.remove();
  const conversations = sound.states[0]?.conversations?.length ?? 0;
  const file = join(folder, 'compute-desk.sqlite');
  rmSync(`${file}-wal`);
  damages['pages of noise'](file, 200_000);
  const damaged = readFileSync(file);

  const host = startWebProcess(folder, { args: ['--no-open'] });
  const client = await connectWebClient(await host.ready);
  const { systems } = await client.call('systems.snapshot', undefined);
  expect(systems.map(({ name }) => name).toSorted()).toEqual([
    'System s0',
    'System s1',
    'System s2',
  ]);
  expect(await client.call('settings.snapshot', undefined)).toMatchObject({ theme: 'dark' });
  const { damage } = await client.call('app.info', undefined);
  expect(damage).toMatchObject({ systems: 3, conversations, whole: false });
  expect(existsSync(join(damage?.path ?? '', 'compute-desk.sqlite'))).toBe(true);
  client.close();
  await host.stop();
  const { error } = await host.ended;
  expect(error).toContain('The database in the data folder was damaged.');
  expect(error).toContain(`systems: 3, conversations: ${conversations}, messages: `);
  const path = /was moved to (\S+)\. /.exec(error)?.[1] ?? '';
  expect(readFileSync(join(path, 'compute-desk.sqlite')).equals(damaged)).toBe(true);
  expect(existsSync(join(path, 'report.json'))).toBe(true);
});

test.each(['en', 'ja'] as const)('what became of it is said in %s, with a way on', (language) => {
  const damage = { folder: 'damaged/20261122T100000Z', systems: 1, conversations: 2, messages: 3 };
  const said = [true, false].map((whole) => printRepairs({ ...damage, whole }, '/d', language));
  const nothing = { systems: 0, conversations: 0, messages: 0, whole: false };
  said.push(printRepairs({ ...damage, ...nothing }, '/d', language));
  expect(new Set(said).size).toBe(3);
  for (const text of said) {
    expect(text).toContain(join('/d', damage.folder));
    expect(text).toContain(join('/d', 'backups'));
    expect(text).not.toContain('{');
  }
});

test.skipIf(reason !== null)(
  `a folder that cannot be written to ends the start with a sentence${reason === null ? '' : ` [not run: ${reason}]`}`,
  async () => {
    const { folder } = smallDisk(4);
    writeFileSync(join(folder, 'settings.json'), '{}', { mode: 0o600 });
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    const { code, error } = await startWebProcess(folder).ended;
    expect(code).toBe(1);
    expect(error).toContain('Compute Desk could not start: The data folder cannot be written to');
    expect(error).toContain('--data-dir');
    expect(error).not.toContain('    at ');
  },
);
