import type { QueuedMessage } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database } from '../../../base/storage/database.ts';
import { readRows } from '../../../base/storage/rows/index.ts';
import { queuedRows } from './rows.ts';

/** Messages that wait for a turn to end, in the database. */
export function createQueueStore(database: Database) {
  return {
    async queued(conversationId: string): Promise<QueuedMessage[]> {
      const rows = await database.all(
        'SELECT * FROM queued_messages WHERE conversation_id = ? ORDER BY number',
        [conversationId],
      );
      return readRows(database, queuedRows, rows);
    },

    /** @param belowId the end of the branch that it was written for */
    async enqueue(
      conversationId: string,
      queued: QueuedMessage,
      belowId: string | null,
    ): Promise<void> {
      const { id, text, attachments, createdAt, models } = queued;
      const asked = models === undefined ? null : JSON.stringify(models);
      await database.run({
        sql: `INSERT INTO queued_messages (id, conversation_id, text, attachments, created_at, below_id, models)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        params: [id, conversationId, text, JSON.stringify(attachments), createdAt, belowId, asked],
      });
    },

    /** Returns where a queued message's branch ended when it was written; null if unknown. */
    async belowOf(id: string): Promise<string | null> {
      const row = await database.get(
        `SELECT q.below_id FROM queued_messages q JOIN messages m ON m.id = q.below_id
          WHERE q.id = ?`,
        [id],
      );
      return row === undefined ? null : String(row.below_id);
    },

    /** Puts these first, in this order; the others follow in their old order. */
    async orderQueue(conversationId: string, ids: readonly string[]): Promise<void> {
      // in one statement, so that a message added meanwhile is included; the numbers are free for all rows
      const order = `SELECT q.id AS id, row_number() OVER (ORDER BY coalesce(w.key, 1e9), q.number) AS place
        FROM queued_messages q LEFT JOIN json_each(?2) w ON w.value = q.id
        WHERE q.conversation_id = ?1`;
      await database.run(
        {
          sql: `UPDATE queued_messages SET number = -o.place FROM (${order}) o
            WHERE queued_messages.id = o.id`,
          params: [conversationId, JSON.stringify(ids)],
        },
        {
          sql: `UPDATE queued_messages
            SET number = (SELECT max(0, max(number)) FROM queued_messages) - number
            WHERE conversation_id = ?1 AND number < 0`,
          params: [conversationId],
        },
      );
    },

    /** @throws AppError `not-found` if it has been sent or taken back already */
    async rewriteQueued(
      conversationId: string,
      { id, text, attachments }: Pick<QueuedMessage, 'id' | 'text' | 'attachments'>,
    ): Promise<void> {
      const [changed] = await database.run({
        sql: `UPDATE queued_messages SET text = ?3, attachments = ?4, problem = NULL, edit = NULL
          WHERE conversation_id = ?1 AND id = ?2`,
        params: [conversationId, id, text, JSON.stringify(attachments)],
      });
      if (changed === 0) throw new AppError('not-found', { details: { what: 'queued-message' } });
    },

    /**
     * Stores an unfinished edit of a queued message; null ends the edit.
     * @throws AppError `not-found` if it has been sent or taken back already
     */
    async setQueuedEdit(conversationId: string, id: string, edit: string | null): Promise<void> {
      const [changed] = await database.run({
        sql: 'UPDATE queued_messages SET edit = ?3 WHERE conversation_id = ?1 AND id = ?2',
        params: [conversationId, id, edit],
      });
      if (changed === 0) throw new AppError('not-found', { details: { what: 'queued-message' } });
    },

    /** Removes one of them, or all; returns exactly the removed ones. */
    async takeQueued(conversationId: string, id: string | null): Promise<QueuedMessage[]> {
      const rows = await database.all(
        `DELETE FROM queued_messages WHERE conversation_id = ?1 AND (?2 IS NULL OR id = ?2)
          RETURNING *`,
        [conversationId, id],
      );
      rows.sort((a, b) => Number(a.number) - Number(b.number));
      return readRows(database, queuedRows, rows);
    },

    async setQueuedProblem(id: string, problem: QueuedMessage['problem']): Promise<void> {
      await database.run({
        sql: 'UPDATE queued_messages SET problem = ? WHERE id = ?',
        params: [problem === null ? null : JSON.stringify(problem), id],
      });
    },
  };
}
