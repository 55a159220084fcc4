import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../../main/base/storage/sqlite.ts';
import { startFailureText } from '../../../../main/hosts/start-failures.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { canTakeLocks, withoutLocks } from '../../../support/processes/no-locks.ts';

if (!canTakeLocks) console.log('skipped: a file system without locks (no C compiler)');

const program = `
import { openSqlite } from ${JSON.stringify(fileURLToPath(new URL('../../../../main/base/storage/sqlite.ts', import.meta.url)))};
try { openSqlite(process.argv.at(-1)); console.log('opened'); } catch (error) { console.log(error.code); }`;

function openWith(env: NodeJS.ProcessEnv, file: string): string {
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', program, '--', file], {
    encoding: 'utf8',
    env,
  });
  return done.stdout.trim();
}

test.skipIf(!canTakeLocks)(
  'a file system without locks is told from a folder in use, and nothing is touched',
  () => {
    const folder = join(testFolder(), 'data');
    const env = withoutLocks(testFolder());
    mkdirSync(folder);
    const file = join(folder, 'compute-desk.sqlite');
    expect(openWith(env, file)).toBe('data-no-locks');
    openSqlite(file).close();
    const before = readFileSync(file);
    expect(openWith(env, file)).toBe('data-no-locks');
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['compute-desk.sqlite']);
    openSqlite(file).close();
  },
);

test.skipIf(!canTakeLocks)('the data folder is not moved to one', () => {
  const [present, place] = [testFolder(), testFolder()];
  const file = (name: string) =>
    JSON.stringify(
      fileURLToPath(new URL(`../../../../main/base/storage/${name}`, import.meta.url)),
    );
  const tried = `import { checkDestination } from ${file('move/index.ts')};
    try { checkDestination(...process.argv.slice(-2)); console.log('taken'); } catch (error) { console.log(error.code); }`;
  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', tried, '--', place, present], {
      encoding: 'utf8',
      env,
    }).stdout.trim();
  expect(run(withoutLocks(testFolder()))).toBe('new-place-no-locks');
  expect(readdirSync(place)).toEqual([]);
  expect(run(process.env)).toBe('taken');
});

test.each(['en', 'ja'] as const)('the start says so, and the way on, in %s', (language) => {
  const text = startFailureText(new AppError('data-no-locks'), language);
  expect(text).toContain('--data-dir');
  expect(text).not.toContain('data-no-locks');
});
