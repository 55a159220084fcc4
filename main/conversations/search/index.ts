import { setTimeout as delay } from 'node:timers/promises';
import type {
  SearchHit,
  SearchQuery,
  SearchResult,
} from '../../../preload/contract/conversation.ts';
import type { Log } from '../../host.ts';
import type { Database, Row, SqlValue } from '../../storage/database.ts';
import { excerpt } from './excerpt.ts';
import { facets, matchOf, termsOf } from './grams.ts';
import { createIndexer } from './indexer.ts';
import { type Found, look } from './look.ts';
import type { Budget, Files } from './parts.ts';

/** Characters of attached texts that are looked through for one answer. */
const mostRead = 8_000_000;

/** How long a search waits for the index, ms. */
const patience = 1500;

/** Characters of a message that are read at first: most say what they say in fewer. */
const enough = 100_000;

/** Messages that are looked at together after the first page. */
const further = 200;

export type Search = (query: SearchQuery) => Promise<SearchResult>;

/** Search over an index that keeps up with the messages by itself. */
export function createSearch(
  database: Database,
  files: Files,
  log: Log,
): { readonly search: Search; upToDate(): Promise<void>; close(): Promise<void> } {
  const indexer = createIndexer(database, files, log);
  indexer.kick();
  return {
    async search(query) {
      const done = indexer.upToDate();
      // An index of many years is not waited for: it grows from the newest message on, and the answer says so.
      if (indexer.progress() === null) {
        await Promise.race([done, delay(patience, undefined, { ref: false })]);
      }
      const found = await search(database, files, query);
      return { ...found, indexing: indexer.progress() };
    },
    upToDate: indexer.upToDate,
    close: indexer.close,
  };
}

/** The newest messages that have every term, in their words or in what belongs to them, `limit` at most; `before` goes on after an earlier answer. */
export async function search(
  database: Database,
  files: Files,
  query: SearchQuery,
): Promise<Omit<SearchResult, 'indexing'>> {
  const terms = termsOf(query.text);
  const hits: SearchHit[] = [];
  const budget: Budget = { left: mostRead };
  for await (const row of candidates(database, query, terms)) {
    const found =
      (await look(row, terms, files, budget)) ??
      (isCut(row) ? await look(await whole(database, row), terms, files, budget) : null);
    if (found === null) continue;
    if (hits.length === query.limit) return { hits, more: true, terms };
    hits.push(asHit(row, found, terms));
  }
  return { hits, more: false, terms };
}

/** What the index gives, from its newest end on, so that common words cost no more than rare ones. */
async function* candidates(
  database: Database,
  query: SearchQuery,
  terms: readonly string[],
): AsyncGenerator<Row, void, void> {
  const marks = [facets.system(query.systemId)];
  if (query.role !== undefined) marks.push(facets[query.role]);
  const match = matchOf(terms, marks);
  if (match === null) return;
  const params: SqlValue[] = [match];
  const conditions = ['message_index MATCH ?', 'c.removed_at IS NULL'];
  const also = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    params.push(value);
  };
  also('m.model = ?', query.model);
  also('c.folder_id IS ?', query.folderId);
  also('m.created_at >= ?', query.from);
  also('m.created_at < ?', query.to);
  also('m.conversation_id = ?', query.conversationId);
  let below = query.before ?? Number.MAX_SAFE_INTEGER;
  for (let size = query.limit + 1; ; size = further) {
    const rows = await database.all(
      `SELECT m.number, m.id, m.conversation_id, m.role, m.model, m.created_at, m.depth,
        c.title, c.folder_id, c.archived, substr(m.content, 1, ${enough}) AS content,
        substr(m.reasoning, 1, ${enough}) AS reasoning, m.tool_calls, m.attachments
        FROM message_index i CROSS JOIN messages m ON m.number = i.rowid
        CROSS JOIN conversations c ON c.id = m.conversation_id
        WHERE ${conditions.join(' AND ')} AND i.rowid < ? ORDER BY i.rowid DESC LIMIT ?`,
      [...params, below, size],
    );
    yield* rows;
    if (rows.length < size) return;
    below = Number(rows.at(-1)?.number);
  }
}

/** There may be more of this message than was read; SQLite counts code points, of which there are no more than of ours. */
function isCut({ content, reasoning }: Row): boolean {
  return [content, reasoning].some((text) => String(text).length >= enough);
}

async function whole(database: Database, row: Row): Promise<Row> {
  const all = await database.get('SELECT content, reasoning FROM messages WHERE number = ?', [
    row.number ?? null,
  ]);
  return { ...row, ...all };
}

function asHit(row: Row, { part, portion }: Found, terms: readonly string[]): SearchHit {
  return {
    number: Number(row.number),
    messageId: String(row.id),
    conversationId: String(row.conversation_id),
    title: String(row.title),
    folderId: row.folder_id === null ? null : String(row.folder_id),
    archived: row.archived === 1,
    role: row.role === 'user' ? 'user' : 'assistant',
    model: row.model === null ? null : String(row.model),
    createdAt: String(row.created_at),
    depth: Number(row.depth),
    in: part.in,
    name: part.name,
    excerpt: excerpt(portion, terms),
  };
}
