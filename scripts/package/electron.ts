import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRuntime } from '../../test/electron/support/runtime.ts';
import {
  electronPackage,
  electronVersion,
  fetchElectron,
  fetchedElectron,
  programName,
} from '../start/fetch-electron.ts';
import { node, root } from '../toolchain.mjs';

/** Whether the runtime of the tests may be packed: `--test-runtime`. */
export interface PackWish {
  readonly testRuntime: boolean;
}

/** The Electron that is packed, and electron-builder's flags for it. */
export interface PackedElectron {
  readonly version: string;
  readonly flags: readonly string[];
  readonly binary: string;
  /** Where it is from: `node_modules/electron`, of which npm's package has its makers' checksums, or another place. */
  readonly source: string;
  /** The Node.js that the package brings beside it. */
  readonly broughtNode: string | null;
}

/**
 * The Electron to pack: that of the lock file, fetched if it is not there.
 * @param testRuntime packs the one that the tests run on, and fetches nothing
 * @param folder npm's package
 * @throws Error where it cannot be had, or is another version, without leave to pack the test runtime
 */
export async function findElectron(
  { testRuntime }: PackWish,
  folder = electronPackage,
): Promise<PackedElectron> {
  const named = Boolean(process.env.ELECTRON_OVERRIDE_DIST_PATH);
  if (!testRuntime && !named) return ownElectron(folder);
  const wanted = electronVersion(folder);
  const runtime = await findRuntime();
  const { version, source, binary } = runtime;
  if (version !== wanted && !testRuntime) {
    throw new Error(`${source} is Electron ${version}, not ${wanted}. ${howToTry}`);
  }
  const flags = [`-c.electronDist=${runtime.folder}`, `-c.electronVersion=${version}`];
  if (source === lockedSource) return { version, flags, binary, source, broughtNode: null };
  if (testRuntime)
    console.log(`Packing Electron ${version} from ${source}: for tests, not to ship`);
  const found = { version, binary, source };
  const asked = askElectron(binary, "require('module').isBuiltin('node:sqlite')");
  if (asked === 'true') return { ...found, flags, broughtNode: null };
  // Beside the app, where main/hosts/parts.ts looks for it.
  console.log('It has no node:sqlite: the package brings a Node.js along');
  const more = [`-c.extraResources.from=${node}`, '-c.extraResources.to=node/node'];
  return { ...found, flags: [...flags, ...more], broughtNode: node };
}

/** Where the Electron of the lock file is from. */
export const lockedSource = 'node_modules/electron';

/** How electron-builder is told the system that this computer has. */
export function ownSystem(): string {
  if (process.platform === 'darwin') return 'mac';
  return process.platform === 'win32' ? 'win' : 'linux';
}

/** The systems that electron-builder's own flags ask packages for; none: for this computer's. */
export function systemsIn(flags: readonly string[]): string[] {
  const names = {
    mac: /^(?:-m|-o|--mac|--macos)$/,
    win: /^(?:-w|--win|--windows)$/,
    linux: /^(?:-l|--linux)$/,
  };
  return Object.entries(names).flatMap(([name, flag]) =>
    flags.some((one) => flag.test(one.replace(/=.*/s, ''))) ? [name] : [],
  );
}

/** Electron's own binary, by npm's package. */
async function ownElectron(folder: string): Promise<PackedElectron> {
  const version = electronVersion(folder);
  const there =
    fetchedElectron(folder) ?? ((await fetchElectron(folder)) && fetchedElectron(folder));
  if (!there) {
    throw new Error(`Electron ${version} is not here and cannot be downloaded. ${howToTry}`);
  }
  const flags = [`-c.electronDist=${there}`, `-c.electronVersion=${version}`];
  const binary = join(there, programName(folder));
  return { version, flags, binary, source: lockedSource, broughtNode: null };
}

const howToTry =
  'Set ELECTRON_MIRROR to a place that has it, or pack the runtime of the tests, to try and not to ship, with --test-runtime.';

/** What an Electron that is run as a Node.js says to an expression. @throws Error where it does not run here */
export function askElectron(binary: string, expression: string): string {
  const asked = spawnSync(binary, ['-p', expression], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (asked.status === 0) return asked.stdout.trim();
  throw new Error(`${binary} does not run: ${asked.error?.message ?? asked.stderr}`);
}

/** Runs electron-builder, which tells what it does; ends this process where it fails. */
export function runBuilder(args: readonly string[]): void {
  const cli = join(root, 'node_modules/electron-builder/cli.js');
  const done = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Packs the app for Linux into a folder. @returns it */
export function packFolder(work: string, { flags }: PackedElectron): string {
  const output = join(work, 'folder');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  runBuilder(['--linux', '--dir', `-c.directories.output=${output}`, ...flags]);
  const unpacked = join(output, 'linux-unpacked');
  if (!existsSync(unpacked)) throw new Error('electron-builder made no folder');
  return unpacked;
}
