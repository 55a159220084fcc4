import { foldText } from '../../../../common/texts/fold.ts';
import type { Log } from '../../../base/host.ts';
import type { Database, Row, Statement } from '../../../base/storage/database.ts';
import { addPieces, filterWords, indexFormat } from './grams.ts';
import { attachedParts, type Files, isDrawn, ownParts } from './parts.ts';
import { drawnPortionsOf, portionsOf, textStart } from './portions.ts';

/** Number of messages not indexed yet, and of all. */
export interface Progress {
  readonly left: number;
  readonly total: number;
}

/** Updates the index in the background. */
export interface Indexer {
  /** Call after a write. */
  kick(): void;
  /** Resolves once everything written before is indexed. */
  upToDate(): Promise<void>;
  /** Returns the progress while many messages are indexed; null if it is nearly done. */
  progress(): Progress | null;
  close(): Promise<void>;
}

/** Messages read together, fewer if they are long. */
const together = { first: 200, least: 20, most: 2000 } as const;
/** Maximum indexed characters of one text: about a thousand pages. */
const longest = 4_000_000;

/** Characters of pieces per transaction: other requests wait no longer than for one. */
const portion = 1_000_000;

const batch = `SELECT u.number, m.model, c.system_id,
    ${textStart('m.content', longest)} AS content, ${textStart('m.reasoning', longest)} AS reasoning,
    m.tool_calls, m.attachments
  FROM unindexed_messages u LEFT JOIN messages m ON m.number = u.number
  LEFT JOIN conversations c ON c.id = m.conversation_id
  ORDER BY u.number DESC LIMIT ?`;

/** Returns how many messages like these make about one portion. */
function asMany(rows: readonly Row[]): number {
  let size = 0;
  for (const row of rows) {
    for (const text of [row.content, row.reasoning, row.tool_calls]) size += String(text).length;
  }
  const fitting = Math.round((rows.length * portion) / 4 / Math.max(1, size));
  return Math.min(together.most, Math.max(together.least, fitting));
}

/** Empties an index of another format, so that every message is indexed again; all or nothing. */
async function anew(database: Database): Promise<void> {
  const row = await database.get({ sql: 'SELECT format FROM message_index_format' });
  if (row?.format === indexFormat) return;
  await database.run(
    { sql: `INSERT INTO message_index (message_index) VALUES ('delete-all')` },
    {
      sql: `INSERT OR IGNORE INTO unindexed_messages
        SELECT number FROM messages WHERE state <> 'streaming'`,
    },
    { sql: 'UPDATE message_index_format SET format = ?', params: [indexFormat] },
  );
}

/** Returns a message's index entry; null if the message is gone. */
async function piecesOf(row: Row, files: Files): Promise<string | null> {
  const { model, system_id: systemId, content } = row;
  if (typeof content !== 'string') return null;
  const pieces = new Set<string>();
  const add = async (text: string): Promise<void> => {
    for await (const part of portionsOf(text)) addPieces(pieces, foldText(part));
  };
  for (const part of ownParts(row)) {
    await add(part.text);
    if (!isDrawn(part)) continue;
    for await (const some of drawnPortionsOf(part.text)) addPieces(pieces, foldText(some));
  }
  for await (const part of attachedParts(files, row, { done: 0 })) {
    if (part !== null) await add(part.text);
  }
  pieces.add(filterWords.system(String(systemId)));
  if (typeof model === 'string') pieces.add(filterWords.model(model));
  return [...pieces].join(' ');
}

export function createIndexer(database: Database, files: Files, log: Log): Indexer {
  let work: Promise<void> | null = null;
  let again = false;
  let closed = false;
  let checked = false;
  let progress: Progress | null = null;

  async function count(): Promise<Progress> {
    const row = await database.get({
      sql: `SELECT (SELECT count(*) FROM unindexed_messages) AS left,
        (SELECT count(*) FROM messages) AS total`,
    });
    return { left: Number(row?.left ?? 0), total: Number(row?.total ?? 0) };
  }

  async function takeIn(rows: readonly Row[]): Promise<void> {
    let statements: Statement[] = [];
    let size = 0;
    for (const row of rows) {
      const { number = null } = row;
      const pieces = await piecesOf(row, files);
      statements.push({
        sql: 'DELETE FROM unindexed_messages WHERE number = ?',
        params: [number],
      });
      if (pieces !== null) {
        statements.push({
          sql: 'INSERT OR REPLACE INTO message_index (rowid, pieces) VALUES (?, ?)',
          params: [number, pieces],
        });
        size += pieces.length;
      }
      if (size < portion) continue;
      await database.run(...statements);
      if (closed) return;
      statements = [];
      size = 0;
    }
    if (statements.length > 0) await database.run(...statements);
  }

  async function run(): Promise<void> {
    if (!checked) await anew(database);
    checked = true;
    let most: number = together.first;
    while (!closed) {
      again = false;
      const rows = await database.all({ sql: batch, params: [most] });
      if (rows.length === 0 && !again) return;
      const full = rows.length === most;
      if (full) progress ??= await count();
      await takeIn(rows);
      most = asMany(rows);
      if (!full) progress = null;
      else if (progress !== null) {
        progress = { ...progress, left: Math.max(0, progress.left - rows.length) };
      }
    }
  }

  function start(): Promise<void> {
    again = true;
    work ??= run()
      .catch((error: unknown) => {
        if (!closed) log.error('chat-index', error);
      })
      .finally(() => {
        work = null;
        progress = null;
      });
    return work;
  }

  return {
    kick: () => void start(),
    upToDate: start,
    progress: () => progress,
    async close() {
      closed = true;
      await work;
    },
  };
}
