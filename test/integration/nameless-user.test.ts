import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { startWebProcess } from '../support/web-process.ts';

/** A user that no list of users has, as in a container or where the directory of users does not answer. */
const nameless = 65_533;
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('skipped: the app of a user without a name (only root can become one)');

test.skipIf(!isRoot)(
  'the app starts for a user whom the computer knows by a number only',
  async () => {
    const folder = testFolder();
    chmodSync(folder, 0o755);
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, nameless, nameless);
    const app = startWebProcess(join(home, 'data'), {
      args: ['--no-open', '--port', '0'],
      env: { HOME: home },
      user: nameless,
    });
    expect(await app.ready).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await app.stop();
  },
);
