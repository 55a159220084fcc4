import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { causeText } from '../../../main/base/log/cause-text.ts';
import { createPolicy } from '../../../main/base/policy/index.ts';
import { readKeyFile } from '../../../main/base/storage/vault/index.ts';
import { resolveDataFolder } from '../../../main/hosts/data-place.ts';
import { openLog } from '../../../main/hosts/log.ts';
import { checkSettingsFile } from '../../../main/hosts/settings-file.ts';
import { startFailureText } from '../../../main/hosts/start-failures.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { testFolder } from '../../support/files/folder.ts';
import { foreignFiles, quotes, wrongJson } from '../../support/files/wrong-files.ts';
import { startWebProcess } from '../../support/processes/web-process.ts';
import { startWholeApp } from '../../support/processes/whole-app.ts';

// What is read before there is a window: of these the terminal and the log tell why the app does not start.

/** What a start that fails is told with. */
function toldOf(cause: unknown): string {
  const details = cause instanceof AppError ? JSON.stringify(cause.toData()) : '';
  return [details, causeText(cause), startFailureText(cause, 'en')].join('\n');
}

/** Reads each wrong file in its place; what quotes it, by what is wrong. */
async function quotedOf(
  file: string,
  sound: object,
  read: () => unknown,
): Promise<Record<string, string>> {
  const quoted: Record<string, string> = {};
  let refused = 0;
  for (const [what, text] of Object.entries({ ...foreignFiles, ...wrongJson(sound) })) {
    writeFileSync(file, text, { mode: 0o600 });
    try {
      await read();
    } catch (cause) {
      refused += 1;
      const told = toldOf(cause);
      if (quotes(told)) quoted[what] = told;
    }
  }
  expect(refused).toBeGreaterThan(0);
  return quoted;
}

test('settings.json', async () => {
  const folder = testFolder();
  const sound = { theme: 'dark', updates: { feed: null } };
  const read = () => checkSettingsFile(folder);
  expect(await quotedOf(join(folder, 'settings.json'), sound, read)).toEqual({});
});

test('vault.json', async () => {
  const app = await startWholeApp();
  await app.call('vault.setPassphrase', { passphrase: 'correct horse battery' });
  await app.close();
  const file = join(app.folder, 'vault.json');
  const sound = JSON.parse(readFileSync(file, 'utf8')) as object;
  const read = () => readKeyFile(app.folder);
  expect(await quotedOf(file, sound, read)).toEqual({});
});

test('the file that says where the data folder is', async () => {
  const named = join(testFolder(), 'compute-desk');
  mkdirSync(named, { mode: 0o700 });
  const sound = { format: 1, folder: null, move: null, before: null, problem: null };
  const read = () =>
    resolveDataFolder(named, () => Promise.reject(new Error('nothing moves')) as never);
  // a place that is written there is one that the start has to name
  const { ...quoted } = await quotedOf(`${named}.place`, sound, read);
  expect(Object.keys(quoted).filter((what) => !/ at (folder|before)$/.test(what))).toEqual([]);
});

test('a policy: in the log stand no names but ours', async () => {
  const folder = testFolder();
  const path = join(folder, 'policy.json');
  const log = openLog(folder);
  const sound = {
    format: 'compute-desk-policy',
    version: 1,
    systems: [{ name: 'Centre', webApi: 'https://api.example.org/status/' }],
    proxy: { kind: 'manual', address: 'proxy.example.org:3128', except: 'localhost' },
    texts: { en: 'Ask the help desk.' },
    locks: { noProxy: false },
  };
  const run = () => Promise.reject(new Error('nothing is run'));
  const place = { by: 'file', kind: 'tried', path, owners: null, ownFolder: false } as const;
  for (const text of Object.values({ ...foreignFiles, ...wrongJson(sound) })) {
    writeFileSync(path, text);
    await createPolicy({ policy: { places: [place], run }, log });
  }
  // of a name that is ours the place is told, of another that there is one
  writeFileSync(path, JSON.stringify({ ...sound, locks: { noProxy: 'yes' } }));
  await createPolicy({ policy: { places: [place], run }, log });
  await log.close();
  const lines = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
    .trim()
    .split('\n');
  expect(lines.filter(quotes)).toEqual([]);
  expect(lines.filter((line) => line.includes('"code":"not-json"')).length).toBeGreaterThan(0);
  expect(lines.at(-1)).toContain('"where":"locks.noProxy"');
});

test.each(['settings.json', 'vault.json'])(
  '%s that is a letter: nothing that is printed or logged has a word of it',
  async (name) => {
    const folder = join(testFolder(), 'data');
    mkdirSync(folder, { mode: 0o700 });
    for (const text of [foreignFiles['a letter'] ?? '', foreignFiles['another shape'] ?? '']) {
      // one of another shape is an object of settings all the same
      if (name === 'settings.json' && text.startsWith('{')) continue;
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      const host = startWebProcess(folder);
      const { code, error } = await host.ended;
      expect([code, error]).toEqual([1, expect.stringContaining(name)]);
      expect(quotes(error)).toBe(false);
      const log = readFileSync(join(folder, 'logs', 'main.log'), { encoding: 'utf8', flag: 'a+' });
      expect(quotes(log)).toBe(false);
      rmSync(join(folder, name));
    }
  },
);
