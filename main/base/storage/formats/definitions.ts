import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrations/index.ts';

const asked = [
  `SELECT t.name, t.type, t.wr, t.strict, c.* FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c`,
  `SELECT t.name, f.* FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS f`,
  `SELECT t.name, i.name AS of, i."unique", c.* FROM pragma_table_list AS t JOIN pragma_index_list(t.name) AS i
    JOIN pragma_index_info(i.name) AS c`,
];

/**
 * SHA-256 of the definitions that all migrations produce. Recreating them takes 10 ms of every start, so this is done
 * only for a file with a different hash: damaged, or reported differently by another SQLite. A test keeps this value
 * right.
 */
export const definitionsHash = '706929c29d53f141bfa9eb42b57cfe4187d7943bef5a97a53b6dded5a12d7d5e';

/**
 * Returns whether the tables have the columns, references, indexes and rules of the migrations: SQLite reads rows by
 * the file's definitions, and a changed byte changes those. Definition texts are not compared as a whole, because each
 * SQLite version writes them differently.
 */
export function definitionsMatch(db: DatabaseSync): boolean {
  const present = definitionsIn(db);
  return hashOf(present) === definitionsHash || present === madeAnew();
}

/** Computes the expected `definitionsHash` on this SQLite. */
export const computeDefinitionsHash = (): string => hashOf(madeAnew());

const hashOf = (definitions: string): string => hash('sha256', definitions);

function madeAnew(): string {
  const made = new DatabaseSync(':memory:');
  try {
    for (const sql of migrations) made.exec(sql);
    return definitionsIn(made);
  } finally {
    made.close();
  }
}

function definitionsIn(db: DatabaseSync): string {
  const found = asked.flatMap((sql) =>
    db
      .prepare(`${sql} WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%'`)
      .all()
      .map((row) => JSON.stringify(row)),
  );
  const triggers = db
    .prepare(`SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all();
  found.push(...rulesIn(db));
  return JSON.stringify([found.sort(), triggers.map((row) => JSON.stringify(row)).sort()]);
}

/** Quoted names and texts, which are no keywords of a definition. */
const quoted = /'[^']*'|"[^"]*"/g;
const comment = /--[^\n]*/g;
/** Keywords of rules that SQLite reports only in the text: `CHECK (…)`, conflict handling, order, computed columns. */
const rule = /\b(?:CHECK|CONFLICT|COLLATE|GENERATED|AS|WHERE)\b/gi;

/** Returns the rule keywords in definitions. No table of the app has any; adding one changes what can be written. */
function rulesIn(db: DatabaseSync): string[] {
  return db
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql NOT NULL`,
    )
    .all()
    .filter(({ name }) => !String(name).startsWith('sqlite_'))
    .flatMap(({ name, sql }) =>
      (String(sql).replaceAll(comment, ' ').replaceAll(quoted, ' ').match(rule) ?? []).map((word) =>
        JSON.stringify([name, word.toUpperCase()]),
      ),
    );
}
