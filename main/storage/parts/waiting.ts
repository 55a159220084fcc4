import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

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
    if (name.startsWith('restore-'))
      rmSync(join(dataFolder, name), { recursive: true, force: true });
  }
}

/** Beside the database of a restore: only these parts of it. Absent: all that it is. */
export const choiceFile = 'parts.json';
