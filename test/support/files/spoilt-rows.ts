import { DatabaseSync } from 'node:sqlite';
import { formats, writeFormat } from './formats.ts';

/** What may stand where a value of the app stood. */
export const spoilt = {
  null: null,
  empty: '',
  'broken JSON': '{"a":[1,',
  'JSON of another shape': '{"a":1}',
  'a list of another shape': '[[1],{"b":null}]',
  blob: new Uint8Array([0xff, 0, 1]),
  'a huge number': 9_223_372_036_854_775_807n,
  'a huge negative number': -9_223_372_036_854_775_808n,
} as const;
export type Spoilt = keyof typeof spoilt;

/** The search's own tables are built anew. */
const derived = /^(message_index|unindexed_messages|sqlite_)/;

/** A database of today with a row in each table that has one in the corpus, and in the others one of its own. */
export function writeFullDatabase(file: string): void {
  writeFormat(file, formats.length);
  const db = new DatabaseSync(file);
  db.exec(`
    INSERT INTO journal (message_id, number, content, reasoning) VALUES ('m2', 1, 'a piece', '');
    INSERT INTO history_fields (machine_id, at, changed) VALUES (1, 1795255200000, '{"nodes":3}');
    INSERT INTO history_days (machine_id, day, status_id, ms) VALUES (1, 20261121, 1, 3600000);
    INSERT INTO history_folds (system_id, until) VALUES ('s1', 1795219200000);
    INSERT INTO machine_views (system_id, cards, columns) VALUES ('s1', 0, '["name"]');
  `);
  db.close();
}

export interface Place {
  readonly table: string;
  readonly column: string;
}

/** Every column of every table. */
export function places(file: string): Place[] {
  const db = new DatabaseSync(file);
  const found = db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t
        JOIN pragma_table_info(t.name) AS c WHERE t.schema = 'main' AND t.type = 'table'`,
    )
    .all()
    .map(({ table, column }) => ({ table: String(table), column: String(column) }))
    .filter(({ table }) => !derived.test(table));
  db.close();
  return found;
}

/**
 * Puts a value where SQLite itself would not take it, too: the table is made without its rules for that moment.
 * @returns false where it cannot stand there at all
 */
export function spoil(file: string, { table, column }: Place, value: Spoilt): boolean {
  const open = () =>
    new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  const set = (db: DatabaseSync): boolean => {
    try {
      db.prepare(`UPDATE "${table}" SET "${column}" = ?`).run(spoilt[value]);
      return true;
    } catch {
      return false;
    }
  };
  const strict = open();
  const done = set(strict);
  strict.close();
  if (done) return true;
  const db = open();
  const sql = String(
    db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table)?.sql ?? '',
  );
  const loose = sql
    .replaceAll('NOT NULL', '')
    .replace(/\)\s*STRICT/, ')')
    .replace(/\)\s*,\s*WITHOUT ROWID/, ') WITHOUT ROWID');
  db.exec('PRAGMA writable_schema = ON');
  db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(loose, table);
  db.exec('PRAGMA writable_schema = RESET');
  const forced = set(db);
  db.exec('PRAGMA writable_schema = ON');
  db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, table);
  db.exec('PRAGMA writable_schema = RESET');
  db.close();
  return forced;
}
