import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../../main/base/storage/sqlite.ts';

/** A data folder with one of everything, as an app that was closed leaves it. */
export function makeDataFolder(folder: string): void {
  mkdirSync(join(folder, 'attachments', 'ab'), { recursive: true, mode: 0o700 });
  const file = join(folder, 'compute-desk.sqlite');
  const sqlite = openSqlite(file);
  sqlite.transaction([
    {
      sql: 'INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?)',
      params: ['1', 'mine', 'text', '', '[]', '2026-11-23T08:00:00.000Z'],
    },
  ]);
  sqlite.close();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
  mkdirSync(join(folder, 'browser'));
  writeFileSync(join(folder, 'browser', 'cache'), 'not ours');
}

const files = {
  'settings.json': '{"theme":"dark"}',
  'vault.json': '{"version":2,"user":null,"demo":null}',
  [join('attachments', 'ab', 'c'.repeat(62))]: 'attached '.repeat(300_000),
};

/** What of it is there: everything, or the name of what is not as it was. */
export function heldIn(folder: string): string {
  const file = join(folder, 'compute-desk.sqlite');
  if (!existsSync(file)) return 'no database';
  const db = new DatabaseSync(file, { readOnly: true });
  const names = db.prepare('SELECT name FROM prompts').all();
  const sound = db.prepare('PRAGMA integrity_check').get()?.integrity_check;
  db.close();
  if (sound !== 'ok' || names[0]?.name !== 'mine') return 'another database';
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) return name;
  }
  return 'everything';
}

/** What lies beside a folder that is no data folder. */
export function besides(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.moving') || name.endsWith('.tmp'));
}
