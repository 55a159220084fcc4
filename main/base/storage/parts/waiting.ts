import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renameSync, rmSync } from '../../outside/index.ts';

/** A restore that waits for the next start: a folder of this name with the time when it was made. */
export const waiting = /^restore-(\d{8}T\d{6}Z)$/;

/** The folder in which a restore is put together, and the one in which it waits. */
export function restoreFolders(dataFolder: string, now: Date): { half: string; whole: string } {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const whole = join(dataFolder, `restore-${time}`);
  return { half: `${whole}.tmp`, whole };
}

export function restoreWaits(dataFolder: string): boolean {
  return readdirSync(dataFolder).some((name) => waiting.test(name));
}

/** Takes back restores that wait or were not finished: the last one counts. */
export function forgetRestores(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith('restore-')) continue;
    const place = join(dataFolder, name);
    const [time] = existsSync(join(place, 'replaced')) ? timesIn(join(place, 'replaced')) : [];
    // what was to be put back is no copy: it stays what it was
    if (time !== undefined) renameSync(place, join(dataFolder, 'replaced', time));
    else rmSync(place, { recursive: true, force: true });
  }
}

const time = /^\d{8}T\d{6}Z$/;
const timesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => time.test(name))
    .sort();

/** What the last restore replaced: its place, and when that was. */
export function replacedIn(dataFolder: string): { path: string; at: string } | null {
  const folder = join(dataFolder, 'replaced');
  const last = existsSync(folder) ? timesIn(folder).at(-1) : undefined;
  if (last === undefined) return null;
  const at = last.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return { path: join(folder, last), at };
}

/** Has the next start put back what the last restore replaced. Beside it lies what it was called. */
export function putBack(dataFolder: string, now: Date): void {
  const last = replacedIn(dataFolder);
  if (last === null) return;
  forgetRestores(dataFolder);
  const mark = join(last.path, 'replaced');
  rmSync(mark, { recursive: true, force: true });
  mkdirSync(join(mark, basename(last.path)), { recursive: true, mode: 0o700 });
  renameSync(last.path, restoreFolders(dataFolder, now).whole);
}

/** Beside the database of a restore: only these parts of it. Absent: all that it is. */
export const choiceFile = 'parts.json';
