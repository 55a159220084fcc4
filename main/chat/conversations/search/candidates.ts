import { parseJson } from '../../../../common/texts/json.ts';
import type { SearchQuery } from '../../../../preload/contract/chat/search.ts';
import type { Database, Row, SqlValue } from '../../../base/storage/database.ts';
import { filterWords, matchOf } from './grams.ts';

/** Fixed cost of a message, in characters that are read in the same time. */
const workOfOne = 100;

/** Characters of a message read at first: most are shorter. */
export const firstReadLength = 100_000;

/**
 * Messages read together from the index, so many that they cost about `work`. Few reads are better, because the index
 * scans from its end to its position each time.
 */
const together = { least: 20, first: 300, most: 5000, growth: 16, work: 600_000 } as const;

/** Some of the messages that the index proposes, newest first. */
export interface CandidateBatch {
  /** Those that pass the filters and may have every term. */
  readonly numbers: readonly number[];
  /** The oldest of all of them with its time; null if there was none. */
  readonly last: { readonly number: number; readonly at: string } | null;
  /** Cost of reading them, in characters. */
  readonly work: number;
  /** The index has none below them. */
  readonly end: boolean;
}

/**
 * Yields the index's proposals from the newest on, so that common words cost no more than rare ones. Filters and terms
 * in a message's own text are checked inside the database: no text leaves it. Attached and very long texts are left for
 * `match-message.ts`.
 * @param most maximum characters to read in total
 */
export async function* readCandidates(
  database: Database,
  query: SearchQuery,
  terms: readonly string[],
  most: number,
): AsyncGenerator<CandidateBatch, void, void> {
  const match = matchOf(terms, await marksOf(database, query));
  if (match === null) return;
  const range = await rangeOf(database, query);
  if (range === null) return;
  const { sql, params } = statement(query);
  const json = JSON.stringify(terms);
  const all = 2 ** terms.length - 1;
  let { below } = range;
  let size = Math.max(together.least, Math.min(together.first, Math.floor(most / workOfOne / 2)));
  for (let left = most; ; ) {
    const row = await database.get({
      sql,
      params: [match, below, size, json, all, range.from, ...params],
    });
    const count = Number(row?.count);
    const work = count * workOfOne + Number(row?.size ?? 0);
    const last = row?.last ?? null;
    const end = count < size;
    yield {
      numbers: numbersIn(row).sort((a, b) => b - a),
      last: last === null ? null : { number: Number(last), at: String(row?.at) },
      work,
      end,
    };
    if (end) return;
    left -= work;
    below = Number(last);
    const fitting = Math.round((Math.min(left, together.work) * count) / Math.max(1, work));
    const grown = Math.min(size * together.growth, fitting, together.most);
    size = Math.max(together.least, grown);
  }
}

/**
 * Returns the filter words that rule many messages out. A system's counts only if most conversations belong to others;
 * otherwise it takes as long as a word in every message, as a role's would.
 */
async function marksOf(database: Database, query: SearchQuery): Promise<string[]> {
  const row = await database.get({
    sql: `SELECT count(*) AS whole, count(*) FILTER (WHERE system_id = ?) AS own FROM conversations`,
    params: [query.systemId],
  });
  return [
    ...(query.model === undefined ? [] : [filterWords.model(query.model)]),
    ...(Number(row?.own) * 2 > Number(row?.whole) ? [] : [filterWords.system(query.systemId)]),
  ];
}

/** Returns the range of message numbers for the query; null if a conversation has none. */
async function rangeOf(
  database: Database,
  { conversationId, before = Number.MAX_SAFE_INTEGER }: SearchQuery,
): Promise<{ from: number; below: number } | null> {
  if (conversationId === undefined) return { from: 0, below: before };
  const row = await database.get({
    sql: 'SELECT min(number) AS first, max(number) AS last FROM messages WHERE conversation_id = ?',
    params: [conversationId],
  });
  const { first = null, last = null } = row ?? {};
  if (first === null) return null;
  return { from: Number(first), below: Math.min(before, Number(last) + 1) };
}

function statement(query: SearchQuery): { sql: string; params: SqlValue[] } {
  const params: SqlValue[] = [];
  const conditions = ['c.removed_at IS NULL'];
  const also = (condition: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    params.push(value);
    conditions.push(`${condition} ?${params.length + 6}`);
  };
  also('c.system_id =', query.systemId);
  also('m.role =', query.role);
  also('m.model IS', query.model);
  also('c.folder_id IS', query.folderId);
  also('m.created_at >=', query.from);
  also('m.created_at <', query.to);
  also('m.conversation_id =', query.conversationId);
  const size = 'octet_length(m.content) + octet_length(m.reasoning)';
  const unclear = `m.tool_calls IS NOT NULL OR m.attachments IS NOT NULL OR ${size} > ${firstReadLength}`;
  const has = `terms_in(m.content, ?4) | iif(m.reasoning = '', 0, terms_in(m.reasoning, ?4))`;
  const sql = `WITH
    proposed AS MATERIALIZED (
      SELECT rowid AS number FROM message_index
      WHERE message_index MATCH ?1 AND rowid < ?2 AND rowid >= ?6 ORDER BY rowid DESC LIMIT ?3
    ),
    looked AS MATERIALIZED (
      SELECT m.number, min(${size}, ${firstReadLength}) AS size, (${unclear} OR (${has}) = ?5) AS possible
      FROM proposed p CROSS JOIN messages m ON m.number = p.number
      CROSS JOIN conversations c ON c.id = m.conversation_id
      WHERE ${conditions.join(' AND ')}
    ),
    ends AS MATERIALIZED (SELECT count(*) AS count, min(number) AS last FROM proposed)
    SELECT count, last,
      (SELECT created_at FROM messages WHERE number >= last ORDER BY number LIMIT 1) AS at,
      (SELECT sum(size) FROM looked) AS size,
      (SELECT json_group_array(number) FROM looked WHERE possible) AS numbers
    FROM ends`;
  return { sql, params };
}

function numbersIn(row: Row | undefined): number[] {
  return parseJson(String(row?.numbers ?? '[]')) as number[];
}
