import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BackupPart } from '../../../../preload/contract/settings/backups.ts';
import { renameSync, rmSync } from '../../outside/index.ts';
import { sessionSecrets } from '../vault/vault.ts';
import { clearMark } from './log-mark.ts';
import { deleteOtherParts } from './tables.ts';

const folderName = 'backups';
/** Days to keep a copy. */
const keptDays = 30;
/** Name of a copy of a database: its format (27, say) and the time. */
const copyName = /^format-\d+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Other files that the database needs, or that a newer app may write differently. */
const besides = ['vault.json', 'settings.json'];

/**
 * Copies the database into `backups/format-N-TIME` beside it, with the vault's keys and the settings: completely or not
 * at all. Leaves sessions out: a signed-out token must not remain anywhere.
 */
export function copyBeforeMigration(
  db: DatabaseSync,
  file: string,
  format: number,
  now: Date,
): void {
  const folder = join(dirname(file), folderName);
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const copy = join(folder, `format-${format}-${time}`);
  const half = `${copy}.tmp`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true, mode: 0o700 });
  try {
    const target = join(half, 'compute-desk.sqlite');
    copyInto(db, target);
    for (const name of besides) {
      const from = join(dirname(file), name);
      if (existsSync(from)) copyFileSync(from, join(half, name));
    }
    rmSync(copy, { recursive: true, force: true });
    renameSync(half, copy);
  } catch (cause) {
    rmSync(half, { recursive: true, force: true });
    throw cause;
  }
}

/** Writes these parts of the database (null: all), without sessions, into a new file. */
export function copyInto(
  db: DatabaseSync,
  target: string,
  parts: readonly BackupPart[] | null = null,
): void {
  db.prepare('VACUUM INTO ?').run(target);
  const copy = new DatabaseSync(target);
  try {
    copy.exec('PRAGMA journal_mode = MEMORY; PRAGMA secure_delete = ON');
    clearMark(copy);
    copy.prepare('DELETE FROM secrets WHERE name LIKE ?').run(`${sessionSecrets}%`);
    if (parts !== null) deleteOtherParts(copy, parts);
  } finally {
    copy.close();
  }
}

/** Removes expired copies, and unfinished ones left by a crash. */
export function removeOldCopies(file: string, now: Date): void {
  const folder = join(dirname(file), folderName);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.tmp') || isOver(name, now)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isOver(name: string, now: Date): boolean {
  const [, ...parts] = copyName.exec(name) ?? [];
  if (parts.length === 0) return false;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const made = Date.UTC(year, month - 1, day, hour, minute, second);
  return now.getTime() - made > keptDays * 24 * 60 * 60 * 1000;
}
