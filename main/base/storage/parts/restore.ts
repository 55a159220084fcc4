import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renameSync, rmSync } from '../../outside/index.ts';
import { mergeParts } from './merge.ts';
import { pendingPrefix } from './pending.ts';

/** Parts of the data folder in a backup; the database comes last, so that a start in between finds the old one. */
const parts = ['attachments', 'settings.json', 'vault.json', 'compute-desk.sqlite'] as const;

/**
 * Replaces the data by a waiting restore; the old data goes to `replaced/TIME`. Each part is renamed; an interrupted
 * run continues with the parts that still wait.
 * @param file the database
 * @param requireFree throws if another app has it open
 * @param newest see `mergeParts`
 */
export function applyRestore(
  file: string,
  requireFree: (file: string) => void,
  newest: (file: string) => void,
): void {
  if (file === ':memory:') return;
  const dataFolder = dirname(file);
  if (!existsSync(dataFolder)) return;
  const name = readdirSync(dataFolder)
    .filter((one) => pendingPrefix.test(one))
    .sort()
    .at(-1);
  if (name === undefined) return;
  requireFree(file);
  mergeParts(join(dataFolder, name), file, newest);
  const waits = join(dataFolder, name, 'compute-desk.sqlite');
  // an older database that was not closed has its last writes in its log
  if (existsSync(`${waits}-wal`)) newest(waits);
  const replaced = join(dataFolder, 'replaced', pendingPrefix.exec(name)?.[1] ?? '');
  mkdirSync(replaced, { recursive: true, mode: 0o700 });
  const aside = (part: string): void => {
    const present = join(dataFolder, part);
    if (existsSync(present)) renameSync(present, join(replaced, part));
  };
  for (const part of parts) {
    const restored = join(dataFolder, name, part);
    if (!existsSync(restored)) continue;
    // the old database's log would be read as the new one's
    if (part === 'compute-desk.sqlite') aside(`${part}-wal`);
    aside(part);
    renameSync(restored, join(dataFolder, part));
  }
  rmSync(join(dataFolder, name), { recursive: true, force: true });
}
