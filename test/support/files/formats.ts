import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../corpora/formats/', import.meta.url));

/** The steps by which the database came to each format, with rows as the app of that format kept them. */
const steps = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(`${folder}${name}`, 'utf8'));

export const formats = steps.map((_, index) => index + 1);

/** Makes a database of this format, as it was when that format was the newest: of the corpus alone. */
export function writeFormat(file: string, format: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
  for (const [index, sql] of steps.slice(0, format).entries()) {
    db.exec(`BEGIN; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
  db.close();
}
