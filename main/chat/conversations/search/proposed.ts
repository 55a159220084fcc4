import { parseJson } from '../../../../common/texts/json.ts';
import type { SearchQuery } from '../../../../preload/contract/chat/search.ts';
import type { Database, Row, SqlValue } from '../../../base/storage/database.ts';
import { facets, matchOf } from './grams.ts';

/** What a message counts for whatever its length, in characters that are looked through in as much time. */
const workOfOne = 100;

/** Characters of a message that are read at first: most say what they say in fewer. */
export const enough = 100_000;

/**
 * Messages that are taken from the index together, so many that they are about `work`. Few times, since the index
 * goes to where it was from its end again.
 */
const together = { least: 20, first: 300, most: 5000, growth: 16, work: 600_000 } as const;

/** Some of the messages that the index proposes, the newest first. */
export interface Proposed {
  /** Those among them that pass the filters and may have every term. */
  readonly numbers: readonly number[];
  /** The oldest of all of them, and when it was written; null where there was none. */
  readonly last: { readonly number: number; readonly at: string } | null;
  /** What it took to look at them, in characters. */
  readonly work: number;
  /** The index has no more below them. */
  readonly end: boolean;
}

/**
 * What the index proposes, from its newest end on, so that common words cost no more than rare ones. What the
 * filters leave out and what does not have the terms in its own words is sorted out where it lies: no text
 * of it leaves the database. What is attached or too long for that is left for `look.ts`.
 * @param most what may be looked through for all of it, in characters
 */
export async function* proposed(
  database: Database,
  query: SearchQuery,
  terms: readonly string[],
  most: number,
): AsyncGenerator<Proposed, void, void> {
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
    const row = await database.get(sql, [match, below, size, json, all, range.from, ...params]);
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
 * The marks that rule much out. That of a system does where most conversations are of others; else it takes as
 * long as a word of every message, as one of a role would.
 */
async function marksOf(database: Database, query: SearchQuery): Promise<string[]> {
  const row = await database.get(
    `SELECT count(*) AS whole, count(*) FILTER (WHERE system_id = ?) AS own FROM conversations`,
    [query.systemId],
  );
  return [
    ...(query.model === undefined ? [] : [facets.model(query.model)]),
    ...(Number(row?.own) * 2 > Number(row?.whole) ? [] : [facets.system(query.systemId)]),
  ];
}

/** Which messages the index is asked about, by number; null where a conversation has none. */
async function rangeOf(
  database: Database,
  { conversationId, before = Number.MAX_SAFE_INTEGER }: SearchQuery,
): Promise<{ from: number; below: number } | null> {
  if (conversationId === undefined) return { from: 0, below: before };
  const row = await database.get(
    'SELECT min(number) AS first, max(number) AS last FROM messages WHERE conversation_id = ?',
    [conversationId],
  );
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
  const unclear = `m.tool_calls IS NOT NULL OR m.attachments IS NOT NULL OR ${size} > ${enough}`;
  const has = `terms_in(m.content, ?4) | iif(m.reasoning = '', 0, terms_in(m.reasoning, ?4))`;
  const sql = `WITH
    proposed AS MATERIALIZED (
      SELECT rowid AS number FROM message_index
      WHERE message_index MATCH ?1 AND rowid < ?2 AND rowid >= ?6 ORDER BY rowid DESC LIMIT ?3
    ),
    looked AS MATERIALIZED (
      SELECT m.number, min(${size}, ${enough}) AS size, (${unclear} OR (${has}) = ?5) AS possible
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
