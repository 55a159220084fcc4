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
 * SHA-256 of the definitions that all migrations make. To make them anew takes 10 ms of every start, so that is done
 * only for a file that has others: damaged, or told otherwise by another SQLite. A test says what stands here.
 */
export const madeByAll = '598761391d006e4c54a4effd0d497673c8431b8b8cd3275dd779c80bdb3ca469';

/**
 * Whether the tables have the columns, references, indexes and rules that the migrations made: SQLite looks through rows
 * by what the file says of them, and a changed byte in that says something else. Texts of definitions are not compared as
 * a whole, as each version of SQLite writes them in its own way.
 */
export function areAsMade(db: DatabaseSync): boolean {
  const present = definitionsIn(db);
  return hashOf(present) === madeByAll || present === madeAnew();
}

/** What `madeByAll` is to be, on this SQLite. */
export const hashMadeAnew = (): string => hashOf(madeAnew());

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

/** Names and texts in quotes, which are no words of a definition. */
const quoted = /'[^']*'|"[^"]*"/g;
const comment = /--[^\n]*/g;
/** Words of rules that SQLite tells by nothing but the text: `CHECK (…)`, what conflicts do, order, computed columns. */
const rule = /\b(?:CHECK|CONFLICT|COLLATE|GENERATED|AS|WHERE)\b/gi;

/** The rules that definitions have, in words. No table of the app has one; who adds one changes what can be written. */
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
