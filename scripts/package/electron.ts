import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findRuntime } from '../../test/electron/support/runtime.ts';
import { node, root } from '../toolchain.mjs';

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

/** Electron's own binary, or the test runtime where it cannot be had: to try, not to ship. */
export async function findElectron(): Promise<PackedElectron> {
  const { folder, version, source, binary } = await findRuntime();
  if (source === 'node_modules/electron') {
    return { version, flags: [], binary, source, broughtNode: null };
  }
  console.log(`Packing Electron ${version} from ${source}: for tests, not to ship`);
  const flags = [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`];
  const found = { version, binary, source };
  const asked = askElectron(binary, "require('module').isBuiltin('node:sqlite')");
  if (asked === 'true') return { ...found, flags, broughtNode: null };
  // Beside the app, where main/hosts/parts.ts looks for it.
  console.log('It has no node:sqlite: the package brings a Node.js along');
  const more = [`-c.extraResources.from=${node}`, '-c.extraResources.to=node/node'];
  return { ...found, flags: [...flags, ...more], broughtNode: node };
}

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
