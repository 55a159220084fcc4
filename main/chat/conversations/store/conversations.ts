import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database, SqlValue, Statement } from '../../../base/storage/database.ts';
import { readRow, readRows } from '../../../base/storage/rows/index.ts';
import { conversationRows, type StoredConversation } from './rows.ts';

/** Fields of a conversation to change; `null` is a value, absent fields stay. */
export type ConversationChange = Partial<
  Pick<
    StoredConversation,
    | 'title'
    | 'model'
    | 'leafId'
    | 'folderId'
    | 'pinned'
    | 'archived'
    | 'tags'
    | 'draft'
    | 'draftAttachments'
    | 'parameters'
    | 'startId'
    | 'startSummary'
    | 'imagesLeftOut'
  >
>;

const columns: Record<keyof ConversationChange, string> = {
  title: 'title',
  model: 'model',
  leafId: 'leaf_id',
  folderId: 'folder_id',
  pinned: 'pinned',
  archived: 'archived',
  tags: 'tags',
  draft: 'draft',
  draftAttachments: 'draft_attachments',
  parameters: 'parameters',
  startId: 'start_id',
  startSummary: 'start_summary',
  imagesLeftOut: 'images_left_out',
};

function toSql(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || value === null) return value;
  return JSON.stringify(value);
}

/** Returns the statement that stores a whole conversation. */
export function insertConversation(conversation: StoredConversation): Statement {
  const names = Object.keys(columns) as (keyof ConversationChange)[];
  return {
    sql: `INSERT INTO conversations (id, system_id, created_at, updated_at,
      ${names.map((name) => columns[name]).join(', ')})
      VALUES (?, ?, ?, ?, ${names.map(() => '?').join(', ')})`,
    params: [
      conversation.id,
      conversation.systemId,
      conversation.createdAt,
      conversation.updatedAt,
      ...names.map((name) => toSql(conversation[name])),
    ],
  };
}

/** Conversations in the database, without their messages. */
export function createConversationStore(database: Database) {
  return {
    async list(systemId: string): Promise<StoredConversation[]> {
      const rows = await database.all({
        sql: `SELECT * FROM conversations WHERE system_id = ? AND removed_at IS NULL
          ORDER BY updated_at DESC, id`,
        params: [systemId],
      });
      return readRows(database, conversationRows, rows);
    },

    /** @throws AppError `not-found`, also for a removed one unless `removed` */
    async conversation(id: string, { removed } = { removed: false }): Promise<StoredConversation> {
      const row = await database.get({
        sql: 'SELECT * FROM conversations WHERE id = ?',
        params: [id],
      });
      if (row === undefined || (row.removed_at !== null && !removed)) {
        throw new AppError('not-found', { details: { what: 'conversation' } });
      }
      const conversation = readRow(database, conversationRows, row);
      if (conversation === null) {
        throw new AppError('not-found', { details: { what: 'conversation' } });
      }
      return conversation;
    },

    async create(conversation: StoredConversation): Promise<void> {
      await database.run(insertConversation(conversation));
    },

    async update(id: string, change: ConversationChange): Promise<void> {
      const keys = (Object.keys(change) as (keyof ConversationChange)[]).filter(
        (key) => change[key] !== undefined,
      );
      if (keys.length === 0) return;
      await database.run({
        sql: `UPDATE conversations SET ${keys.map((key) => `${columns[key]} = ?`).join(', ')}
          WHERE id = ?`,
        params: [...keys.map((key) => toSql(change[key])), id],
      });
    },

    async setRemoved(id: string, at: string | null): Promise<void> {
      await database.run({
        sql: 'UPDATE conversations SET removed_at = ?2 WHERE id = ?1',
        params: [id, at],
      });
    },

    /**
     * Copies a conversation: every message, or the branch that ends in `leafId`. A message's new id combines the new
     * conversation's id and the old number, so that parents are found without reading texts.
     */
    async copy(
      sourceId: string,
      target: StoredConversation,
      branchEnd: string | null,
    ): Promise<void> {
      const chosen =
        branchEnd === null
          ? 'SELECT id FROM messages WHERE conversation_id = ?2'
          : `SELECT id FROM (WITH RECURSIVE up (id, parent_id) AS (
              SELECT id, parent_id FROM messages WHERE id = ?3
              UNION ALL SELECT m.id, m.parent_id FROM up u JOIN messages m ON m.id = u.parent_id)
            SELECT id FROM up)`;
      const renamed = (column: string): string =>
        `(SELECT ?1 || ':' || p.number FROM messages p WHERE p.id = ${column})`;
      const { id, systemId, title, model, folderId, tags, parameters, createdAt, updatedAt } =
        target;
      await database.run(
        {
          sql: `INSERT INTO conversations (id, system_id, title, model, folder_id, tags, parameters,
            created_at, updated_at, start_summary, images_left_out, leaf_id, start_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ${renamed('?12')},
              ${renamed('?13')})`,
          params: [
            id,
            systemId,
            title,
            model,
            folderId,
            JSON.stringify(tags),
            JSON.stringify(parameters),
            createdAt,
            updatedAt,
            target.startSummary,
            toSql(target.imagesLeftOut),
            target.leafId,
            target.startId,
          ],
        },
        {
          sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning,
              state, model, finish_reason, usage, problem, created_at, first_byte_at, content_at,
              ended_at, tool_calls, attachments, left_out, reasoning_field, format, answered_by,
              links, edited)
            SELECT ?1 || ':' || number, ?1, ${renamed('messages.parent_id')}, depth, role, content,
              reasoning, state, model, finish_reason, usage, problem, created_at, first_byte_at,
              content_at, ended_at, tool_calls, attachments, left_out, reasoning_field, format,
              answered_by, links, edited
            FROM messages WHERE conversation_id = ?2 AND id IN (${chosen}) ORDER BY number`,
          params: branchEnd === null ? [id, sourceId] : [id, sourceId, branchEnd],
        },
        {
          sql: `INSERT INTO sent_parts (conversation_id, number, hash, json)
            SELECT ?1, number, hash, json FROM sent_parts WHERE conversation_id = ?2`,
          params: [id, sourceId],
        },
        {
          sql: `INSERT INTO sent_requests (message_id, conversation_id, at, url, headers, body, parts)
            SELECT ${renamed('s.message_id')}, ?1, s.at, s.url, s.headers, s.body, s.parts
            FROM sent_requests s WHERE s.conversation_id = ?2 AND s.message_id IN (${chosen})`,
          params: branchEnd === null ? [id, sourceId] : [id, sourceId, branchEnd],
        },
      );
    },
  };
}
