import type { Message, TreeNode } from '../../../../preload/contract/chat/conversation.ts';
import type { Database, Row } from '../../../base/storage/database.ts';
import { readRows } from '../../../base/storage/rows/index.ts';
import { type AnswerRecord, type Columns, columnsOf } from './columns.ts';
import { entryRows, type HistoryEntry, messageRows, nodeRows } from './rows.ts';
import type { Unsaved } from './unsaved.ts';

/** The branch from `?1` upwards, using only the index. */
const upwards = `up (id, parent_id, depth) AS (
    SELECT id, parent_id, depth FROM messages WHERE id = ?1
    UNION ALL
    SELECT m.id, m.parent_id, m.depth FROM up u JOIN messages m ON m.id = u.parent_id`;

/**
 * A message of the branch that ends in `?1`, at depth `?3` or as little below it as is known without walking up: if the
 * conversation has only one message at a depth, every branch that is long enough goes through it.
 */
const passed = `SELECT coalesce((
    SELECT min(m.id) FROM messages m
    WHERE m.conversation_id = leaf.conversation_id AND m.depth >= ?3 AND m.depth < leaf.depth
    GROUP BY m.depth HAVING count(*) = 1 ORDER BY m.depth LIMIT 1), leaf.id)
  FROM messages leaf WHERE leaf.id = ?1`;

/** The branch that ends in `?1`, from about depth `?3` up to depth `?2`. */
const stretched = `up (id, parent_id, depth) AS (
    SELECT id, parent_id, depth FROM messages WHERE id = (${passed})
    UNION ALL
    SELECT m.id, m.parent_id, m.depth FROM up u JOIN messages m ON m.id = u.parent_id
    WHERE u.depth > ?2)`;

function toAnswered({ sibling, model, at }: Row): AnswerRecord {
  return {
    id: String(sibling),
    model: model === null || model === undefined ? null : String(model),
    at: String(at),
  };
}

/** Returns groups of more than one. */
function groupsOf(rows: readonly Row[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, sibling } of rows) {
    const group = groups.get(String(id)) ?? [];
    group.push(String(sibling));
    groups.set(String(id), group);
  }
  return Object.fromEntries([...groups].filter(([, group]) => group.length > 1));
}

/** The tree of a conversation's messages: its branches and their alternatives. */
export function createTreeStore(database: Database, unsaved: Pick<Unsaved, 'message' | 'entry'>) {
  return {
    /** Returns the branch from its first message to this one. */
    async branch(leafId: string): Promise<HistoryEntry[]> {
      const rows = await database.all({
        sql: `WITH RECURSIVE ${upwards})
          SELECT m.id, m.role, m.content, m.reasoning, m.reasoning_field, m.state, m.problem,
            m.finish_reason, m.tool_calls, m.attachments, m.left_out FROM up JOIN messages m ON m.id = up.id
          ORDER BY up.depth`,
        params: [leafId],
      });
      return readRows(database, entryRows, rows).map(unsaved.entry);
    },

    /** Returns the messages of a branch with a depth in `[start, end)`. */
    async stretch(leafId: string, start: number, end: number): Promise<Message[]> {
      const rows = await database.all({
        sql: `WITH RECURSIVE ${stretched}
          SELECT m.* FROM up JOIN messages m ON m.id = up.id
          WHERE up.depth >= ?2 AND up.depth <= ?3 ORDER BY up.depth`,
        params: [leafId, start, end - 1],
      });
      return readRows(database, messageRows, rows).map(unsaved.message);
    },

    /** Returns the alternatives of each message that has any. */
    async siblings(messages: readonly Pick<Message, 'id'>[]): Promise<Record<string, string[]>> {
      const rows = await database.all({
        sql: `SELECT m.id AS id, s.id AS sibling FROM json_each(?) wanted
          JOIN messages m ON m.id = wanted.value
          JOIN messages s ON s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id
          ORDER BY m.number, s.number`,
        params: [JSON.stringify(messages.map(({ id }) => id))],
      });
      return groupsOf(rows);
    },

    /** Returns the columns beside each answer that was requested from several models at once. */
    async columns(messages: readonly Pick<Message, 'id'>[]): Promise<ReadonlyMap<string, Columns>> {
      const rows = await database.all({
        sql: `SELECT m.id AS id, s.id AS sibling, s.model AS model, s.created_at AS at
          FROM json_each(?) wanted
          JOIN messages m ON m.id = wanted.value AND m.role = 'assistant'
          JOIN messages s ON s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id
            AND s.role = m.role
          ORDER BY m.number, s.number`,
        params: [JSON.stringify(messages.map(({ id }) => id))],
      });
      const answers = new Map<string, AnswerRecord[]>();
      for (const row of rows) {
        const beside = answers.get(String(row.id)) ?? [];
        beside.push(toAnswered(row));
        answers.set(String(row.id), beside);
      }
      const found = new Map<string, Columns>();
      for (const [id, beside] of answers) {
        const columns = columnsOf(beside, id);
        if (columns !== null) found.set(id, columns);
      }
      return found;
    },

    /** Returns the newest end of the branches through this message. */
    async newestLeaf(conversationId: string, messageId: string): Promise<string> {
      const row = await database.get({
        sql: `WITH RECURSIVE down (id, step) AS (
            SELECT ?2, 0
            UNION ALL
            SELECT (SELECT c.id FROM messages c WHERE c.conversation_id = ?1
              AND c.parent_id = down.id ORDER BY c.number DESC LIMIT 1), step + 1
            FROM down WHERE down.id IS NOT NULL)
          SELECT id FROM down WHERE id IS NOT NULL ORDER BY step DESC LIMIT 1`,
        params: [conversationId, messageId],
      });
      return String(row?.id ?? messageId);
    },

    /** Returns whether a message is on the branch that ends in `leafId`. */
    async onBranch(leafId: string, { id, depth }: Pick<Message, 'id' | 'depth'>): Promise<boolean> {
      const row = await database.get({
        sql: `WITH RECURSIVE ${stretched} SELECT 1 FROM up WHERE id = ?4`,
        params: [leafId, depth, depth, id],
      });
      return row !== undefined;
    },

    async tree(conversationId: string): Promise<TreeNode[]> {
      const rows = await database.all({
        sql: `SELECT id, parent_id, depth, role, state, model, created_at,
          substr(content, 1, 120) AS beginning
          FROM messages WHERE conversation_id = ? ORDER BY number`,
        params: [conversationId],
      });
      return readRows(database, nodeRows, rows);
    },
  };
}
