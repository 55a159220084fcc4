import { setTimeout as delay } from 'node:timers/promises';
import type { SearchHit, SearchQuery } from '../../../preload/contract/conversation.ts';
import type { Attachments } from '../../attachments/index.ts';
import type { Log } from '../../host.ts';
import type { Database, SqlValue } from '../../storage/database.ts';
import { attachmentsIn } from '../store/index.ts';
import { type Budget, bestPlace } from './attached.ts';
import { excerpt } from './excerpt.ts';
import { facets, matchOf, termsOf } from './grams.ts';
import { createIndexer } from './indexer.ts';

/** Characters of attached texts that are looked through for one answer. */
const mostRead = 8_000_000;

/** How long a search waits for the index, ms. */
const patience = 1500;

export interface SearchResult {
  readonly hits: SearchHit[];
  readonly more: boolean;
  readonly terms: string[];
}
export type Search = (query: SearchQuery) => Promise<SearchResult>;

/** Search over an index that keeps up with the messages by itself. */
export function createSearch(
  database: Database,
  files: Pick<Attachments, 'read'>,
  log: Log,
): { readonly search: Search; close(): Promise<void> } {
  const indexer = createIndexer(database, files, log);
  indexer.kick();
  return {
    async search(query) {
      // A first index of many years is not waited for: it grows from the newest message on.
      await Promise.race([indexer.upToDate(), delay(patience, undefined, { ref: false })]);
      return search(database, files, query);
    },
    close: () => indexer.close(),
  };
}

/** The newest messages that have every term, in their words or in what is attached to them, `limit` at most; `before` goes on after an earlier answer. */
export async function search(
  database: Database,
  files: Pick<Attachments, 'read'>,
  query: SearchQuery,
): Promise<SearchResult> {
  const asked = termsOf(query.text);
  const marks = [facets.system(query.systemId)];
  if (query.role !== undefined) marks.push(facets[query.role]);
  const match = matchOf(asked, marks);
  if (match === null) return { hits: [], more: false, terms: [] };

  const params: SqlValue[] = [match];
  const conditions = ['message_index MATCH ?', 'c.removed_at IS NULL'];
  const also = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    params.push(value);
  };
  also('i.rowid < ?', query.before);
  also('m.model = ?', query.model);
  also('c.folder_id IS ?', query.folderId);
  also('m.created_at >= ?', query.from);
  also('m.created_at < ?', query.to);
  also('m.conversation_id = ?', query.conversationId);
  params.push(query.limit + 1);
  // The index is walked from its newest end, so that common words cost no more than rare ones.
  const rows = await database.all(
    `SELECT m.number, m.id, m.conversation_id, m.role, m.model, m.created_at, m.depth,
      c.title, c.folder_id, c.archived, substr(m.content, 1, 200000) AS content, m.attachments
      FROM message_index i CROSS JOIN messages m ON m.number = i.rowid
      CROSS JOIN conversations c ON c.id = m.conversation_id
      WHERE ${conditions.join(' AND ')} ORDER BY i.rowid DESC LIMIT ?`,
    params,
  );
  const terms = asked.flat();
  const budget: Budget = { left: mostRead };
  const hits: SearchHit[] = [];
  for (const row of rows.slice(0, query.limit)) {
    const said = { content: String(row.content), list: attachmentsIn(row) };
    const { text, attachment } =
      said.list.length === 0
        ? { text: said.content, attachment: null }
        : await bestPlace(files, said, terms, budget);
    hits.push({
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
      attachment,
      excerpt: excerpt(text, terms),
    });
  }
  return { hits, more: rows.length > query.limit, terms: terms.map(({ text }) => text) };
}
