import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { App, RelaunchOptions } from 'electron';
import type { OwnImage } from '../../base/host.ts';
import { ownProgram } from './background/login.ts';
import { flagsAgain } from './command-line.ts';

/** Of the folder that an AppImage which cannot mount itself unpacks itself into. */
const unpacked = 'appimage_extracted_';

/**
 * The AppImage that this app runs out of; null where it is installed in another way. `APPIMAGE` is handed on to every
 * program that is started from an AppImage: only beside an `APPDIR` that is the folder of this very program it is ours.
 */
export function ownImagePath(execPath: string, env: NodeJS.ProcessEnv): string | null {
  const path = ownProgram(execPath, env);
  const { APPDIR: folder = '' } = env;
  if (path === execPath || !isSameFolder(folder, dirname(execPath))) return null;
  return isAppImage(path) ? path : null;
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    // one that is not there is not the program's
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
    // what cannot be read cannot be replaced either
    return false;
  }
  return head.toString('latin1', 0, 4) === '\u007fELF' && head.toString('latin1', 8) === 'AI\u0002';
}

/** What starts an AppImage as this app was started. */
export function startAgain(
  path: string,
  argv: readonly string[],
  execPath: string,
  flags: readonly string[] = flagsAgain(argv),
): { readonly execPath: string; readonly args: string[] } {
  // where it could not be mounted, the next one cannot be
  const unpacks = basename(dirname(execPath)).startsWith(unpacked);
  return {
    execPath: path,
    args: [...(unpacks ? ['--appimage-extract-and-run'] : []), ...flags],
  };
}

/** @param path as `ownImagePath` has it */
export function createOwnImage(
  app: Pick<App, 'on' | 'once' | 'quit' | 'relaunch'>,
  path: string,
  again: RelaunchOptions,
): OwnImage {
  let asked = false;
  let wanted = false;
  app.on('before-quit', () => {
    // a window that was kept open takes the wish back: the next end is one
    wanted = asked;
    asked = false;
  });
  app.once('will-quit', () => {
    if (wanted) app.relaunch(again);
  });
  return {
    path,
    restart() {
      asked = true;
      app.quit();
    },
  };
}
