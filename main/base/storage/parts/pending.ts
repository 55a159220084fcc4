import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renameSync, rmSync } from '../../outside/index.ts';

/** Folder name of a restore that waits for the next start: with its time. */
export const pendingPrefix = /^restore-(\d{8}T\d{6}Z)$/;

/** Returns the folder in which a restore is prepared, and the one in which it waits. */
export function restoreFolders(dataFolder: string, now: Date): { half: string; whole: string } {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const whole = join(dataFolder, `restore-${time}`);
  return { half: `${whole}.tmp`, whole };
}

export function hasPendingRestore(dataFolder: string): boolean {
  return readdirSync(dataFolder).some((name) => pendingPrefix.test(name));
}

/** Removes waiting or unfinished restores: only the last one counts. */
export function discardRestores(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith('restore-')) continue;
    const place = join(dataFolder, name);
    const [time] = existsSync(join(place, 'replaced')) ? timesIn(join(place, 'replaced')) : [];
    // data to be put back is not a copy: it stays the replaced data
    if (time !== undefined) renameSync(place, join(dataFolder, 'replaced', time));
    else rmSync(place, { recursive: true, force: true });
  }
}

const time = /^\d{8}T\d{6}Z$/;
const timesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => time.test(name))
    .sort();

/** Returns the place and time of the data that the last restore replaced. */
export function findReplaced(dataFolder: string): { path: string; at: string } | null {
  const folder = join(dataFolder, 'replaced');
  const last = existsSync(folder) ? timesIn(folder).at(-1) : undefined;
  if (last === undefined) return null;
  const at = last.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return { path: join(folder, last), at };
}

/** Makes the next start put back the data that the last restore replaced. Its old name is stored beside it. */
export function undoRestore(dataFolder: string, now: Date): void {
  const last = findReplaced(dataFolder);
  if (last === null) return;
  discardRestores(dataFolder);
  const mark = join(last.path, 'replaced');
  rmSync(mark, { recursive: true, force: true });
  mkdirSync(join(mark, basename(last.path)), { recursive: true, mode: 0o700 });
  renameSync(last.path, restoreFolders(dataFolder, now).whole);
}

/** Lists the parts to restore, beside a restore's database. Absent: all. */
export const partsFile = 'parts.json';
