import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policyLocks } from '../../preload/contract/settings/policy-locks.ts';
import { removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { type CleanRoot, openCleanRoot, rootObstacle, userHome } from '../support/clean-root.ts';
import { patience } from '../support/patience.ts';
import { policyHead } from '../support/worlds/policy.ts';
import { besideIt } from './support/alone.ts';
import { desktop } from './support/desktop.ts';
import { makeWebPackage, version, webName } from './support/web-package.ts';

const obstacle = rootObstacle();
if (obstacle !== undefined) console.log(`skipped: the web host on a cluster (${obstacle})`);

const unpacked = `${userHome}/${webName}`;

let folder: string;
let system: CleanRoot;

describe.skipIf(obstacle !== undefined)(
  'the web host on a cluster’s node, a clean Debian without network',
  () => {
    beforeAll(async () => {
      folder = await temporaryFolder();
      const tarball = makeWebPackage(folder);
      system = await openCleanRoot(desktop);
      cpSync(tarball, join(system.path, 'home/web.tar.gz'));
      const done = system.run('desk', 'tar', '-xzf', '/home/web.tar.gz', '-C', userHome);
      expect(done).toEqual({ status: 0, output: '' });
      // Where an image of Docker's `node` has it.
      cpSync(process.execPath, join(system.path, 'usr/local/bin/node'));
    }, patience(300_000));
    afterAll(async () => {
      await system.close();
      await removeFolder(folder);
    });

    test('its module file puts it in the path under Lmod, and takes it away', () => {
      const said = module('module load compute-desk-web', 'compute-desk-web --version');
      expect(said).toBe(`${version}\n`);
      const gone = module(
        'module load compute-desk-web',
        'module unload compute-desk-web',
        'command -v compute-desk-web || echo gone',
      );
      expect(gone).toBe('gone\n');
    });

    test('Lmod finds its version, what it is and its help', () => {
      expect(module('module --terse avail')).toContain(`compute-desk-web/${version}\n`);
      expect(module('module whatis compute-desk-web')).toContain('Compute Desk for the browser: ');
      expect(module('module help compute-desk-web')).toContain('It needs Node.js 22.19 or newer');
    });

    test('what its Apptainer recipe takes and runs, runs where the recipe puts it', async () => {
      const recipe = readFileSync(join(system.path, unpacked, 'compute-desk-web.def'), 'utf8');
      const taken = sectionOf(recipe, 'files').map((line) => line.split(' '));
      expect(taken.length).toBeGreaterThan(4);
      for (const [from = '', to = ''] of taken) {
        mkdirSync(join(system.path, to, '..'), { recursive: true });
        cpSync(join(system.path, unpacked, from), join(system.path, to), { recursive: true });
      }
      // Apptainer runs the section by sh, as the user, who may write nothing there.
      const script = join(system.path, 'opt/runscript');
      writeFileSync(script, ['#!/bin/sh', ...sectionOf(recipe, 'runscript'), ''].join('\n'));
      chmodSync(script, 0o755);
      const app = system.start('desk', '/opt/runscript', '--port', '0');
      const url = await addressOf(app.stdout, app.stderr);
      const ask = join(root, 'test/package/support/ask-web.ts');
      expect(JSON.parse(besideIt(system, [process.execPath, ask, url]))).toMatchObject({
        ...{ page: 200, host: 'web', version, systems: ['demo'] },
      });
      const data = join(system.path, userHome, '.config/compute-desk/compute-desk.sqlite');
      expect(existsSync(data)).toBe(true);
    });

    const locked = ['fixedUpdates'];
    test.each([
      ['root’s is read, and its lock holds', 'root', '644', null, locked],
      ['the user’s own is read, too', 'desk', '644', null, locked],
      ['somebody else’s is refused, and locks all', 'nobody', '644', 'owner', policyLocks],
      ['one for all to write is refused', 'root', '646', 'open-to-others', policyLocks],
    ] as const)('of the policies beside it, %s', async (_, owner, mode, code, locks) => {
      const policy = `${unpacked}/policy.json`;
      const content = { ...policyHead, locks: { fixedUpdates: true } };
      writeFileSync(join(system.path, policy), JSON.stringify(content));
      expect(system.run('root', 'chown', owner, policy).status).toBe(0);
      expect(system.run('root', 'chmod', mode, policy).status).toBe(0);
      const data = ['--data-dir', `${userHome}/data-${owner}-${mode}`];
      const app = system.start('desk', `${unpacked}/compute-desk-web`, '--port', '0', ...data);
      const url = await addressOf(app.stdout, app.stderr);
      const ask = join(root, 'test/package/support/ask-policy.ts');
      const told = JSON.parse(besideIt(system, [process.execPath, ask, url]));
      const problem = code === null ? null : expect.objectContaining({ code });
      expect(told).toEqual({
        sources: [{ kind: 'beside', place: policy, problem }],
        locks: expect.arrayContaining([...locks]),
        refused: 'locked-by-policy',
      });
      expect(told.locks).toHaveLength(locks.length);
    });
  },
);

/** What lines say that a user gives a shell with Lmod. */
function module(...lines: readonly string[]): string {
  const script = ['. /etc/profile.d/lmod.sh', `module use ${unpacked}/modulefiles`, ...lines];
  const { status, output } = system.run('desk', 'bash', '-ec', script.join('\n'));
  expect(status, output).toBe(0);
  return output;
}

/** The lines of a section of a recipe. */
function sectionOf(recipe: string, name: string): string[] {
  const [, section = ''] = new RegExp(`^%${name}\\n((?:(?!%).*\\n)*)`, 'm').exec(recipe) ?? [];
  return section.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** The address that the web host prints. */
async function addressOf(
  output: NodeJS.ReadableStream | null,
  errors: NodeJS.ReadableStream | null,
): Promise<string> {
  if (output === null || errors === null) throw new Error('nothing is read of it');
  let said = '';
  errors.on('data', (data: Buffer) => {
    said += data.toString();
  });
  for await (const line of createInterface({ input: output })) {
    const url = /^Compute Desk ready: (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
    said += `${line}\n`;
  }
  throw new Error(`it did not start: ${said}`);
}
