import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import { type BackupPart, backupParts } from '../../../../preload/contract/settings/backups.ts';
import { renameSync, rmSync } from '../../outside/index.ts';
import { adopt } from '../damage/adopt.ts';
import { storageFailure } from '../errors.ts';
import { clearSearch, columnsOf, systemsNamedBy, tablesOf, untie } from '../formats/tables.ts';
import { choiceFile } from './waiting.ts';

const choice = z.array(z.enum(backupParts));

/**
 * Makes of a restore of parts one of the whole: the database of the data folder with those parts of the restored one.
 * It takes the restored one's place at once, so that who is interrupted begins anew or goes on.
 * @param folder of the restore
 * @param present the database of the data folder, which nobody has open
 * @param newest brings a database to the newest format, after it was mended where it was damaged
 */
export function mergeParts(folder: string, present: string, newest: (file: string) => void): void {
  const chosen = join(folder, choiceFile);
  if (!existsSync(chosen)) return;
  const parts = choice.parse(parseJson(readFileSync(chosen, 'utf8')));
  const restored = join(folder, 'compute-desk.sqlite');
  if (existsSync(present) && existsSync(restored)) {
    const merged = join(folder, 'merging');
    try {
      copyWhole(present, merged, newest);
      newest(restored);
      merge(merged, restored, parts);
    } catch (cause) {
      throw storageFailure(cause);
    }
    renameSync(merged, restored);
  }
  rmSync(chosen);
}

/** Byte by byte, as a damaged one cannot be copied in another way. */
function copyWhole(present: string, target: string, newest: (file: string) => void): void {
  for (const end of ['', '-wal']) {
    rmSync(`${target}${end}`, { force: true });
    if (existsSync(`${present}${end}`)) copyFileSync(`${present}${end}`, `${target}${end}`);
  }
  newest(target);
}

function merge(into: string, from: string, parts: readonly BackupPart[]): void {
  const db = new DatabaseSync(into, { enableForeignKeyConstraints: false });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    db.prepare('ATTACH ? AS restored').run(from);
    db.exec('BEGIN');
    const others = parts.filter((part) => part !== 'systems');
    if (parts.includes('systems')) takeSystems(db);
    else {
      const needed = systemsNamedBy(db, others, 'restored');
      take(db, 'systems', 'IGNORE', `WHERE id IN (${needed})`);
    }
    if (parts.includes('conversations')) clearSearch(db);
    for (const table of others.flatMap((part) => tablesOf[part])) {
      db.exec(`DELETE FROM main."${table}"`);
      take(db, table, 'ABORT');
    }
    untie(db);
    adopt(db);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** Those of the backup are as they were there; others that are here stay. */
function takeSystems(db: DatabaseSync): void {
  for (const table of tablesOf.systems) {
    const columns = columnsOf(db, table);
    if (table === 'maintenance_dates') {
      db.exec(
        `DELETE FROM main.maintenance_dates WHERE calendar_id IN (SELECT id FROM restored.maintenance_calendars)`,
      );
    } else if (columns.includes('system_id')) {
      db.exec(`DELETE FROM main."${table}" WHERE system_id IN (SELECT id FROM restored.systems)`);
    }
    take(db, table, 'REPLACE');
  }
}

function take(
  db: DatabaseSync,
  table: string,
  or: 'ABORT' | 'IGNORE' | 'REPLACE',
  where = '',
): void {
  const columns = columnsOf(db, table)
    .map((column) => `"${column}"`)
    .join(', ');
  db.exec(
    `INSERT OR ${or} INTO main."${table}" (${columns}) SELECT ${columns} FROM restored."${table}" ${where}`,
  );
}
