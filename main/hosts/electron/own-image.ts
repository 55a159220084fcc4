import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ownProgram } from './background/login.ts';

/** Prefix of the folder into which an AppImage that cannot mount itself unpacks itself. */
const unpacked = 'appimage_extracted_';

/**
 * Returns the AppImage that this app runs from; null if it is installed in another way. Every program started from an
 * AppImage inherits `APPIMAGE`: it counts only beside an `APPDIR` that is the folder of this very program.
 */
export function appImagePath(execPath: string, env: NodeJS.ProcessEnv): string | null {
  const path = ownProgram(execPath, env);
  const { APPDIR: folder = '' } = env;
  if (path === execPath || !isSameFolder(folder, dirname(execPath))) return null;
  return isAppImage(path) ? path : null;
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    // a missing file is not the running program
    return false;
  }
}

/** A program that names itself an AppImage of type 2, by its first bytes. */
function isAppImage(path: string): boolean {
  const head = Buffer.alloc(11);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, head, 0, head.byteLength, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    // an unreadable file cannot be replaced either
    return false;
  }
  return head.toString('latin1', 0, 4) === '\u007fELF' && head.toString('latin1', 8) === 'AI\u0002';
}

/** Returns the program and arguments that start an AppImage as this app was started. */
export function relaunchCommand(
  path: string,
  execPath: string,
  flags: readonly string[],
): { readonly execPath: string; readonly args: string[] } {
  // if it could not be mounted, the next one cannot be either
  const unpacks = basename(dirname(execPath)).startsWith(unpacked);
  return {
    execPath: path,
    args: [...(unpacks ? ['--appimage-extract-and-run'] : []), ...flags],
  };
}
