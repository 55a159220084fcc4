import type { QueuedMessage } from '../../../preload/contract/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Database } from '../../storage/database.ts';
import { toQueued } from './rows.ts';

/** Messages that wait for a turn to end, in the database. */
export function createQueueStore(database: Database) {
  return {
    async queued(conversationId: string): Promise<QueuedMessage[]> {
      const rows = await database.all(
        'SELECT * FROM queued_messages WHERE conversation_id = ? ORDER BY number',
        [conversationId],
      );
      return rows.map(toQueued);
    },

    async enqueue(conversationId: string, queued: QueuedMessage): Promise<void> {
      const { id, text, attachments, createdAt } = queued;
      await database.run({
        sql: `INSERT INTO queued_messages (id, conversation_id, text, attachments, created_at)
          VALUES (?, ?, ?, ?, ?)`,
        params: [id, conversationId, text, JSON.stringify(attachments), createdAt],
      });
    },

    /** @throws AppError `not-found` when it has been sent or taken back already */
    async dequeue(conversationId: string, id: string): Promise<void> {
      const [removed] = await database.run({
        sql: 'DELETE FROM queued_messages WHERE conversation_id = ? AND id = ?',
        params: [conversationId, id],
      });
      if (removed === 0) throw new AppError('not-found', { details: { what: 'queued-message' } });
    },

    async setQueuedProblem(id: string, problem: QueuedMessage['problem']): Promise<void> {
      await database.run({
        sql: 'UPDATE queued_messages SET problem = ? WHERE id = ?',
        params: [problem === null ? null : JSON.stringify(problem), id],
      });
    },
  };
}
