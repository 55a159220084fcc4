import { existsSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';

/** Where a package made around a runtime without `node:sqlite` has a Node of its own: below its resources. */
const broughtAlong = join('node', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The Node that does the work of a runtime without `node:sqlite`: of a package, the one that it brings along, whatever
 * the environment says; else the one that `COMPUTE_DESK_NODE` names.
 */
export function substituteNode(
  packagedResources: string | null,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (packagedResources !== null) return join(packagedResources, broughtAlong);
  return env.COMPUTE_DESK_NODE || undefined;
}

/**
 * Looks before anything is opened whether the app is whole.
 * @param files what it cannot do without
 * @param substitute see `substituteNode`
 * @throws AppError `part-missing` with the first part that is not there
 */
export function requireParts(
  files: readonly string[],
  substitute: string | undefined,
  complete = isBuiltin('node:sqlite'),
): void {
  const missing = (part: string): AppError => new AppError('part-missing', { details: { part } });
  for (const file of files) if (!existsSync(file)) throw missing(file);
  if (complete) return;
  if (substitute === undefined) throw missing('node:sqlite');
  if (!existsSync(substitute)) throw missing(`node:sqlite (${substitute})`);
}

/** The folder `data` beside the packaged app, where there is one: it takes its data along (portable mode). */
export function portableDataFolder(
  executable: string,
  platform: NodeJS.Platform = process.platform,
): string | null {
  // On macOS the executable lies in Compute Desk.app/Contents/MacOS.
  const own = platform === 'darwin' ? join(executable, '../../..') : executable;
  const folder = join(dirname(own), 'data');
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : null;
}
