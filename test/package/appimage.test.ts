import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { findRuntime } from '../../scripts/package/linux/index.ts';
import { removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import {
  type CleanRoot,
  openCleanRoot,
  rootObstacle,
  userHome,
  userId,
} from '../support/clean-root.ts';
import { patience } from '../support/patience.ts';
import { desktop } from './support/desktop.ts';
import { makePackages, version } from './support/packages.ts';
import { openDisplayIn, startIn } from './support/root-app.ts';

function obstacleHere(): string | undefined {
  const none = rootObstacle();
  if (none !== undefined) return none;
  if (findProgram('mksquashfs') === undefined) return 'mksquashfs is not installed';
  const runtime = findRuntime();
  return 'obstacle' in runtime ? runtime.obstacle : undefined;
}

const obstacle = obstacleHere();
if (obstacle !== undefined) console.log(`skipped: the AppImage (${obstacle})`);

const name = `compute-desk-${version}-x86_64.AppImage`;
const there = `${userHome}/${name}`;

let folder: string;
let file: string;
let system: CleanRoot;

describe.skipIf(obstacle !== undefined)('the AppImage, in a clean Debian without network', () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    makePackages(join(folder, 'now'), '--only=appimage');
    file = join(folder, 'now', name);
    system = await openCleanRoot(desktop);
    await openDisplayIn(system);
    cpSync(file, join(system.path, there));
    chmodSync(join(system.path, there), 0o755);
  }, patience(300_000));
  afterAll(async () => {
    await system.close();
    await removeFolder(folder);
  });

  test('is a program of this computer that names itself an AppImage of type 2', () => {
    const head = readFileSync(file).subarray(0, 11);
    expect(head.toString('latin1')).toBe('\u007fELF\u0002\u0001\u0001\u0000AI\u0002');
  });

  test('without FUSE it says so, and starts by unpacking itself, in Chromium’s sandbox', async () => {
    const told = system.run('desk', there);
    expect(told.status).not.toBe(0);
    expect(told.output).toContain('AppImages require FUSE to run');
    const unpacking = ['env', 'APPIMAGE_EXTRACT_AND_RUN=1', there];
    const app = await startIn(system, unpacking);
    expect(await app.call('app.info')).toMatchObject({ host: 'electron', version });
    const renderers = app.renderers();
    expect(renderers.length).toBeGreaterThan(0);
    for (const one of renderers) {
      expect(one).toMatchObject({ uid: String(userId), seccomp: '2', ownNamespace: true });
    }
    await app.close();
    expect(existsSync(join(system.path, userHome, '.config/compute-desk/logs/main.log'))).toBe(
      true,
    );
    // What it had unpacked is gone.
    const left = system.run('desk', 'sh', '-c', 'ls /tmp | grep appimage || echo none');
    expect(left.output).toBe('none\n');
  });

  test('it has what a desktop’s own tools for AppImages look for', () => {
    const work = join(system.path, userHome);
    onTestFinished(() => void system.run('desk', 'rm', '-rf', `${userHome}/squashfs-root`));
    const taken = ['sh', '-c', `cd ${userHome} && ${there} --appimage-extract '*.*' >unpacked.txt`];
    expect(system.run('desk', ...taken)).toEqual({ status: 0, output: '' });
    const names = readdirSync(join(work, 'squashfs-root'));
    expect(names).toEqual(expect.arrayContaining(['.DirIcon', 'compute-desk.desktop']));
    const licences = readFileSync(join(work, 'squashfs-root/LICENSES.appimage.txt'), 'utf8');
    for (const part of ['AppImageKit', 'squashfuse', 'liblzma']) expect(licences).toContain(part);
    const desktop = readFileSync(join(work, 'squashfs-root/compute-desk.desktop'), 'utf8');
    expect(desktop).toMatch(/^Exec=compute-desk %U$/m);
  });

  test('where users may make no namespaces it says that it has no sandbox', () => {
    const told = system.run('confined', 'env', 'APPIMAGE_EXTRACT_AND_RUN=1', there);
    expect(told.status).not.toBe(0);
    expect(told.output).toMatch(/Compute Desk: Its sandbox needs user namespaces, .*\.\n/);
  });

  test('is the same byte for byte, whoever makes it and when', () => {
    const mask = process.umask(0o077);
    makePackages(join(folder, 'again'), '--only=appimage');
    process.umask(mask);
    expect(readFileSync(join(folder, 'again', name)).equals(readFileSync(file))).toBe(true);
  });
});
