import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { tablesOf } from '../../../../main/base/storage/formats/tables.ts';
import { openSqlite } from '../../../../main/base/storage/sqlite.ts';
import {
  countsOf,
  type Rows,
  readRows,
  soundForAll,
} from '../../../support/files/damaged-folders.ts';
import { testFolder } from '../../../support/files/folder.ts';

const name = 'compute-desk.sqlite';

const sound = soundForAll();

const lastOf = (states: readonly Rows[]): Rows => states.at(-1) ?? {};

test('the fixture has rows of every table', () => {
  for (const [table, rows] of Object.entries(lastOf(sound().states))) {
    expect(rows.length, table).toBeGreaterThan(0);
  }
});

/** Where a table's pages lie: the uppermost, and of a table with several those below it. */
function pagesOf(file: string): { table: string; pages: number[] }[] {
  const db = new DatabaseSync(file);
  try {
    return Object.values(tablesOf)
      .flat()
      .map((table) => ({
        table,
        pages: db
          .prepare('SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno')
          .all(table)
          .map(({ pageno }) => Number(pageno)),
      }));
  } finally {
    db.close();
  }
}

/** The sound folder, closed, with these bytes of its database written over. */
function damaged(damage: (bytes: Buffer) => void): string {
  const folder = testFolder();
  cpSync(sound().folder, folder, { recursive: true });
  const file = join(folder, name);
  openSqlite(file).close();
  const bytes = readFileSync(file);
  damage(bytes);
  writeFileSync(file, bytes);
  return file;
}

function opened(file: string) {
  const { damage, close } = openSqlite(file);
  close();
  return { damage, rows: readRows(file) };
}

test('one damaged page of many costs its own rows only', () => {
  const file = damaged((bytes) => {
    // a page with texts of messages in its middle
    const at = Math.floor(bytes.indexOf('message 400 ') / 4096) * 4096;
    bytes.fill(0xff, at, at + 4096);
  });
  const { damage, rows } = opened(file);
  const all = countsOf(lastOf(sound().states));
  expect(damage).toMatchObject({ whole: false });
  expect({ ...countsOf(rows), messages: 0 }).toEqual({ ...all, messages: 0 });
  expect(damage?.messages).toBeGreaterThan((all.messages ?? 0) - 40);
});

test('a header that was written over costs no row of any table', () => {
  const { damage, rows } = opened(damaged((bytes) => bytes.fill('not this!', 0, 100)));
  expect(rows).toEqual(lastOf(sound().states));
  expect(damage?.folder).toMatch(/^damaged/);
});

/** What belongs to rows of a table, and goes with them; of the last two a row loses the name of what it had. */
const goesWith: Readonly<Record<string, readonly string[]>> = {
  maintenance_calendars: ['maintenance_dates'],
  history_machines: ['history_transitions', 'history_fields', 'history_days'],
  messages: ['conversations', 'edits', 'journal', 'sent_requests'],
  folders: ['conversations'],
  tool_servers: ['tool_permissions'],
  console_descriptions: ['console_operations', 'console_schemas'],
};

test.each(Object.values(tablesOf).flat())(
  'a table whose pages are gone costs no row of another one: %s',
  (table) => {
    const file = damaged(() => undefined);
    const pages = pagesOf(file).find((one) => one.table === table)?.pages ?? [];
    const bytes = readFileSync(file);
    for (const page of pages) bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    writeFileSync(file, bytes);
    const { damage, rows } = opened(file);
    expect(damage).toMatchObject({ whole: false });
    const others = Object.entries(lastOf(sound().states)).filter(([other]) => other !== table);
    const changed = others.filter(([other, all]) => !isDeepStrictEqual(rows[other], all));
    expect(changed.map(([other]) => other).toSorted()).toEqual(
      [...(goesWith[table] ?? [])].toSorted(),
    );
    if (table === 'messages' || table === 'folders') {
      expect(rows.conversations).toHaveLength(lastOf(sound().states).conversations?.length ?? 0);
    }
  },
);

test.each([
  ['a column', 'web_api_url TEXT', 'web_api_urX TEXT'],
  ['a type', 'title TEXT NOT NULL', 'title INT, NOT NULL'],
  ['a reference', 'REFERENCES systems (id)', 'REFERENCES systemz (id)'],
  ['what may be empty', 'content TEXT NOT NULL', 'content TEXT         '],
  ['the name of a table', 'CREATE TABLE prompts', 'CREATE TABLE promptz'],
])('a definition of a table that says something else costs no row: %s', (_, from, to) => {
  const file = damaged((bytes) => {
    expect(to).toHaveLength(from.length);
    // where it lies, and where an older page had it
    for (let at = bytes.indexOf(from); at > 0; at = bytes.indexOf(from, at)) bytes.write(to, at);
  });
  const { damage, rows } = opened(file);
  expect(damage?.folder).toMatch(/^damaged/);
  expect(rows).toEqual(lastOf(sound().states));
});

test.each([
  ['a check', /name TEXT NOT NULL,/, "name TEXT NOT NULL CHECK (name <> 'x' OR length(name) > 3),"],
  ['what a conflict does', /PRIMARY KEY/, 'PRIMARY KEY ON CONFLICT IGNORE'],
  ['an order', /name TEXT NOT NULL/, 'name TEXT NOT NULL COLLATE NOCASE'],
])('a rule that the app has not costs no row, and is gone: %s', (_, from, to) => {
  const folder = testFolder();
  const file = join(folder, name);
  cpSync(sound().folder, folder, { recursive: true });
  openSqlite(file).close();
  const db = new DatabaseSync(file, { defensive: false });
  const { sql } = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'systems'").get() ?? {};
  const changed = String(sql).replace(from, to);
  expect(changed).not.toBe(sql);
  db.exec('PRAGMA writable_schema = ON');
  db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'systems'").run(changed);
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
  const { damage, rows } = opened(file);
  expect(damage?.folder).toMatch(/^damaged/);
  expect(rows).toEqual(lastOf(sound().states));
});

test('what has lost its conversation or its system is found under a new one', () => {
  const folder = testFolder();
  const file = join(folder, name);
  cpSync(sound().folder, folder, { recursive: true });
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec(`DELETE FROM conversations WHERE id = 'talk-7'; DELETE FROM systems WHERE id = 's1';
    DELETE FROM messages WHERE id = 'talk-9-5'; PRAGMA journal_mode = DELETE`);
  db.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('not this!', 0, 100));
  const opened = openSqlite(file);
  expect(
    opened.all({ sql: `SELECT count(*) AS n FROM messages WHERE conversation_id = 'talk-7'` }),
  ).toEqual([{ n: 20 }]);
  expect(opened.all({ sql: `SELECT leaf_id FROM conversations WHERE id = 'talk-7'` })).toEqual([
    { leaf_id: 'talk-7-19' },
  ]);
  expect(opened.all({ sql: `SELECT name FROM systems WHERE id = 's1'` })).toEqual([
    { name: 'Restored' },
  ]);
  expect(
    opened.all({
      sql: `SELECT parent_id, depth FROM messages WHERE id IN ('talk-9-6', 'talk-9-7')`,
    }),
  ).toEqual([
    { parent_id: null, depth: 0 },
    { parent_id: 'talk-9-6', depth: 1 },
  ]);
  opened.close();
});
