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

/** Whether the tests' runtime may be packed: `--test-runtime`. */
export interface PackOptions {
  readonly testRuntime: boolean;
}

/** The Electron to pack, and electron-builder's flags for it. */
export interface PackedElectron {
  readonly version: string;
  readonly flags: readonly string[];
  readonly binary: string;
  /** Its source: `node_modules/electron`, whose npm package has its makers' checksums, or another place. */
  readonly source: string;
  /** The Node.js that the package includes beside it. */
  readonly broughtNode: string | null;
}

/**
 * Returns the Electron to pack: that of the lock file, downloaded if necessary.
 * @param testRuntime packs the tests' one, and downloads nothing
 * @param folder npm's package
 * @throws Error if it is unavailable, or another version, and the test runtime is not allowed
 */
export async function findElectron(
  { testRuntime }: PackOptions,
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

/** Source of the lock file's Electron. */
export const lockedSource = 'node_modules/electron';

/** Returns electron-builder's flag for this computer's system. */
export function ownSystem(): string {
  if (process.platform === 'darwin') return 'mac';
  return process.platform === 'win32' ? 'win' : 'linux';
}

/** Returns the systems in electron-builder's own flags; none: this computer's. */
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

/** Returns Electron's own binary, from npm's package. */
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

/** Evaluates an expression in an Electron run as Node.js. @throws Error if it does not run here */
export function askElectron(binary: string, expression: string): string {
  const asked = spawnSync(binary, ['-p', expression], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (asked.status === 0) return asked.stdout.trim();
  throw new Error(`${binary} does not run: ${asked.error?.message ?? asked.stderr}`);
}

/** Runs electron-builder, which prints its progress; ends this process if it fails. */
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
