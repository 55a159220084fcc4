import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A conversation that refers to a file: what nothing refers to is removed at the next start. */
export interface KeptAttachment {
  readonly name: string;
  readonly systemId: string;
  /** Of its hash, 62 letters after `ab`. */
  readonly rest: string;
  readonly content: string;
}

/**
 * Writes it into the data folder of an app that does not run.
 * @returns where the file lies in the folder
 */
export function writeKeptAttachment(folder: string, kept: KeptAttachment): string {
  const { name, systemId, rest, content } = kept;
  const place = join('attachments', 'ab', rest);
  const file = { hash: `ab${rest}`, size: content.length, type: 'text/plain', tokens: 3 };
  const attachment = {
    ...{ name: 'a.txt', kind: 'text', file, encoding: 'utf-8', text: null, images: [] },
    ...{ pages: null, mode: 'whole' },
  };
  const db = new DatabaseSync(join(folder, 'compute-desk.sqlite'));
  const at = '2026-11-23T08:00:00.000Z';
  db.prepare(
    `INSERT INTO conversations (id, system_id, title, leaf_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(`c-${name}`, systemId, `about ${name}`, `m-${name}`, at, at);
  db.prepare(
    `INSERT INTO messages (id, conversation_id, role, content, reasoning, state, created_at, attachments)
      VALUES (?, ?, 'user', ?, '', 'complete', ?, ?)`,
  ).run(`m-${name}`, `c-${name}`, `words of ${name}`, at, JSON.stringify([attachment]));
  db.close();
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  writeFileSync(join(folder, place), content);
  return place;
}
