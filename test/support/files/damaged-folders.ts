import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll } from 'vitest';
import type { SqlValue, Statement } from '../../../main/base/storage/database.ts';
import { tablesOf } from '../../../main/base/storage/formats/tables.ts';
import { openSqlite } from '../../../main/base/storage/sqlite.ts';
import { patience } from '../patience.ts';
import { branchRows } from './branch-rows.ts';
import { formats, writeFormat } from './formats.ts';
import { seeded } from './seeded.ts';

/** Every row of every table that a user would miss, as text. */
export type Rows = Readonly<Record<string, readonly string[]>>;

/** A data folder as a crash leaves it: the newest transactions stand in the log only. */
export interface SoundFolder {
  readonly folder: string;
  /** What is there without the log, then with one transaction of it after the other. */
  readonly states: readonly Rows[];
  remove(): void;
}

const at = '2026-11-22T10:00:00.000Z';
const words = 'nodes jobs queue memory 計算 ノード bandwidth solver priority'.split(' ');
const newest = formats.length;
const systems = ['s0', 's1', 's2'];
/** Of what there may be many, and a table has several pages. */
const many = 60;
export const conversationsInLog = 5;
const conversations = 40;

/** One for all tests of a file. */
export function soundForAll(): () => SoundFolder {
  let sound: SoundFolder;
  beforeAll(() => {
    sound = soundFolder();
  }, patience(60_000));
  afterAll(() => sound.remove());
  return () => sound;
}

