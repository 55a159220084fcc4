import type { Message, TreeNode } from '../../../preload/contract/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Database, Row, Statement } from '../../storage/database.ts';
import { fromJson, toMessage } from './rows.ts';

/** A message of a branch, with what later requests take of it. */
export type HistoryEntry = Pick<
  Message,
  'id' | 'role' | 'content' | 'state' | 'toolCalls' | 'attachments'
>;

/** A piece of a running answer, and the moments that became known with it. */
export interface JournalPiece {
  readonly content: string;
  readonly reasoning: string;
  readonly firstByteAt: string | null;
  readonly contentAt: string | null;
}

/** What the beginning of a turn changes of its conversation. */
export interface TurnBegin {
  readonly conversationId: string;
  /** Taken where the conversation has none yet. */
  readonly title: string;
  readonly model: string;
  readonly leafId: string;
  readonly updatedAt: string;
  readonly messages: readonly Message[];
  /** The queued message that is sent with it. */
  readonly queuedId: string | null;
}

const interruptedByEnd = JSON.stringify({
  code: 'stream-interrupted',
  details: { reason: 'app-ended' },
  retryable: true,
});

const recovery: Statement[] = [
  { sql: 'DELETE FROM conversations WHERE removed_at IS NOT NULL' },
  {
    sql: `DELETE FROM conversations
      WHERE leaf_id IS NULL AND draft = '' AND draft_attachments = '[]'
      AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = conversations.id)
      AND NOT EXISTS (SELECT 1 FROM queued_messages WHERE conversation_id = conversations.id)`,
  },
  {
    sql: `UPDATE messages SET
      content = content || coalesce((SELECT group_concat(j.content, '' ORDER BY j.number)
        FROM journal j WHERE j.message_id = messages.id), ''),
      reasoning = reasoning || coalesce((SELECT group_concat(j.reasoning, '' ORDER BY j.number)
        FROM journal j WHERE j.message_id = messages.id), ''),
      problem = ?, state = 'interrupted'
      WHERE state = 'streaming'`,
    params: [interruptedByEnd],
  },
  // What ran when the app ended has no result. In a JSON text these words cannot stand for anything else.
  {
    sql: `UPDATE messages SET tool_calls = replace(replace(tool_calls,
        '"state":"running"', '"state":"interrupted"'), '"state":"waiting"', '"state":"interrupted"'),
        state = 'interrupted'
      WHERE instr(tool_calls, '"state":"running"') > 0 OR instr(tool_calls, '"state":"waiting"') > 0`,
  },
  { sql: 'DELETE FROM journal' },
];

