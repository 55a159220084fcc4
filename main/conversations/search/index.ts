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
import type { Files, Work } from './parts.ts';

/** What is looked through for one answer, characters. */
const mostWork = 2_000_000;
/** What a message counts for whatever its length. */
const workOfOne = 100;

/** How long a search waits for the index, ms. */
const patience = 1500;

/** Characters of a message that are read at first: most say what they say in fewer. */
const enough = 100_000;

/** Messages that are looked at together after the first page, and where filters leave none of them. */
const further = { looked: 200, filtered: 2000 } as const;

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

/**
 * The newest messages that have every term, in their words or in what belongs to them, `limit` at most;
 * `before` goes on after an earlier answer. The index says which messages may have them, and one after the other
 * is looked at: an answer that would take too much of that ends where it has come to.
 * @param most characters to look through
 */
export async function search(
  database: Database,
  files: Files,
  query: SearchQuery,
  most = mostWork,
): Promise<Omit<SearchResult, 'indexing'>> {
  const terms = termsOf(query.text);
  const hits: SearchHit[] = [];
  const work: Work = { done: 0 };
  for await (const row of candidates(database, query, terms)) {
    if (work.done >= most) {
      const unsearched = { before: Number(row.number) + 1, at: String(row.created_at) };
      return { hits, more: true, terms, unsearched };
    }
    work.done += workOfOne;
    if (row.passes !== 1) continue;
    work.done += String(row.content).length + String(row.reasoning).length;
    const found =
      (await look(row, terms, files, work)) ??
      (isCut(row) ? await look(await whole(database, row, work), terms, files, work) : null);
    if (found === null) continue;
    if (hits.length === query.limit) return { hits, more: true, terms, unsearched: null };
    hits.push(asHit(row, found, terms));
  }
  return { hits, more: false, terms, unsearched: null };
}

/**
 * What the index gives, from its newest end on, so that common words cost no more than rare ones; `passes` is 1
 * where the filters leave a message in, and only then its texts are read.
 */
async function* candidates(
  database: Database,
  query: SearchQuery,
  terms: readonly string[],
): AsyncGenerator<Row, void, void> {
  const marks = [facets.system(query.systemId)];
  if (query.role !== undefined) marks.push(facets[query.role]);
  const match = matchOf(terms, marks);
  if (match === null) return;
  const params: SqlValue[] = [];
  const conditions = ['c.removed_at IS NULL'];
  const also = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    params.push(value);
    conditions.push(`${condition} ?${params.length + 3}`);
  };
  also('m.model IS', query.model);
  also('c.folder_id IS', query.folderId);
  also('m.created_at >=', query.from);
  also('m.created_at <', query.to);
  also('m.conversation_id =', query.conversationId);
  const passes = `(${conditions.join(' AND ')})`;
  const ifPasses = (value: string): string => `iif(${passes}, ${value}, '')`;
  let below = query.before ?? Number.MAX_SAFE_INTEGER;
  for (let size: number = query.limit + 1; ; ) {
    const rows = await database.all(
      `SELECT m.number, m.id, m.conversation_id, m.role, m.model, m.created_at, m.depth,
        c.title, c.folder_id, c.archived, ${passes} AS passes,
        ${ifPasses(`substr(m.content, 1, ${enough})`)} AS content,
        ${ifPasses(`substr(m.reasoning, 1, ${enough})`)} AS reasoning,
        iif(${passes}, m.tool_calls, NULL) AS tool_calls,
        iif(${passes}, m.attachments, NULL) AS attachments
        FROM message_index i CROSS JOIN messages m ON m.number = i.rowid
        CROSS JOIN conversations c ON c.id = m.conversation_id
        WHERE message_index MATCH ?1 AND i.rowid < ?2 ORDER BY i.rowid DESC LIMIT ?3`,
      [match, below, size, ...params],
    );
    yield* rows;
    if (rows.length < size) return;
    below = Number(rows.at(-1)?.number);
    size = rows.some(({ passes }) => passes === 1) ? further.looked : further.filtered;
  }
}

/** There may be more of this message than was read; SQLite counts code points, of which there are no more than of ours. */
function isCut({ content, reasoning }: Row): boolean {
  return [content, reasoning].some((text) => String(text).length >= enough);
}

async function whole(database: Database, row: Row, work: Work): Promise<Row> {
  const all = await database.get('SELECT content, reasoning FROM messages WHERE number = ?', [
    row.number ?? null,
  ]);
  work.done += String(all?.content).length + String(all?.reasoning).length;
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
