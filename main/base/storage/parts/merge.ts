import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import { type BackupPart, backupParts } from '../../../../preload/contract/settings/backups.ts';
import { renameSync, rmSync } from '../../outside/index.ts';
import { repairReferences } from '../damage/references.ts';
import { storageFailure } from '../errors.ts';
import {
  clearReferences,
  clearSearch,
  columnsOf,
  systemsReferencedBy,
  tablesOf,
} from '../formats/tables.ts';
import { partsFile } from './pending.ts';

const choice = z.array(z.enum(backupParts));

/**
 * Turns a restore of parts into a whole one: the data folder's database with those parts from the restored one. It
 * replaces the restored one in one step, so that an interrupted run starts again or continues.
 * @param folder of the restore
 * @param present the data folder's database, which nobody has open
 * @param newest repairs a database if damaged and migrates it to the newest format
 */
export function mergeParts(folder: string, present: string, newest: (file: string) => void): void {
  const chosen = join(folder, partsFile);
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

/** Copies bytes, because a damaged database cannot be copied in another way. */
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
      const needed = systemsReferencedBy(db, others, 'restored');
      take(db, 'systems', 'IGNORE', `WHERE id IN (${needed})`);
    }
    if (parts.includes('conversations')) clearSearch(db);
    for (const table of others.flatMap((part) => tablesOf[part])) {
      db.exec(`DELETE FROM main."${table}"`);
      take(db, table, 'ABORT');
    }
    clearReferences(db);
    repairReferences(db);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** Takes the backup's systems as they were there; other systems stay. */
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