/** A database with rows of every table, as the app keeps them: those of the corpus, and more of them. */
export function soundFolder(): SoundFolder {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-sound-'));
  const working = join(folder, 'working.sqlite');
  writeFormat(working, newest);
  const database = openSqlite(working);
  database.transaction(others());
  const random = seeded(1);
  const inLog = conversations - conversationsInLog;
  const all = Array.from({ length: conversations }, (_, index) => conversation(index, random));
  database.transaction(all.slice(0, inLog).flat());
  database.all({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)' });
  const states = [rowsOf((sql) => database.all({ sql }))];
  for (const one of all.slice(inLog)) {
    database.transaction(one);
    states.push(rowsOf((sql) => database.all({ sql })));
  }
  for (const end of ['', '-wal'])
    copyFileSync(`${working}${end}`, join(folder, `compute-desk.sqlite${end}`));
  database.close();
  rmSync(working);
  mkdirSync(join(folder, 'attachments', 'ab'), { recursive: true });
  writeFileSync(join(folder, 'attachments', 'ab', 'cdef'), 'attached');
  writeFileSync(join(folder, 'vault.json'), '{"version":2,"user":null,"demo":null}');
  writeFileSync(join(folder, 'settings.json'), '{"settings":{"theme":"dark"}}');
  return { folder, states, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What the corpus has none or one of. */
function others(): Statement[] {
  const each = (sql: string, paramsOf: (index: number) => readonly SqlValue[]): Statement[] =>
    Array.from({ length: many }, (_, index) => ({ sql, params: paramsOf(index) }));
  return [
    { sql: `UPDATE systems SET name = 'System s1' WHERE id = 's1'` },
    ...['s0', 's2'].map((id) => ({
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
        VALUES (?, ?, 'real', 'https://api.invalid', '[]', ?)`,
      params: [id, `System ${id}`, at],
    })),
    { sql: `INSERT INTO machine_views VALUES ('s1', 1, '["load"]')` },
    { sql: `INSERT INTO history_folds VALUES ('s1', 1700000000000)` },
    ...each(
      `INSERT INTO history_days SELECT min(id), ?, 1, 86400000 FROM history_machines`,
      (i) => [19_000 + i],
    ),
    ...each(`INSERT INTO history_fields SELECT min(id), ?, ? FROM history_machines`, (i) => [
      1_690_000_000_000 + i,
      JSON.stringify({ load: `${i}`.repeat(80) }),
    ]),
    ...each(
      `INSERT INTO journal (message_id, content, reasoning) SELECT min(id), ?, '' FROM messages`,
      (i) => [`piece ${i} of an answer`],
    ),
    ...each('INSERT INTO secrets VALUES (?, ?, ?)', (i) => [
      `secret:${i}`,
      'user',
      Buffer.alloc(80, i),
    ]),
    ...each(`INSERT INTO prompts VALUES (?, ?, ?, '', '[]', ?)`, (i) => [
      `p-${i}`,
      `Prompt ${i}`,
      `Explain ${'the queue '.repeat(20)}`,
      at,
    ]),
    ...each(
      `INSERT INTO usage_ledger VALUES ('s1', 'k', 'k', ?, '2026-11-23', 1, 0, 1, 1, NULL, NULL)`,
      (i) => [`model-${i}`],
    ),
  ];
}

function conversation(index: number, random: () => number): Statement[] {
  const id = `talk-${index}`;
  const prose = () =>
    Array.from({ length: 60 }, () => words[Math.floor(random() * words.length)]).join(' ');
  return branchRows({
    ...{ id, systemId: systems[index % 3] ?? '', count: 20, at: () => at },
    title: `Conversation ${index}`,
    content: (depth) => `message ${index * 20 + depth} ${prose()}`,
  });
}

/** What a test writes after a database was opened has this in it. */
export const noted = 'noted by a test';

/** As `Rows`, of what answers queries. */
function rowsOf(all: (sql: string) => readonly Record<string, unknown>[]): Rows {
  const plain = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  return Object.fromEntries(
    Object.values(tablesOf)
      .flat()
      .map((table) => [
        table,
        all(`SELECT * FROM "${table}"`)
          .map((row) => JSON.stringify({ ...row }, plain))
          .filter((text) => !text.includes(noted))
          .sort(),
      ]),
  );
}

/** What a database has that is sound, without what a test noted in it after it was opened. */
export function readRows(file: string): Rows {
  const db = new DatabaseSync(file);
  try {
    const found = [
      ...db.prepare('PRAGMA integrity_check').all(),
      ...db.prepare('PRAGMA foreign_key_check').all(),
    ];
    if (found.length > 1 || found[0]?.integrity_check !== 'ok') {
      throw new Error(`not sound: ${JSON.stringify(found)}`);
    }
    return rowsOf((sql) => db.prepare(sql).all());
  } finally {
    db.close();
  }
}

export const countsOf = (rows: Rows): Record<string, number> =>
  Object.fromEntries(Object.entries(rows).map(([table, all]) => [table, all.length]));

/** Damages the database `file`; the same seed damages in the same way. */
export type Damaging = (file: string, seed: number) => void;

const page = 4096;
const change =
  (end: string, damage: (bytes: Buffer, random: () => number) => void): Damaging =>
  (file, seed) => {
    const path = `${file}${end}`;
    const bytes = readFileSync(path);
    damage(bytes, seeded(seed));
    writeFileSync(path, bytes);
  };
const scatter = (bytes: Buffer, random: () => number, most: number): void => {
  const count = 1 + Math.floor(random() * most);
  for (let done = 0; done < count; done += 1) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
};
const overPages = (bytes: Buffer, random: () => number, fill: () => number): void => {
  const count = 1 + Math.floor(random() * 3);
  for (let done = 0; done < count; done += 1) {
    const start = Math.floor((random() * bytes.length) / page) * page;
    for (let index = start; index < start + page && index < bytes.length; index += 1) {
      bytes[index] = fill();
    }
  }
};
const cut =
  (end: string): Damaging =>
  (file, seed) => {
    const path = `${file}${end}`;
    truncateSync(path, Math.floor(seeded(seed)() * readFileSync(path).length));
  };

/** Ten kinds of what happens to files. */
export const damages = {
  'single bytes': change('', (bytes, random) => scatter(bytes, random, 8)),
  'many bytes': change('', (bytes, random) => scatter(bytes, random, 2000)),
  'pages of noise': change('', (bytes, random) =>
    overPages(bytes, random, () => Math.floor(random() * 256)),
  ),
  'pages of zeros': change('', (bytes, random) => overPages(bytes, random, () => 0)),
  'the first page': change('', (bytes, random) => scatter(bytes.subarray(0, page), random, 60)),
  'cut off': cut(''),
  'a log that is gone': (file, seed) => {
    rmSync(`${file}-wal`);
    if (seed % 2 === 1) change('', (bytes, random) => scatter(bytes, random, 200))(file, seed);
  },
  'a log that is cut or changed': (file, seed) =>
    seed % 2 === 0
      ? cut('-wal')(file, seed)
      : change('-wal', (bytes, random) => scatter(bytes, random, 100))(file, seed),
  'no length': (file, seed) => {
    truncateSync(file, 0);
    if (seed % 2 === 1) rmSync(`${file}-wal`);
  },
  'not a database': (file, seed) => {
    const random = seeded(seed);
    const text = `${dirname(file)} ${'<html>'.repeat(1 + Math.floor(random() * 4000))}`;
    writeFileSync(file, text);
  },
} as const satisfies Record<string, Damaging>;
