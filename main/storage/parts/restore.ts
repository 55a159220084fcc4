import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mergeParts } from './merge.ts';

/** What a backup holds of the data folder; the database comes last, so that a start in between has the old one. */
const parts = ['attachments', 'settings.json', 'vault.json', 'compute-desk.sqlite'] as const;

/** A restore that waits for the next start: a folder of this name with the time when it was made. */
const waiting = /^restore-(\d{8}T\d{6}Z)$/;

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

/**
 * Puts what waits to be restored in the place of what is there, which goes to `replaced/TIME`. Each part is
 * moved by its name; who is interrupted goes on with those that still wait.
 * @param file the database
 * @param requireFree throws where another app has it open
 * @param newest see `mergeParts`
 */
export function putRestored(
  file: string,
  requireFree: (file: string) => void,
  newest: (file: string) => void,
): void {
  if (file === ':memory:') return;
  const dataFolder = dirname(file);
  if (!existsSync(dataFolder)) return;
  const name = readdirSync(dataFolder)
    .filter((one) => waiting.test(one))
    .sort()
    .at(-1);
  if (name === undefined) return;
  requireFree(file);
  mergeParts(join(dataFolder, name), file, newest);
  const replaced = join(dataFolder, 'replaced', waiting.exec(name)?.[1] ?? '');
  mkdirSync(replaced, { recursive: true, mode: 0o700 });
  const aside = (part: string): void => {
    const present = join(dataFolder, part);
    if (existsSync(present)) renameSync(present, join(replaced, part));
  };
  for (const part of parts) {
    const restored = join(dataFolder, name, part);
    if (!existsSync(restored)) continue;
    // the log of the old one would be taken for the new one's
    if (part === 'compute-desk.sqlite') aside(`${part}-wal`);
    aside(part);
    renameSync(restored, join(dataFolder, part));
  }
  rmSync(join(dataFolder, name), { recursive: true, force: true });
}
