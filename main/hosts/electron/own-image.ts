import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { App, RelaunchOptions } from 'electron';
import type { OwnImage } from '../../base/host.ts';
import { ownProgram } from './background/login.ts';
import { flagsAgain } from './command-line.ts';

/** Prefix of the folder into which an AppImage unpacks itself if it cannot mount. */
const unpacked = 'appimage_extracted_';

/**
 * Returns the AppImage that this app runs from; null for other installations. Every program started from an AppImage
 * inherits `APPIMAGE`: it is ours only if `APPDIR` is this program's own folder.
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
    // a missing one is not the program's
    return false;
  }
}

/** Returns whether a program identifies itself as an AppImage of type 2 by its first bytes. */
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
    // an unreadable one cannot be replaced either
    return false;
  }
  return head.toString('latin1', 0, 4) === '\u007fELF' && head.toString('latin1', 8) === 'AI\u0002';
}

/** Starts an AppImage as this app was started. */
export function startAgain(
  path: string,
  argv: readonly string[],
  execPath: string,
): Required<RelaunchOptions> {
  // if this one could not be mounted, the next one cannot either
  const unpacks = basename(dirname(execPath)).startsWith(unpacked);
  const flags = flagsAgain(argv);
  return { execPath: path, args: unpacks ? ['--appimage-extract-and-run', ...flags] : flags };
}

/** @param path as from `ownImagePath` */
export function createOwnImage(
  app: Pick<App, 'on' | 'once' | 'quit' | 'relaunch'>,
  path: string,
  again: RelaunchOptions,
): OwnImage {
  let asked = false;
  let wanted = false;
  app.on('before-quit', () => {
    // Keeping a window open cancels the restart: the next quit only quits
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
