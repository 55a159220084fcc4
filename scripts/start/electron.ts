import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../toolchain.mjs';
import { hasDisplay } from './display.ts';

export type Electron =
  | { readonly found: true; readonly binary: string }
  | { readonly found: false; readonly reason: string };

const packageFolder = join(root, 'node_modules/electron');
const failureMark = join(root, 'node_modules/.cache/compute-desk/electron-not-downloaded');
const askAgainAfter = 24 * 60 * 60 * 1000;
const probeTimeout = 4000;

/**
 * Electron's binary, fetched if that is possible; or, in words, why it cannot be used here.
 * @param switches what it is to be started with
 */
export async function findElectron(switches: readonly string[] = []): Promise<Electron> {
  if (!hasDisplay()) return not('there is no display (DISPLAY and WAYLAND_DISPLAY are not set)');
  const sandbox = !switches.includes('--no-sandbox');
  if (sandbox && process.platform === 'linux' && process.getuid?.() === 0) {
    return not("Electron's sandbox does not work for the root user");
  }
  const binary = installed() ?? ((await download()) ? installed() : undefined);
  if (binary !== undefined) return { found: true, binary };
  return not("Electron's binary is not installed and cannot be downloaded from here");
}

function not(reason: string): Electron {
  return { found: false, reason };
}

function installed(): string | undefined {
  const pathFile = join(packageFolder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : defaultName();
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(packageFolder, 'dist');
  const binary = join(folder, name);
  return existsSync(binary) ? binary : undefined;
}

function defaultName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** Runs the package's own installer, if its download place answers; asks at most once a day. */
async function download(): Promise<boolean> {
  if (existsSync(failureMark) && Date.now() - statSync(failureMark).mtimeMs < askAgainAfter) {
    return false;
  }
  const done = (await answers()) && runInstaller();
  if (!done) {
    mkdirSync(dirname(failureMark), { recursive: true });
    writeFileSync(failureMark, '');
  }
  return done;
}

function runInstaller(): boolean {
  console.error('Downloading Electron');
  const script = join(packageFolder, 'install.js');
  return spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 'ignore'] }).status === 0;
}

/** The installer waits long and says nothing, so a short look comes first. A mirror is taken at its word. */
async function answers(): Promise<boolean> {
  if (process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror) return true;
  try {
    await fetch('https://github.com/electron/electron/releases', {
      method: 'HEAD',
      signal: AbortSignal.timeout(probeTimeout),
    });
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
