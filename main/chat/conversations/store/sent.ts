import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Json, json } from '../../../../preload/contract/shapes.ts';
import type { Database, Statement } from '../../../base/storage/database.ts';
import { type RowReader, readRow, readRows } from '../../../base/storage/rows/index.ts';

/** A sent request, without its secrets. */
export interface SentRequest {
  readonly at: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, Json>>;
}

/** First and last number of consecutive parts. */
const range = z.tuple([z.int(), z.int()]);
type Range = z.infer<typeof range>;
/** By field of the body: the parts of a list, or the one part that is the field. */
const parts = z.record(z.string(), z.union([z.array(range), z.int()]));
type Parts = z.infer<typeof parts>;

export const sentRows: RowReader<SentRequest & { readonly parts: Parts }> = {
  table: 'sent_requests',
  called: 'message_id',
  read: (row) => ({
    at: row.text('at'),
    url: row.text('url'),
    headers: row.or({}, () => row.json('headers', z.record(z.string(), z.string()))),
    body: row.json('body', z.record(z.string(), json)),
    parts: row.json('parts', parts),
  }),
};

export const partRows: RowReader<readonly [number, Json]> = {
  table: 'sent_parts',
  called: 'hash',
  read: (row) => [row.count('number'), row.json('json', json)],
};

/** A field with more characters of JSON is stored separately. */
const longField = 1_000;

/**
 * Stores requests as they were sent. Each message is stored once, however many requests of its conversation contain it:
 * all together take about as much as the conversation with its attached texts. A request refers to messages by number,
 * and to consecutive ones by a range.
 */
export function createSentStore(database: Database) {
  return {
    async keepSent(conversationId: string, messageId: string, request: SentRequest) {
      const rows = await database.all(
        'SELECT number, hash FROM sent_parts WHERE conversation_id = ? ORDER BY number',
        [conversationId],
      );
      const known = new Map(rows.map(({ number, hash }) => [String(hash), Number(number)]));
      let last = Number(rows.at(-1)?.number ?? 0);
      const statements: Statement[] = [];
      const numberOf = (part: Json): number => {
        const json = JSON.stringify(part);
        const hash = createHash('sha256').update(json).digest('base64');
        const before = known.get(hash);
        if (before !== undefined) return before;
        last += 1;
        known.set(hash, last);
        statements.push({
          sql: 'INSERT INTO sent_parts (conversation_id, number, hash, json) VALUES (?, ?, ?, ?)',
          params: [conversationId, last, hash, json],
        });
        return last;
      };
      const body: Record<string, Json> = {};
      const parts: Parts = {};
      for (const [name, field] of Object.entries(request.body)) {
        body[name] = null;
        if (name === 'messages' && Array.isArray(field))
          parts[name] = rangesOf(field.map(numberOf));
        else if (JSON.stringify(field).length > longField) parts[name] = numberOf(field);
        else body[name] = field;
      }
      statements.push({
        sql: `INSERT OR REPLACE INTO sent_requests
          (message_id, conversation_id, at, url, headers, body, parts) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        params: [
          messageId,
          conversationId,
          request.at,
          request.url,
          ...[request.headers, body, parts].map((one) => JSON.stringify(one)),
        ],
      });
      await database.runAll(statements);
    },

    /** Records that the same request produced another answer. */
    async shareSent(messageId: string, other: string): Promise<void> {
      await database.run({
        sql: `INSERT OR REPLACE INTO sent_requests
          SELECT ?2, conversation_id, at, url, headers, body, parts FROM sent_requests WHERE message_id = ?1`,
        params: [messageId, other],
      });
    },

    /** Returns null if none was stored. */
    async sent(messageId: string): Promise<SentRequest | null> {
      const row = await database.get('SELECT * FROM sent_requests WHERE message_id = ?', [
        messageId,
      ]);
      const kept = row === undefined ? null : readRow(database, sentRows, row);
      if (kept === null) return null;
      const { at, url, headers, parts } = kept;
      const numbers = Object.values(parts).flat(2);
      const rows = await database.all(
        'SELECT * FROM sent_parts WHERE conversation_id = ? AND number BETWEEN ? AND ?',
        [row?.conversation_id ?? null, Math.min(...numbers), Math.max(...numbers)],
      );
      const texts = new Map(readRows(database, partRows, rows));
      const part = (number: number): Json => texts.get(number) ?? null;
      const body = Object.entries(kept.body).map(([name, field]): [string, Json] => {
        const where = parts[name];
        if (where === undefined) return [name, field];
        return [name, typeof where === 'number' ? part(where) : numbersOf(where).map(part)];
      });
      return {
        at,
        url,
        headers,
        body: Object.fromEntries(body),
      };
    },
  };
}

function rangesOf(numbers: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

function numbersOf(ranges: readonly Range[]): number[] {
  return ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
}
