import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { startWebProcess } from '../../support/processes/web-process.ts';

/** A user that no list of users has, as in a container or where the directory of users does not answer. */
const nameless = 65_533;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('skipped: the app of a user without a name (only root can become one)');

/** A folder of that user. */
function ownFolder(): string {
  const folder = testFolder();
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, nameless, nameless);
  return home;
}

const args = ['--no-open', '--port', '0'];
const homeless = { HOME: undefined, XDG_CONFIG_HOME: undefined };

test.skipIf(!isRoot)(
  'the app starts for a user whom the computer knows by a number only',
  async () => {
    const home = ownFolder();
    const app = startWebProcess(join(home, 'data'), {
      args,
      env: { HOME: home },
      user: nameless,
    });
    expect(await app.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await app.stop();
  },
);

describe.skipIf(!isRoot)('a user of whom no home is known', () => {
  test.each([
    ['nothing', homeless],
    ['nothing in HOME', { ...homeless, HOME: '' }],
  ])('is asked for a data folder (%s)', async (_name, env) => {
    const { code, error } = await startWebProcess(null, { args, env, user: nameless }).ended;
    expect(code).toBe(1);
    expect(error).toContain('You have no home folder on this computer');
    expect(error).toContain('Choose your own folder with --data-dir.');
    expect(error).not.toMatch(/^ {4}at /m);
  });

  test('has the app where the data folder is named', async () => {
    const data = join(ownFolder(), 'data');
    const app = startWebProcess(data, { args, env: homeless, user: nameless });
    expect(await app.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await app.stop();
  });
});