const insertMessage = `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content,
  reasoning, state, model, finish_reason, usage, problem, created_at, first_byte_at, content_at,
  ended_at, tool_calls, attachments)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function callsOf({ toolCalls }: Message): string | null {
  return toolCalls.length === 0 ? null : JSON.stringify(toolCalls);
}

/** The statement that stores a whole message. */
export function inserting(message: Message): Statement {
  const { usage, problem } = message;
  return {
    sql: insertMessage,
    params: [
      message.id,
      message.conversationId,
      message.parentId,
      message.depth,
      message.role,
      message.content,
      message.reasoning,
      message.state,
      message.model,
      message.finishReason,
      usage === null ? null : JSON.stringify(usage),
      problem === null ? null : JSON.stringify(problem),
      message.createdAt,
      message.firstByteAt,
      message.contentAt,
      message.endedAt,
      callsOf(message),
      message.attachments.length === 0 ? null : JSON.stringify(message.attachments),
    ],
  };
}

/** The branch from `?1` upwards, by the index only. */
const upwards = `up (id, parent_id, depth) AS (
    SELECT id, parent_id, depth FROM messages WHERE id = ?1
    UNION ALL
    SELECT m.id, m.parent_id, m.depth FROM up u JOIN messages m ON m.id = u.parent_id`;

/** Groups of more than one. */
function groupsOf(rows: readonly Row[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, sibling } of rows) {
    const group = groups.get(String(id)) ?? [];
    group.push(String(sibling));
    groups.set(String(id), group);
  }
  return Object.fromEntries([...groups].filter(([, group]) => group.length > 1));
}

/** Messages, their tree and the journal of running answers, in the database. */
export function createMessageStore(database: Database) {
  return {
    /** Purges what was removed, and ends as interrupted what a crash left streaming. */
    async recover(): Promise<void> {
      await database.run(...recovery);
    },

    async messages(conversationId: string): Promise<Message[]> {
      const rows = await database.all(
        'SELECT * FROM messages WHERE conversation_id = ? ORDER BY number',
        [conversationId],
      );
      return rows.map(toMessage);
    },

    /** @throws AppError `not-found` */
    async message(id: string): Promise<Message> {
      const row = await database.get('SELECT * FROM messages WHERE id = ?', [id]);
      if (row === undefined) throw new AppError('not-found', { details: { what: 'message' } });
      return toMessage(row);
    },

    /** The branch from its first message to this one. */
    async branch(leafId: string): Promise<HistoryEntry[]> {
      const rows = await database.all(
        `WITH RECURSIVE ${upwards})
          SELECT m.id, m.role, m.content, m.state, m.tool_calls, m.attachments FROM up JOIN messages m ON m.id = up.id
          ORDER BY up.depth`,
        [leafId],
      );
      return rows.map(({ id, role, content, state, tool_calls: calls, attachments }) => ({
        id: String(id),
        role: role as Message['role'],
        content: String(content),
        state: state as Message['state'],
        toolCalls: fromJson<Message['toolCalls']>(calls, []),
        attachments: fromJson<Message['attachments']>(attachments, []),
      }));
    },

    /** Messages of a branch whose depth lies in `[start, end)`. */
    async stretch(leafId: string, start: number, end: number): Promise<Message[]> {
      const rows = await database.all(
        `WITH RECURSIVE ${upwards} AND u.depth > ?2)
          SELECT m.* FROM up JOIN messages m ON m.id = up.id
          WHERE up.depth >= ?2 AND up.depth < ?3 ORDER BY up.depth`,
        [leafId, start, end],
      );
      return rows.map(toMessage);
    },

    /** The alternatives of each of these messages that has any. */
    async siblings(messages: readonly Pick<Message, 'id'>[]): Promise<Record<string, string[]>> {
      const rows = await database.all(
        `SELECT m.id AS id, s.id AS sibling FROM json_each(?) wanted
          JOIN messages m ON m.id = wanted.value
          JOIN messages s ON s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id
          ORDER BY m.number, s.number`,
        [JSON.stringify(messages.map(({ id }) => id))],
      );
      return groupsOf(rows);
    },

    /** Of each of these answers that was asked of several models at once: all of them. */
    async together(messages: readonly Pick<Message, 'id'>[]): Promise<Record<string, string[]>> {
      const rows = await database.all(
        `SELECT m.id AS id, s.id AS sibling FROM json_each(?) wanted
          JOIN messages m ON m.id = wanted.value AND m.role = 'assistant'
          JOIN messages s ON s.conversation_id = m.conversation_id AND s.parent_id IS m.parent_id
            AND s.created_at = m.created_at AND (s.id = m.id OR s.model IS NOT m.model)
          ORDER BY m.number, s.number`,
        [JSON.stringify(messages.map(({ id }) => id))],
      );
      return groupsOf(rows);
    },

    /** The newest end of the branches through this message. */
    async newestLeaf(conversationId: string, messageId: string): Promise<string> {
      const row = await database.get(
        `WITH RECURSIVE down (id, step) AS (
            SELECT ?2, 0
            UNION ALL
            SELECT (SELECT c.id FROM messages c WHERE c.conversation_id = ?1
              AND c.parent_id = down.id ORDER BY c.number DESC LIMIT 1), step + 1
            FROM down WHERE down.id IS NOT NULL)
          SELECT id FROM down WHERE id IS NOT NULL ORDER BY step DESC LIMIT 1`,
        [conversationId, messageId],
      );
      return String(row?.id ?? messageId);
    },

    /** Whether a message lies on the branch that ends in `leafId`. */
    async onBranch(leafId: string, { id, depth }: Pick<Message, 'id' | 'depth'>): Promise<boolean> {
      const row = await database.get(
        `WITH RECURSIVE ${upwards} AND u.depth > ?2) SELECT 1 FROM up WHERE id = ?3`,
        [leafId, depth, id],
      );
      return row !== undefined;
    },

    async tree(conversationId: string): Promise<TreeNode[]> {
      const rows = await database.all(
        `SELECT id, parent_id, depth, role, state, model, created_at,
          substr(content, 1, 120) AS beginning
          FROM messages WHERE conversation_id = ? ORDER BY number`,
        [conversationId],
      );
      return rows.map((row) => ({
        id: String(row.id),
        parentId: row.parent_id === null ? null : String(row.parent_id),
        depth: Number(row.depth),
        role: row.role as Message['role'],
        state: row.state as Message['state'],
        model: row.model === null ? null : String(row.model),
        createdAt: String(row.created_at),
        beginning: String(row.beginning),
      }));
    },

    /** Adds the messages of a beginning turn; a title or model set meanwhile stays. */
    async begin(turn: TurnBegin): Promise<void> {
      const { conversationId, title, model, leafId, updatedAt, messages, queuedId } = turn;
      const fromUser = messages.some(({ role }) => role === 'user') && queuedId === null;
      await database.run(
        ...messages.map(inserting),
        { sql: 'DELETE FROM queued_messages WHERE id = ?', params: [queuedId] },
        {
          sql: `UPDATE conversations SET title = CASE title WHEN '' THEN ?2 ELSE title END,
            model = coalesce(model, ?3), leaf_id = ?4, updated_at = ?5,
            draft = CASE ?6 WHEN 1 THEN '' ELSE draft END,
            draft_attachments = CASE ?6 WHEN 1 THEN '[]' ELSE draft_attachments END WHERE id = ?1`,
          params: [conversationId, title, model, leafId, updatedAt, fromUser ? 1 : 0],
        },
      );
    },

    async journal(messageId: string, piece: JournalPiece): Promise<void> {
      const { content, reasoning, firstByteAt, contentAt } = piece;
      await database.run(
        {
          sql: 'INSERT INTO journal (message_id, content, reasoning) VALUES (?, ?, ?)',
          params: [messageId, content, reasoning],
        },
        {
          sql: `UPDATE messages SET first_byte_at = ?2, content_at = ?3
            WHERE id = ?1 AND (first_byte_at IS NOT ?2 OR content_at IS NOT ?3)`,
          params: [messageId, firstByteAt, contentAt],
        },
      );
    },

    async setToolCalls(message: Message): Promise<void> {
      await database.run({
        sql: 'UPDATE messages SET tool_calls = ? WHERE id = ?',
        params: [callsOf(message), message.id],
      });
    },

    /** Replaces the journal by the ended message. */
    async finish(message: Message, updatedAt: string): Promise<void> {
      const { usage, problem } = message;
      await database.run(
        {
          sql: `UPDATE messages SET content = ?2, reasoning = ?3, state = ?4, finish_reason = ?5,
            usage = ?6, problem = ?7, first_byte_at = ?8, content_at = ?9, ended_at = ?10,
            tool_calls = ?11 WHERE id = ?1`,
          params: [
            message.id,
            message.content,
            message.reasoning,
            message.state,
            message.finishReason,
            usage === null ? null : JSON.stringify(usage),
            problem === null ? null : JSON.stringify(problem),
            message.firstByteAt,
            message.contentAt,
            message.endedAt,
            callsOf(message),
          ],
        },
        { sql: 'DELETE FROM journal WHERE message_id = ?', params: [message.id] },
        {
          sql: 'UPDATE conversations SET updated_at = ?2 WHERE id = ?1',
          params: [message.conversationId, updatedAt],
        },
      );
    },
  };
}
