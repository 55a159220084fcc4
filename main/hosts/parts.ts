import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';
import { isElectron33 } from '../base/compat.ts';

/** Path of the Node in a package built for a runtime without `node:sqlite`, below its resources. */
const broughtAlong = join('node', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Returns the Node that does the work of a runtime without `node:sqlite`: in a package its own, whatever the
 * environment says; else the one in `COMPUTE_DESK_NODE`.
 */
export function substituteNode(
  packagedResources: string | null,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (packagedResources !== null) return join(packagedResources, broughtAlong);
  return env.COMPUTE_DESK_NODE || undefined;
}

/**
 * Checks whether the app is complete before anything is opened.
 * @param files required ones
 * @param substitute see `substituteNode`
 * @throws AppError `part-missing` with the first missing part
 */
export function requireParts(
  files: readonly string[],
  substitute: string | undefined,
  complete = !isElectron33,
): void {
  const missing = (part: string): AppError => new AppError('part-missing', { details: { part } });
  for (const file of files) if (!existsSync(file)) throw missing(file);
  if (complete) return;
  if (substitute === undefined) throw missing('node:sqlite');
  if (!existsSync(substitute)) throw missing(`node:sqlite (${substitute})`);
}

/** Returns the folder `data` beside the packaged app, if it exists: then the app uses it (portable mode). */
export function portableDataFolder(
  executable: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  // On macOS the executable is in Compute Desk.app/Contents/MacOS.
  const own = platform === 'darwin' ? join(executable, '../../..') : executable;
  const folder = join(dirname(own), 'data');
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : null;
}
