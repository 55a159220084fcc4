import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../toolchain.mjs';

/** The package of the lock file, which contains no binary: since Electron 42 it downloads one on request. */
export const electronPackage = join(root, 'node_modules/electron');
const probeTimeout = 4000;

/** Returns the version of Electron in the lock file. */
export function electronVersion(folder = electronPackage): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** Returns the folder with the package's own binary, of the package's version; undefined if it was not downloaded. */
export function fetchedElectron(folder = electronPackage): string | undefined {
  const dist = join(folder, 'dist');
  const file = join(dist, 'version');
  if (!existsSync(file) || !existsSync(join(dist, programName(folder)))) return undefined;
  const version = readFileSync(file, 'utf8').trim().replace(/^v/, '');
  return version === electronVersion(folder) ? dist : undefined;
}

/** Returns the binary's path below its folder, as the installer recorded it. */
export function programName(folder = electronPackage): string {
  const pathFile = join(folder, 'path.txt');
  if (existsSync(pathFile)) return readFileSync(pathFile, 'utf8');
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/**
 * Downloads the binary with the package's own installer, which verifies the package's checksums, if the download host
 * answers. @returns whether it is there now
 */
export async function fetchElectron(folder = electronPackage): Promise<boolean> {
  if (!(await answers())) return false;
  console.error('Downloading Electron');
  const script = join(folder, 'install.js');
  // Its error messages are for whoever must fix them: a wrong mirror, a checksum.
  const installer = spawn(process.execPath, [script], { stdio: ['ignore', 2, 'pipe'] });
  const { stderr } = installer;
  const saying = stderr === null ? Promise.resolve('') : text(stderr);
  const [said, [code]] = await Promise.all([saying, once(installer, 'close')]);
  if (code === 0) return fetchedElectron(folder) !== undefined;
  console.error(`Electron could not be downloaded: ${said.trim().split('\n')[0]}`);
  return false;
}

/** The installer waits long without output, so a short request comes first. A mirror is not tested. */
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
