import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { patience } from '../support/patience.ts';
import { aloneObstacle, besideIt, startAlone } from './support/alone.ts';
import { makeWebPackage, version, webName } from './support/web-package.ts';

let folder: string;
let tarball: string;
let unpacked: string;

const madeHere = process.platform === 'linux';
if (!madeHere) console.log('skipped: the web host’s package (tested on Linux)');

describe.skipIf(!madeHere)('the web host as a package of its own', () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    tarball = makeWebPackage(join(folder, 'first'));
    expect(run('tar', ['-xzf', tarball, '-C', folder]).status).toBe(0);
    unpacked = join(folder, webName);
  });
  afterAll(() => removeFolder(folder));

  test('is under 15 MB, and is the web host and nothing else', () => {
    const { size } = statSync(tarball);
    console.log(`${webName}.tar.gz: ${(size / 1e6).toFixed(1)} MB`);
    expect(size).toBeLessThan(15e6);
    expect(readdirSync(unpacked).sort()).toEqual([
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.txt',
      'compute-desk-web',
      'compute-desk-web.def',
      'compute-desk-web.service',
      'dist',
      'modulefiles',
      'package.json',
      'policy',
      'web.mjs',
    ]);
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(files).toContain('dist/main/web.js');
    expect(files).toContain('dist/renderer/index.html');
    expect(files.filter((file) => /electron|node_modules|preload|\.(ts|map)$/.test(file))).toEqual(
      [],
    );
  });

  test('is the same byte for byte, whoever makes it and when', () => {
    const before = process.umask(0o077);
    const now = new Date();
    utimesSync(join(root, 'dist/main/web.js'), now, now);
    const again = makeWebPackage(join(folder, 'second'));
    process.umask(before);
    expect(readFileSync(again).equals(readFileSync(tarball))).toBe(true);
    const listed = run('tar', ['-tvzf', tarball, '--numeric-owner']).stdout.trim().split('\n');
    const strange = listed.filter(
      (line) => !/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) 0\/0 /.test(line),
    );
    expect(strange).toEqual([]);
  });

  test.each(['22.19', 'latest'])('runs on Node %s without any network', async (wanted) => {
    const obstacle = aloneObstacle();
    const node = obstacle === undefined ? getNode(wanted) : null;
    if (node === null) {
      console.log(`skipped: the web host on Node ${wanted} (${obstacle ?? 'npm cannot get it'})`);
      return;
    }
    const home = mkdtempSync(join(folder, `home-${wanted}-`));
    const { child, url, took } = await startAlone([join(unpacked, 'compute-desk-web')], {
      HOME: home,
      PATH: '/usr/bin:/bin',
      COMPUTE_DESK_NODE: node,
    });
    const runs = run(node, ['--version']).stdout.trim();
    console.log(`the web host on Node ${runs}: ready after ${Math.round(took)} ms`);
    // The second is for a quiet machine, which this one is not always.
    expect(took).toBeLessThan(patience(5_000));
    const ask = join(root, 'test/package/support/ask-web.ts');
    expect(JSON.parse(besideIt(child, [process.execPath, ask, url]))).toEqual({
      page: 200,
      host: 'web',
      version,
      systems: ['demo'],
      temporary: false,
      hits: 0,
    });
    expect(existsSync(join(home, '.config/compute-desk/compute-desk.sqlite'))).toBe(true);
  });

  test('tells an older Node what it lacks, and needs none to be asked its version', () => {
    const older = `data:text/javascript,${encodeURIComponent(
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.18.0" } })',
    )}`;
    const told = run(process.execPath, ['--import', older, join(unpacked, 'web.mjs')]);
    expect(told.status).toBe(1);
    expect(told.stderr).toContain('needs Node.js 22.19 or newer; this is 22.18.0');
    const none = run(join(unpacked, 'compute-desk-web'), [], { COMPUTE_DESK_NODE: '/no/node' });
    expect(none.status).toBe(127);
    expect(none.stderr).toContain('/no/node is not there');
    const asked = run(process.execPath, [join(unpacked, 'web.mjs'), '--version']);
    expect(asked.stdout).toBe(`${version}\n`);
  });

  test('starts through a link that is in the path', () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    expect(run('ln', ['-s', `../${webName}/compute-desk-web`, join(bin, 'desk')]).status).toBe(0);
    const asked = run(join(bin, 'desk'), ['--version'], { COMPUTE_DESK_NODE: process.execPath });
    expect(asked.stdout).toBe(`${version}\n`);
  });

  test('is a command of npm’s, too, which takes nothing else with it', () => {
    const prefix = join(folder, 'npm');
    const flags = ['--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund'];
    const installed = run('npm', ['install', ...flags, tarball]);
    expect(installed.status, installed.stdout + installed.stderr).toBe(0);
    const asked = run(join(prefix, 'bin/compute-desk-web'), ['--version']);
    expect(`${asked.stdout}${asked.stderr}${asked.error ?? ''}`).toBe(`${version}\n`);
  });

  test('its systemd unit gives no journal the address that opens the app', () => {
    const unit = readFileSync(join(unpacked, 'compute-desk-web.service'), 'utf8');
    expect(unit).toMatch(/^StandardOutput=null$/m);
    expect(unit).toMatch(/^UMask=0077$/m);
  });

  test('its systemd unit is understood by systemd', () => {
    if (findProgram('systemd-analyze') === undefined) {
      console.log('skipped: the unit of the web host (systemd-analyze is not here)');
      return;
    }
    const home = join(folder, 'home-unit');
    mkdirSync(join(home, '.local/opt'), { recursive: true });
    run('ln', ['-s', unpacked, join(home, '.local/opt/compute-desk-web')]);
    const unit = join(unpacked, 'compute-desk-web.service');
    const checked = run('systemd-analyze', ['--user', 'verify', unit], {
      HOME: home,
      XDG_RUNTIME_DIR: home,
    });
    expect(`${checked.status} ${checked.stdout}${checked.stderr}`).toBe('0 ');
  });

  test('its module file puts it in the path', () => {
    const command = '/usr/lib/x86_64-linux-gnu/modulecmd.tcl';
    if (!existsSync(command)) {
      console.log('skipped: the module file of the web host (environment-modules is not here)');
      return;
    }
    const loaded = run('tclsh', [command, 'sh', 'load', `compute-desk-web/${version}`], {
      MODULEPATH: join(unpacked, 'modulefiles'),
      PATH: '/usr/bin:/bin',
    });
    expect(loaded.stderr).toBe('');
    expect(loaded.stdout).toContain(`PATH=${unpacked}:/usr/bin:/bin`);
  });
});

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } });
}

/** A Node as npm's package `node` has it for this machine; null where npm cannot get it. */
function getNode(wanted: string): string | null {
  const prefix = mkdtempSync(join(folder, 'node-'));
  const asked = run('npm', ['view', `node@${wanted}`, 'version', '--json']);
  if (asked.status !== 0) return null;
  const found = `node-${process.platform}-${process.arch}@${JSON.parse(asked.stdout)}`;
  const flags = ['--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  if (run('npm', ['install', ...flags, found]).status !== 0) return null;
  return join(prefix, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
}
