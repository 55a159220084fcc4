import { createHash } from 'node:crypto';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Database, Statement } from '../../storage/database.ts';
import { fromJson } from './rows.ts';

/** A request as it was sent, without its secrets. */
export interface SentRequest {
  readonly at: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, Json>>;
}

/** The first and the last number of parts that follow each other. */
type Range = [first: number, last: number];
/** By field of the body: the parts of a list, or the one part that is the field. */
type Parts = Record<string, Range[] | number>;

/** Characters of JSON from which on a field stands by itself. */
const longField = 1_000;

/**
 * Requests as they were sent, in the database. A message is kept once, however many requests of its conversation
 * carry it: all of them together take about as much as the conversation with its attached texts. A request
 * names its messages by number, and those that follow each other by two.
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

    /** The same request brought another answer. */
    async shareSent(messageId: string, other: string): Promise<void> {
      await database.run({
        sql: `INSERT OR REPLACE INTO sent_requests
          SELECT ?2, conversation_id, at, url, headers, body, parts FROM sent_requests WHERE message_id = ?1`,
        params: [messageId, other],
      });
    },

    /** Null where none was kept. */
    async sent(messageId: string): Promise<SentRequest | null> {
      const row = await database.get('SELECT * FROM sent_requests WHERE message_id = ?', [
        messageId,
      ]);
      if (row === undefined) return null;
      const { conversation_id: conversationId = '', at, url } = row;
      const parts = fromJson<Parts>(row.parts, {});
      const numbers = Object.values(parts).flat(2);
      const rows = await database.all(
        'SELECT number, json FROM sent_parts WHERE conversation_id = ? AND number BETWEEN ? AND ?',
        [conversationId, Math.min(...numbers), Math.max(...numbers)],
      );
      const texts = new Map(rows.map(({ number, json }) => [Number(number), json]));
      const part = (number: number): Json => fromJson<Json>(texts.get(number), null);
      const fields = Object.entries(fromJson<Record<string, Json>>(row.body, {}));
      const body = fields.map(([name, field]): [string, Json] => {
        const where = parts[name];
        if (where === undefined) return [name, field];
        return [name, typeof where === 'number' ? part(where) : numbersOf(where).map(part)];
      });
      return {
        at: String(at),
        url: String(url),
        headers: fromJson<Record<string, string>>(row.headers, {}),
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
