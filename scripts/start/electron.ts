import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../toolchain.mjs';
import { hasDisplay } from './display.ts';
import { electronPackage, fetchElectron, programName } from './fetch-electron.ts';

export type Electron =
  | { readonly found: true; readonly binary: string }
  | { readonly found: false; readonly reason: string };

const failureMark = join(root, 'node_modules/.cache/compute-desk/electron-not-downloaded');
const askAgainAfter = 24 * 60 * 60 * 1000;

/**
 * Returns Electron's binary, downloaded if possible; or, in words, why it cannot be used here.
 * @param switches for starting it
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
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(electronPackage, 'dist');
  const binary = join(folder, programName());
  return existsSync(binary) ? binary : undefined;
}

/** Tries at most once a day. */
async function download(): Promise<boolean> {
  if (existsSync(failureMark) && Date.now() - statSync(failureMark).mtimeMs < askAgainAfter) {
    return false;
  }
  const done = await fetchElectron();
  if (!done) {
    mkdirSync(dirname(failureMark), { recursive: true });
    writeFileSync(failureMark, '');
  }
  return done;
}
