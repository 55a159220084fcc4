import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { moveData } from '../../../../main/base/storage/move/index.ts';
import { openSqlite, requireFree, type Sqlite } from '../../../../main/base/storage/sqlite.ts';
import { printRepairs } from '../../../../main/hosts/repair-report.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { seeded } from '../../../support/files/seeded.ts';
import { patience } from '../../../support/patience.ts';
import { rounds } from '../../../support/processes/rounds.ts';
import { noteTotal } from '../../../support/totals.ts';

const name = 'compute-desk.sqlite';
const lacking = { folder: null, whole: false };

const keep = (database: Sqlite, row: string): void => {
  const sql = 'INSERT INTO secrets (name, protection, sealed) VALUES (?, ?, ?)';
  database.transaction([{ sql, params: [row, 'user', Buffer.from('x')] }]);
};
const kept = (database: Sqlite) =>
  database.all({ sql: 'SELECT name FROM secrets ORDER BY rowid' }).map((row) => row.name);

/** The files of an open database as a kill at this moment leaves them. */
function killed(file: string): string {
  const folder = testFolder();
  const target = join(folder, name);
  for (const end of ['', '-wal']) {
    if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${target}${end}`);
  }
  return target;
}

/** Opens it, looks, and closes it again. */
function look(file: string) {
  const database = openSqlite(file);
  const found = { damage: database.damage, rows: kept(database) };
  database.close();
  return found;
}

/** A database that was closed with a row, and is open with another one. */
function used(): { file: string; database: Sqlite } {
  const file = join(testFolder(), name);
  const first = openSqlite(file);
  keep(first, 'first');
  first.close();
  const database = openSqlite(file);
  keep(database, 'second');
  return { file, database };
}

test('a log that is gone after a kill is told, until something is written, and what else there was is there', () => {
  const { file, database } = used();
  const left = killed(file);
  database.close();
  rmSync(`${left}-wal`);
  // twice: a start that wrote nothing may have been seen by nobody
  for (let start = 0; start < 2; start += 1) {
    expect(look(left)).toEqual({ damage: expect.objectContaining(lacking), rows: ['first'] });
  }
  const next = openSqlite(left);
  expect(next.damage).toMatchObject(lacking);
  keep(next, 'third');
  next.close();
  expect(look(left)).toEqual({ damage: null, rows: ['first', 'third'] });
});

test('what changes nothing leaves the file as it is; what follows in the same transaction marks it', () => {
  const { file, database: open } = used();
  open.close();
  const database = openSqlite(file);
  const before = readFileSync(file);
  const nothing = { sql: "DELETE FROM secrets WHERE name = 'none'" };
  expect(database.transaction([nothing])).toEqual([0]);
  expect(readFileSync(file)).toEqual(before);
  const sql = 'INSERT INTO secrets (name, protection, sealed) VALUES (?, ?, ?)';
  const both = [nothing, { sql, params: ['third', 'user', Buffer.from('x')] }];
  expect(database.transaction(both)).toEqual([0, 1]);
  const left = killed(file);
  expect(kept(database)).toEqual(['first', 'second', 'third']);
  database.close();
  rmSync(`${left}-wal`);
  expect(look(left).damage).toMatchObject(lacking);
});

test.each([0, 20, 32, 2000])('a log that was cut to %i bytes is as one that is gone', (length) => {
  const { file, database } = used();
  const left = killed(file);
  database.close();
  truncateSync(`${left}-wal`, length);
  expect(look(left)).toEqual({ damage: expect.objectContaining(lacking), rows: ['first'] });
});

test('a log that is there after a kill is taken over, and nothing is said', () => {
  const { file, database } = used();
  const [left, again] = [killed(file), killed(file)];
  database.close();
  expect(look(left)).toEqual({ damage: null, rows: ['first', 'second'] });
  expect(look(left).damage).toBeNull();
  // and where that start is killed as well
  const start = openSqlite(again);
  const twice = killed(again);
  start.close();
  expect(look(twice)).toEqual({ damage: null, rows: ['first', 'second'] });
});

test('a log that had come into the file is missed by nobody, whoever brought it', () => {
  for (const bring of ['PASSIVE', 'TRUNCATE']) {
    const { file, database } = used();
    database.all({ sql: `PRAGMA wal_checkpoint(${bring})` });
    const left = killed(file);
    database.close();
    rmSync(`${left}-wal`);
    expect(look(left)).toEqual({ damage: null, rows: ['first', 'second'] });
  }
  const { file, database } = used();
  const left = killed(file);
  database.close();
  // another program that knows SQLite
  const other = new DatabaseSync(left);
  other.exec('SELECT count(*) FROM secrets');
  other.close();
  expect(existsSync(`${left}-wal`)).toBe(false);
  expect(look(left)).toEqual({ damage: null, rows: ['first', 'second'] });
});

test('what is written after a log came into the file is missed again', () => {
  const { file, database } = used();
  database.all({ sql: 'PRAGMA wal_checkpoint' });
  keep(database, 'third');
  const left = killed(file);
  database.close();
  rmSync(`${left}-wal`);
  expect(look(left)).toEqual({
    damage: expect.objectContaining(lacking),
    rows: ['first', 'second'],
  });
});

test('who was killed while the file was being marked is told nothing, at any of the next starts', () => {
  const { file, database } = used();
  database.close();
  const half = new DatabaseSync(file);
  half.exec(`PRAGMA application_id = ${0x43446c67}; PRAGMA wal_checkpoint`);
  const lefts = [killed(file), killed(file)];
  half.close();
  const [left = '', moved = ''] = lefts;
  expect(look(left).damage).toBeNull();
  expect(look(left).damage).toBeNull();
  requireFree(moved);
  expect(look(moved).damage).toBeNull();
});

test('a move takes along that a log is lost, and a log that is not', () => {
  const { file, database } = used();
  const [whole, lost] = [killed(file), killed(file)];
  database.close();
  rmSync(`${lost}-wal`);
  const to = (from: string): string => {
    const target = join(testFolder(), 'moved');
    moveData(join(from, '..'), target, 'token');
    return join(target, name);
  };
  expect(look(to(whole))).toEqual({ damage: null, rows: ['first', 'second'] });
  expect(look(whole).damage).toBeNull();
  expect(look(to(lost))).toEqual({ damage: expect.objectContaining(lacking), rows: ['first'] });
});

test('a copy is whole, also of a database that lacks its log', () => {
  const { file, database } = used();
  const lost = killed(file);
  const copies = join(testFolder(), 'copies');
  mkdirSync(copies);
  database.copyTo(join(copies, 'one'), null);
  database.close();
  rmSync(`${lost}-wal`);
  const lacks = openSqlite(lost);
  lacks.copyTo(join(copies, 'other'), null);
  lacks.close();
  expect(look(join(copies, 'one'))).toEqual({ damage: null, rows: ['first', 'second'] });
  expect(look(join(copies, 'other'))).toEqual({ damage: null, rows: ['first'] });
});

const child = fileURLToPath(
  new URL('../../../support/processes/writing-child.ts', import.meta.url),
);
const kills = rounds(5, 100);

test(
  `killed at ${kills} moments: with its log nothing is said, without it what is missing is`,
  async () => {
    const random = seeded(5);
    let missing = 0;
    for (let round = 0; round < kills; round += 1) {
      const file = join(testFolder(), name);
      const writing = spawn(process.execPath, [child, file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(writing, 'exit');
      const wanted = 1 + Math.floor(random() * 120);
      let last = 0;
      for await (const line of createInterface({ input: writing.stdout })) {
        last = Number(line);
        if (last === wanted) writing.kill('SIGKILL');
      }
      await ended;
      const without = killed(file);
      rmSync(`${without}-wal`, { force: true });

      const whole = look(file);
      expect(whole.damage).toBeNull();
      expect(whole.rows.length).toBeGreaterThanOrEqual(last);
      const rest = look(without);
      expect(whole.rows).toEqual(expect.arrayContaining(rest.rows));
      if (rest.rows.length < whole.rows.length) expect(rest.damage).not.toBeNull();
      if (rest.damage !== null) missing += 1;
    }
    noteTotal({
      what: 'kills of a process that writes',
      tried: kills,
      found: `all kept and nothing said with the log; ${missing} times told without it`,
    });
  },
  patience(kills * 8000),
);

test.each(['en', 'ja'] as const)('what is missing is said in %s, with a way on', (language) => {
  const damage = { folder: null, systems: 1, conversations: 2, messages: 3, whole: false };
  const text = printRepairs(damage, '/d', language);
  expect(text).toContain('compute-desk.sqlite-wal');
  expect(text).toContain(join('/d', 'backups'));
  expect(text).not.toContain('{');
});
