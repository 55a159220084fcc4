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
import type { Statement } from '../../../main/storage/database.ts';
import { openSqlite } from '../../../main/storage/sqlite.ts';
import { seeded } from './seeded.ts';

/** A data folder as a crash leaves it: a part of the newest messages stands in the log only. */
export interface SoundFolder {
  readonly folder: string;
  /** Id and text of each message. */
  readonly messages: ReadonlySet<string>;
  readonly secrets: number;
  remove(): void;
}

const at = '2026-11-22T10:00:00.000Z';
const words = 'nodes jobs queue memory 計算 ノード bandwidth solver priority'.split(' ');

export function soundFolder(): SoundFolder {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-sound-'));
  const working = join(folder, 'working.sqlite');
  const database = openSqlite(working);
  const random = seeded(1);
  const messages = new Set<string>();
  const prose = () =>
    Array.from({ length: 60 }, () => words[Math.floor(random() * words.length)]).join(' ');
  const systems = ['s0', 's1', 's2'];
  const secrets = 30;
  database.transaction([
    ...systems.map((id) => ({
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
        VALUES (?, ?, 'real', 'https://api.invalid', '[]', ?)`,
      params: [id, `System ${id}`, at],
    })),
    ...Array.from({ length: secrets }, (_, index) => ({
      sql: 'INSERT INTO secrets VALUES (?, ?, ?)',
      params: [`secret:${index}`, 'user', Buffer.alloc(80, index)],
    })),
  ]);
  let number = 0;
  const conversation = (index: number): Statement[] => {
    const id = `v${index}`;
    return [
      {
        sql: `INSERT INTO conversations (id, system_id, title, leaf_id, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
        params: [id, systems[index % 3] ?? '', `Conversation ${index}`, `${id}-19`, at, at],
      },
      ...Array.from({ length: 20 }, (_, depth) => {
        const text = `message ${number++} ${prose()}`;
        messages.add(`${id}-${depth} ${text}`);
        return {
          sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning, state,
            created_at) VALUES (?, ?, ?, ?, ?, ?, '', 'complete', ?)`,
          params: [
            `${id}-${depth}`,
            id,
            depth === 0 ? null : `${id}-${depth - 1}`,
            depth,
            depth % 2 === 0 ? 'user' : 'assistant',
            text,
            at,
          ],
        };
      }),
    ];
  };
  const conversations = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => conversation(from + index)).flat();
  database.transaction(conversations(0, 35));
  database.all('PRAGMA wal_checkpoint(TRUNCATE)', []);
  database.transaction(conversations(35, 40));
  for (const end of ['', '-wal'])
    copyFileSync(`${working}${end}`, join(folder, `compute-desk.sqlite${end}`));
  database.close();
  rmSync(working);
  mkdirSync(join(folder, 'attachments', 'ab'), { recursive: true });
  writeFileSync(join(folder, 'attachments', 'ab', 'cdef'), 'attached');
  writeFileSync(join(folder, 'vault.json'), '{"version":2,"user":null,"demo":null}');
  writeFileSync(join(folder, 'settings.json'), '{"settings":{"theme":"dark"}}');
  return {
    folder,
    messages,
    secrets,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

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
