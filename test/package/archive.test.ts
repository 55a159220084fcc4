import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyState } from '../../preload/contract/settings/policy.ts';
import { policyLocks } from '../../preload/contract/settings/policy-locks.ts';
import { removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import { type CleanRoot, openCleanRoot, rootObstacle, userHome } from '../support/clean-root.ts';
import { patience } from '../support/patience.ts';
import { policyHead } from '../support/worlds/policy.ts';
import { desktop } from './support/desktop.ts';
import { makePackages, version } from './support/packages.ts';
import { openDisplayIn, startIn } from './support/root-app.ts';

const obstacle = rootObstacle();
if (obstacle !== undefined) console.log(`skipped: the archive of Linux (${obstacle})`);

const name = `compute-desk-${version}-linux-x64`;
const there = `${userHome}/${name}`;
const start = `${there}/compute-desk`;
const policy = `${there}/policy.json`;

let folder: string;
let system: CleanRoot;

describe.skipIf(obstacle !== undefined)('the archive, in a clean Debian without network', () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    const { COMPUTE_DESK_PACKAGES: made } = process.env;
    const packages = made || join(folder, 'now');
    if (!made) makePackages(packages, '--only=portable');
    system = await openCleanRoot(desktop);
    await openDisplayIn(system);
    cpSync(join(packages, `${name}.tar.zst`), join(system.path, 'home/archive.tar.zst'));
    const unpack = ['tar', '--zstd', '-xf', '/home/archive.tar.zst', '-C', userHome];
    expect(system.run('desk', ...unpack)).toEqual({ status: 0, output: '' });
  }, patience(300_000));
  afterAll(async () => {
    await system.close();
    await removeFolder(folder);
  });

  test('runs from anywhere, and a folder data beside it takes what it keeps', async () => {
    system.run('desk', 'mkdir', `${there}/data`);
    const app = await startIn(system, start);
    expect(await app.call('app.info')).toMatchObject({ version });
    await app.close();
    expect(existsSync(join(system.path, there, 'data/compute-desk.sqlite'))).toBe(true);
    expect(existsSync(join(system.path, userHome, '.config/compute-desk'))).toBe(false);
  });

  test('a policy beside it that is root’s or the user’s own is read, and its lock holds', async () => {
    const content = { ...policyHead, locks: { fixedUpdates: true } };
    writeFileSync(join(system.path, policy), JSON.stringify(content));
    for (const owner of ['root', 'desk']) {
      const { sources, locks, refused } = await under(owner, '644');
      expect(sources).toEqual([{ kind: 'beside', place: policy, problem: null }]);
      expect(locks).toEqual(['fixedUpdates']);
      expect(refused).toContain('locked-by-policy');
    }
  });

  test.each([
    ['is somebody else’s', 'nobody', '644', 'owner'],
    ['everybody may write', 'root', '646', 'open-to-others'],
    ['a group may write', 'desk', '664', 'open-to-others'],
  ])('one that %s is refused, and locks all that a policy can', async (_, owner, mode, code) => {
    const { sources, locks, refused } = await under(owner, mode);
    expect(sources).toMatchObject([{ kind: 'beside', place: policy, problem: { code } }]);
    expect(locks.sort()).toEqual([...policyLocks].sort());
    expect(refused).toContain('locked-by-policy');
  });

  test('says which library of the system it lacks, and that it has no sandbox', () => {
    const confined = system.run('confined', start);
    expect(confined.status).toBe(1);
    expect(confined.output).toMatch(/^Compute Desk: Its sandbox needs user namespaces, .*\.\n$/);
    const library = '/usr/lib/x86_64-linux-gnu/libgbm.so.1';
    system.run('root', 'mv', library, `${library}.away`);
    const told = system.run('desk', start);
    expect(told.status).toBe(1);
    expect(told.output).toMatch(/^Compute Desk: Libraries .* are missing: libgbm\.so\.1\. .*\.\n$/);
  });
});

/** What the app follows, and what it says to a change, where the file beside it is this user's and has this mode. */
async function under(owner: string, mode: string) {
  expect(system.run('root', 'chown', owner, policy).status).toBe(0);
  expect(system.run('root', 'chmod', mode, policy).status).toBe(0);
  const app = await startIn(system, start);
  const { sources, locks } = await app.call<PolicyState>('policy.snapshot');
  const refused = await app.call('updates.set', { feed: null }).then(
    () => '',
    (problem: unknown) => String(problem),
  );
  await app.close();
  return { sources, locks: locks.map(({ lock }) => lock), refused };
}
