import { setTimeout as delay } from 'node:timers/promises';
import { mayDiffer } from '../../../../common/markdown/differs.ts';
import { foldText } from '../../../../common/texts/fold.ts';
import type {
  SearchHit,
  SearchQuery,
  SearchResult,
} from '../../../../preload/contract/chat/search.ts';
import type { Log } from '../../../base/host.ts';
import type { Database, Row } from '../../../base/storage/database.ts';
import { firstReadLength, readCandidates } from './candidates.ts';
import { excerpt } from './excerpt.ts';
import { termsOf } from './grams.ts';
import { createIndexer } from './indexer.ts';
import { type Match, matchMessage } from './match-message.ts';
import type { Files, Work } from './parts.ts';
import { textStart } from './portions.ts';

/** Maximum characters read for one result. */
const mostWork = 1_000_000;
/** How long a search waits for the index, ms. */
const patience = 1500;

export type Search = (query: SearchQuery) => Promise<SearchResult>;

/** Searches with an index that updates itself. */
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
      // The search does not wait for the index of many years: it grows from the newest message, and the result says so.
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
 * Finds the newest messages that have every term, in their text or in what belongs to them, at most `limit`; `before`
 * continues an earlier result. The index proposes messages, and each is then read: a result that would take too much
 * reading ends early.
 * @param most maximum characters to read
 */
export async function search(
  database: Database,
  files: Files,
  query: SearchQuery,
  most = mostWork,
): Promise<Omit<SearchResult, 'indexing'>> {
  const terms = termsOf(query.text);
  const hits: SearchHit[] = [];
  const wanted = query.limit + 1;
  const work: Work = { done: 0 };
  for await (const some of readCandidates(database, query, terms, most)) {
    const { numbers, last, end } = some;
    work.done += some.work;
    for (let at = 0; at < numbers.length; ) {
      const next = numbers.slice(at, at + wanted - hits.length);
      at += next.length;
      for (const row of await rowsOf(database, next)) {
        const found = await lookAtAll(database, row, terms, files, work);
        if (found !== null && hits.length === query.limit) {
          return { hits, more: true, terms, unsearched: null };
        }
        if (found !== null) hits.push(await asHit(row, found, terms));
        // attached texts may be long
        else if (work.done >= most) return { hits, more: true, terms, unsearched: below(row) };
      }
    }
    if (!end && last !== null && work.done >= most) {
      return { hits, more: true, terms, unsearched: { before: last.number, at: last.at } };
    }
  }
  return { hits, more: false, terms, unsearched: null };
}

const below = (row: Row): NonNullable<SearchResult['unsearched']> => ({
  before: Number(row.number),
  at: String(row.created_at),
});

/** Newest first. */
async function rowsOf(database: Database, numbers: readonly number[]): Promise<Row[]> {
  return await database.all({
    sql: `SELECT m.number, m.id, m.conversation_id, m.role, m.model, m.created_at, m.depth,
      c.title, c.folder_id, c.archived, ${textStart('m.content', firstReadLength)} AS content,
      ${textStart('m.reasoning', firstReadLength)} AS reasoning, m.tool_calls, m.attachments
      FROM json_each(?1) n CROSS JOIN messages m ON m.number = n.value
      CROSS JOIN conversations c ON c.id = m.conversation_id
      ORDER BY n.id`,
    params: [JSON.stringify(numbers)],
  });
}

async function lookAtAll(
  database: Database,
  row: Row,
  terms: readonly string[],
  files: Files,
  work: Work,
): Promise<Match | null> {
  work.done += String(row.content).length + String(row.reasoning).length;
  const found = await matchMessage(row, terms, files, work);
  if (found !== null || !isCut(row)) return found;
  return await matchMessage(await whole(database, row, work), terms, files, work);
}

/**
 * Returns whether the message may have more text than was read; SQLite counts code points, which are never more than
 * our units.
 */
function isCut({ content, reasoning }: Row): boolean {
  return [content, reasoning].some((text) => String(text).length >= firstReadLength);
}

async function whole(database: Database, row: Row, work: Work): Promise<Row> {
  const all = await database.get({
    sql: 'SELECT content, reasoning FROM messages WHERE number = ?',
    params: [row.number ?? null],
  });
  work.done += String(all?.content).length + String(all?.reasoning).length;
  return { ...row, ...all };
}

async function asHit(row: Row, found: Match, terms: readonly string[]): Promise<SearchHit> {
  const { part } = found;
  // a question is shown as written
  const portion =
    found.isSource && row.role !== 'user' ? await shownOf(found, terms) : found.portion;
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

/** Returns the text as the thread shows it, unless a term is only in its source, such as a link's address. */
async function shownOf({ portion }: Match, terms: readonly string[]): Promise<string> {
  if (!mayDiffer(portion)) return portion;
  const { renderedText } = await import('../../../../common/markdown/index.ts');
  const shown = renderedText(portion);
  const [source, plain] = [foldText(portion), foldText(shown)];
  return terms.every((term) => plain.includes(term) || !source.includes(term)) ? shown : portion;
}
