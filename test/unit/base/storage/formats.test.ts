import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  computeDefinitionsHash,
  definitionsHash,
} from '../../../../main/base/storage/formats/definitions.ts';
import { migrations } from '../../../../main/base/storage/migrations/index.ts';
import { openSqlite } from '../../../../main/base/storage/sqlite.ts';
import { readKeyFile } from '../../../../main/base/storage/vault/key-file.ts';
import { checkSettingsFile } from '../../../../main/hosts/settings-file.ts';
import { startFailureText } from '../../../../main/hosts/start-failures.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { formats, writeFormat } from '../../../support/files/formats.ts';

const newest = migrations.length;

/** A data folder with a database of this format. */
function folderOf(format: number): { folder: string; file: string } {
  const folder = testFolder();
  const file = join(folder, 'compute-desk.sqlite');
  writeFormat(file, format);
  return { folder, file };
}

function look<T>(file: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const tablesOf = (db: DatabaseSync) =>
  db
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
      AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
/** Every row of every table, each as text. */
const rowsOf = (db: DatabaseSync) =>
  Object.fromEntries(
    tablesOf(db).map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]),
  );
const schemaOf = (db: DatabaseSync) =>
  db
    .prepare(`SELECT type, name, sql FROM sqlite_schema ORDER BY type, name`)
    .all()
    .map((row) => ({ ...row }));
/** Every file below a folder with its bytes. */
const bytesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path).toString('base64')]);
const copiesIn = (folder: string) => readdirSync(join(folder, 'backups'));

test('the corpus has every format there was', () => {
  expect(formats.length).toBe(newest);
});

describe.each(formats)('format %i', (format) => {
  test('opens as the newest, whole, with all that was in it', () => {
    const { folder, file } = folderOf(format);
    const before = look(file, rowsOf);
    openSqlite(file).close();
    const after = look(file, rowsOf);
    const fresh = join(testFolder(), 'fresh.sqlite');
    openSqlite(fresh).close();
    expect(look(file, schemaOf)).toEqual(look(fresh, schemaOf));
    expect(look(file, (db) => db.prepare('PRAGMA user_version').get())).toEqual({
      user_version: newest,
    });
    expect(look(file, (db) => db.prepare('PRAGMA integrity_check').all())).toEqual([
      { integrity_check: 'ok' },
    ]);
    expect(look(file, (db) => db.prepare('PRAGMA foreign_key_check').all())).toEqual([]);
    for (const [table, rows] of Object.entries(before)) {
      if (gone.some((name) => table.startsWith(name))) continue;
      expect(after[table], table).toMatchObject(rows.map((row) => ({ ...row, ...grown(table) })));
    }
    // the copy has what was there, in its own format
    if (format === newest) return expect(readdirSync(folder)).not.toContain('backups');
    const [copy = ''] = copiesIn(folder);
    const copied = join(folder, 'backups', copy, 'compute-desk.sqlite');
    expect(look(copied, (db) => db.prepare('PRAGMA user_version').get())).toEqual({
      user_version: format,
    });
    expect(look(copied, rowsOf)).toEqual({
      ...before,
      secrets: before.secrets?.filter(({ name }) => !String(name).startsWith('session:')),
    });
  });
});

/** Tables that a later format replaced: what is to be indexed anew, and what was learnt of tokenizers. */
const gone = ['message_index', 'unindexed_messages', 'token_calibrations'];
/** What a migration changes by itself. */
const grown = (table: string) => (table === 'messages' ? { depth: expect.any(Number) } : {});

test('the copy before a migration is the user’s alone, with keys and settings beside it', () => {
  const { folder, file } = folderOf(newest - 1);
  writeFileSync(join(folder, 'vault.json'), '{"version":2,"user":null,"demo":null}');
  writeFileSync(join(folder, 'settings.json'), '{}');
  const mask = process.umask(0o077);
  openSqlite(file).close();
  process.umask(mask);
  const [copy = ''] = copiesIn(folder);
  const path = join(folder, 'backups', copy);
  expect(readdirSync(path).sort()).toEqual(['compute-desk.sqlite', 'settings.json', 'vault.json']);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, 'compute-desk.sqlite')).mode & 0o777).toBe(0o600);
  // what a session's token was sealed as is nowhere in it
  expect(readFileSync(join(path, 'compute-desk.sqlite')).includes('02ddeeff', 0, 'hex')).toBe(
    false,
  );
});

test('a copy goes after 30 days, a half one at the next start', () => {
  const { folder, file } = folderOf(newest);
  const ago = (days: number) =>
    new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const kept = [`format-3-${ago(29)}`, 'notes of the user'];
  for (const name of [...kept, `format-2-${ago(31)}`, `format-4-${ago(1)}.tmp`]) {
    mkdirSync(join(folder, 'backups', name), { recursive: true });
    writeFileSync(join(folder, 'backups', name, 'compute-desk.sqlite'), 'x');
  }
  openSqlite(file).close();
  expect(copiesIn(folder).sort()).toEqual(kept.sort());
});

describe('a newer format', () => {
  const sentence = (cause: unknown) => [
    startFailureText(cause, 'en'),
    startFailureText(cause, 'ja'),
  ];

  test('of the database is refused, and nothing is touched', () => {
    const { folder, file } = folderOf(newest);
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${newest + 1}; PRAGMA journal_mode = DELETE`);
    db.close();
    const before = bytesOf(folder);
    const error = thrown(() => openSqlite(file));
    expect(error).toMatchObject({
      code: 'data-newer',
      details: { name: 'compute-desk.sqlite', found: newest + 1, known: newest },
    });
    expect(bytesOf(folder)).toEqual(before);
    for (const text of sentence(error)) expect(text).toContain('--data-dir');
    expect(sentence(error)[0]).toContain('A newer Compute Desk wrote');
    expect(sentence(error)[1]).toContain('より新しい');
  });

  test('that stands in the log alone, as a crash leaves it, is refused too', () => {
    const { file } = folderOf(newest);
    const crashed = join(testFolder(), 'crashed');
    mkdirSync(crashed);
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = ${newest + 3}`);
    for (const end of ['', '-wal']) cpSync(`${file}${end}`, join(crashed, `data${end}`));
    db.close();
    const before = bytesOf(crashed);
    expect(thrown(() => openSqlite(join(crashed, 'data')))).toMatchObject({ code: 'data-newer' });
    expect(bytesOf(crashed)).toEqual(before);
    // without its log it is of the older format
    rmSync(join(crashed, 'data-wal'));
    openSqlite(join(crashed, 'data')).close();
  });

  test.each(['vault.json', 'settings.json'])('of %s is refused, and stays', async (name) => {
    const folder = testFolder();
    const text = '{"version":3,"format":2,"user":null,"demo":null,"settings":{}}';
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1, 1);
    const error = await (name === 'vault.json'
      ? readKeyFile(folder).catch((cause: unknown) => cause)
      : thrown(() => checkSettingsFile(folder)));
    expect(error).toMatchObject({ code: 'data-newer', details: { name } });
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
    expect(statSync(join(folder, name)).mtimeMs).toBe(1000);
    for (const said of sentence(error)) expect(said).toContain(name);
  });
});

test('what all migrations make is what is noted, so that no start makes it again', () => {
  expect(definitionsHash).toBe(computeDefinitionsHash());
});

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (cause) {
    return cause;
  }
  throw new Error('nothing was thrown');
}
