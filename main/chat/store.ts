import type { Message } from '../../preload/contract/chat.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Database, Statement } from '../storage/database.ts';
import type { HistoryEntry } from './history.ts';
import { type StoredConversation, toConversation, toMessage } from './rows.ts';

/** A piece of a running answer, and the moments that became known with it. */
export interface JournalPiece {
  readonly content: string;
  readonly reasoning: string;
  readonly firstByteAt: string | null;
  readonly contentAt: string | null;
}

/** Conversations, their messages and the journal of running turns, in the database. */
export interface ChatStore {
  /** Purges what was removed, and ends as interrupted what a crash left streaming. */
  recover(): Promise<void>;
  list(systemId: string): Promise<StoredConversation[]>;
  /** @throws AppError `not-found`, also for a removed one unless `removed` */
  conversation(id: string, options?: { removed: boolean }): Promise<StoredConversation>;
  messages(conversationId: string): Promise<Message[]>;
  /** @throws AppError `not-found` */
  message(id: string): Promise<Message>;
  /** The branch from its first message to this one. */
  branch(leafId: string): Promise<HistoryEntry[]>;
  create(conversation: StoredConversation): Promise<void>;
  update(id: string, change: Partial<Pick<StoredConversation, 'title' | 'model'>>): Promise<void>;
  setRemoved(id: string, at: string | null): Promise<void>;
  /** Adds the messages of a beginning turn and makes the last one the leaf. */
  begin(conversation: StoredConversation, messages: readonly Message[]): Promise<void>;
  journal(messageId: string, piece: JournalPiece): Promise<void>;
  /** Replaces the journal by the ended message. */
  finish(message: Message, updatedAt: string): Promise<void>;
}

const interruptedByEnd = JSON.stringify({
  code: 'stream-interrupted',
  details: { reason: 'app-ended' },
  retryable: true,
});

const recovery: Statement[] = [
  { sql: 'DELETE FROM conversations WHERE removed_at IS NOT NULL' },
  {
    sql: `DELETE FROM conversations WHERE NOT EXISTS
      (SELECT 1 FROM messages WHERE conversation_id = conversations.id)`,
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
  { sql: 'DELETE FROM journal' },
];

const insertMessage = `INSERT INTO messages (id, conversation_id, parent_id, role, content, reasoning,
  state, model, finish_reason, usage, problem, created_at, first_byte_at, content_at, ended_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, ?, NULL, NULL, ?)`;

const branchQuery = `WITH RECURSIVE branch (id, parent_id, role, content, state, depth) AS (
    SELECT id, parent_id, role, content, state, 0 FROM messages WHERE id = ?
    UNION ALL
    SELECT m.id, m.parent_id, m.role, m.content, m.state, b.depth + 1
      FROM branch b JOIN messages m ON m.id = b.parent_id)
  SELECT role, content, state FROM branch ORDER BY depth DESC`;

export function createChatStore(database: Database): ChatStore {
  return {
    async recover() {
      await database.run(...recovery);
    },

    async list(systemId) {
      const rows = await database.all(
        `SELECT * FROM conversations WHERE system_id = ? AND removed_at IS NULL
          ORDER BY updated_at DESC, id`,
        [systemId],
      );
      return rows.map(toConversation);
    },

    async conversation(id, { removed } = { removed: false }) {
      const row = await database.get('SELECT * FROM conversations WHERE id = ?', [id]);
      if (row === undefined || (row.removed_at !== null && !removed)) {
        throw new AppError('not-found', { details: { what: 'conversation' } });
      }
      return toConversation(row);
    },

    async messages(conversationId) {
      const rows = await database.all(
        'SELECT * FROM messages WHERE conversation_id = ? ORDER BY number',
        [conversationId],
      );
      return rows.map(toMessage);
    },

    async message(id) {
      const row = await database.get('SELECT * FROM messages WHERE id = ?', [id]);
      if (row === undefined) throw new AppError('not-found', { details: { what: 'message' } });
      return toMessage(row);
    },

    async branch(leafId) {
      const rows = await database.all(branchQuery, [leafId]);
      return rows.map(({ role, content, state }) => ({
        role: role === 'user' ? 'user' : 'assistant',
        content: String(content),
        state: state as Message['state'],
      }));
    },

    async create({ id, systemId, title, model, createdAt, updatedAt }) {
      await database.run({
        sql: `INSERT INTO conversations (id, system_id, title, model, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
        params: [id, systemId, title, model, createdAt, updatedAt],
      });
    },

    async update(id, { title, model }) {
      await database.run({
        sql: `UPDATE conversations SET title = coalesce(?2, title), model = coalesce(?3, model)
          WHERE id = ?1`,
        params: [id, title ?? null, model ?? null],
      });
    },

    async setRemoved(id, at) {
      await database.run({
        sql: 'UPDATE conversations SET removed_at = ?2 WHERE id = ?1',
        params: [id, at],
      });
    },

    async begin({ id, title, model, leafId, updatedAt }, messages) {
      await database.run(
        ...messages.map((message) => ({
          sql: insertMessage,
          params: [
            message.id,
            message.conversationId,
            message.parentId,
            message.role,
            message.content,
            message.reasoning,
            message.state,
            message.model,
            message.createdAt,
            message.endedAt,
          ],
        })),
        {
          // A title or model set meanwhile stays.
          sql: `UPDATE conversations SET title = CASE title WHEN '' THEN ?2 ELSE title END,
            model = coalesce(model, ?3), leaf_id = ?4, updated_at = ?5 WHERE id = ?1`,
          params: [id, title, model, leafId, updatedAt],
        },
      );
    },

    async journal(messageId, { content, reasoning, firstByteAt, contentAt }) {
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

    async finish(message, updatedAt) {
      await database.run(
        {
          sql: `UPDATE messages SET content = ?2, reasoning = ?3, state = ?4, finish_reason = ?5,
            usage = ?6, problem = ?7, first_byte_at = ?8, content_at = ?9, ended_at = ?10
            WHERE id = ?1`,
          params: [
            message.id,
            message.content,
            message.reasoning,
            message.state,
            message.finishReason,
            message.usage === null ? null : JSON.stringify(message.usage),
            message.problem === null ? null : JSON.stringify(message.problem),
            message.firstByteAt,
            message.contentAt,
            message.endedAt,
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
