import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../main/storage/sqlite.ts';
import {
  type Damaging,
  damages,
  type SoundFolder,
  soundFolder,
} from '../../support/files/damaged-folders.ts';
import { testFolder } from '../../support/files/folder.ts';
import { patience } from '../../support/patience.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { noteTotal } from '../../support/totals.ts';

const name = 'compute-desk.sqlite';
const perKind = rounds(10, 200);

let sound: SoundFolder;
beforeAll(() => {
  sound = soundFolder();
}, patience(60_000));
afterAll(() => sound.remove());

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Everything in the folder that is not the database's, by path. */
function others(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith(name) && !path.startsWith('damaged'));
  return Object.fromEntries(files.map((path) => [path, digest(join(folder, path))]));
}

const databaseFiles = (folder: string) =>
  Object.fromEntries(
    ['', '-wal']
      .map((end) => `${name}${end}`)
      .filter((file) => existsSync(join(folder, file)))
      .map((file) => [file, digest(join(folder, file))]),
  );

function tally(file: string): { messages: string[]; secrets: number; checks: unknown[] } {
  const db = new DatabaseSync(file);
  try {
    const rows = db.prepare('SELECT id, content FROM messages').all();
    return {
      messages: rows.map(({ id, content }) => `${id} ${content}`),
      secrets: Number(db.prepare('SELECT count(*) AS n FROM secrets').get()?.n),
      checks: [
        ...db.prepare('PRAGMA integrity_check').all(),
        ...db.prepare('PRAGMA foreign_key_check').all(),
      ],
    };
  } finally {
    db.close();
  }
}

const totals = { tried: 0, noticed: 0, read: 0, lost: 0 };
const kinds = Object.entries<Damaging>(damages);

describe.each(kinds)('%s', (kind, damaging) => {
  test(
    `${perKind} times: it opens, is whole, and loses nothing else`,
    () => {
      for (let round = 0; round < perKind; round += 1) {
        const seed = kinds.findIndex(([other]) => other === kind) * 100_000 + round;
        const folder = testFolder();
        cpSync(sound.folder, folder, { recursive: true });
        damaging(join(folder, name), seed);
        const [files, rest] = [databaseFiles(folder), others(folder)];

        const opened = openSqlite(join(folder, name));
        const note = { sql: `INSERT INTO tool_approvals VALUES ('after ${seed}', 'ask')` };
        opened.transaction([note]);
        opened.close();

        expect(others(folder), `seed ${seed}`).toEqual(rest);
        const { messages, secrets, checks } = tally(join(folder, name));
        expect(checks, `seed ${seed}`).toEqual([{ integrity_check: 'ok' }]);
        totals.tried += 1;
        if (opened.damage === null) continue;
        totals.noticed += 1;
        // the damaged one is there as it was, what stood in its log in it or beside it
        const aside = join(folder, opened.damage.folder);
        const kept = databaseFiles(aside);
        const merged = `${name}-wal` in files && !(`${name}-wal` in kept);
        if (merged) expect(Object.keys(kept), `seed ${seed}`).toEqual([name]);
        else expect(kept, `seed ${seed}`).toEqual(files);
        expect(readdirSync(join(aside, 'attachments', 'ab'))).toEqual(['cdef']);
        expect(opened.damage.messages).toBe(messages.length);
        const known = messages.filter((message) => sound.messages.has(message)).length;
        totals.read += known;
        totals.lost += sound.messages.size - known;
        if (opened.damage.whole) expect(secrets).toBe(sound.secrets);
        // and the next start has nothing to say
        const again = openSqlite(join(folder, name));
        expect(again.damage).toBeNull();
        again.close();
      }
    },
    patience(rounds(60_000, 600_000)),
  );
});

afterAll(() => {
  noteTotal({
    what: 'damages of the database',
    tried: totals.tried,
    found: `${totals.noticed} noticed, of their messages ${totals.read} read and ${totals.lost} lost`,
  });
});

test('one damaged page of many costs its own rows only', () => {
  const folder = testFolder();
  cpSync(sound.folder, folder, { recursive: true });
  const file = join(folder, name);
  openSqlite(file).close();
  const bytes = readFileSync(file);
  // a page with texts of messages in its middle
  const at = Math.floor(bytes.indexOf('message 400 ') / 4096) * 4096;
  writeFileSync(file, bytes.fill(0xff, at, at + 4096));
  const opened = openSqlite(file);
  opened.close();
  expect(opened.damage).toMatchObject({ systems: 3, conversations: 40, whole: false });
  expect(opened.damage?.messages).toBeGreaterThan(sound.messages.size - 40);
});

test('a header that was written over costs nothing', () => {
  const folder = testFolder();
  cpSync(sound.folder, folder, { recursive: true });
  const file = join(folder, name);
  openSqlite(file).close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('not this!', 0, 100));
  const opened = openSqlite(file);
  opened.close();
  expect(opened.damage).toMatchObject({ messages: sound.messages.size, systems: 3 });
});

test('what has lost its conversation or its system is found under a new one', () => {
  const folder = testFolder();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  cpSync(sound.folder, folder, { recursive: true });
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec(`DELETE FROM conversations WHERE id = 'v7'; DELETE FROM systems WHERE id = 's1';
    DELETE FROM messages WHERE id = 'v9-5'; PRAGMA journal_mode = DELETE`);
  db.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('not this!', 0, 100));
  const opened = openSqlite(file);
  expect(opened.all(`SELECT count(*) AS n FROM messages WHERE conversation_id = 'v7'`, [])).toEqual(
    [{ n: 20 }],
  );
  expect(opened.all(`SELECT leaf_id FROM conversations WHERE id = 'v7'`, [])).toEqual([
    { leaf_id: 'v7-19' },
  ]);
  expect(opened.all(`SELECT name FROM systems WHERE id = 's1'`, [])).toEqual([
    { name: 'Restored' },
  ]);
  expect(
    opened.all(`SELECT parent_id, depth FROM messages WHERE id IN ('v9-6', 'v9-7')`, []),
  ).toEqual([
    { parent_id: null, depth: 0 },
    { parent_id: 'v9-6', depth: 1 },
  ]);
  opened.close();
});
