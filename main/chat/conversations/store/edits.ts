import type { EditedMessage } from '../../../../preload/contract/chat/conversation.ts';
import type { Database } from '../../../base/storage/database.ts';
import { readRows } from '../../../base/storage/rows/index.ts';
import { editRows } from './rows.ts';

/** Messages being edited, in the database. */
export function createEditStore(database: Database) {
  return {
    /** Returns a conversation's edits, the most recently begun last. */
    async edits(conversationId: string): Promise<EditedMessage[]> {
      const rows = await database.all(
        'SELECT * FROM edits WHERE conversation_id = ? ORDER BY rowid',
        [conversationId],
      );
      return readRows(database, editRows, rows);
    },

    async setEdit(conversationId: string, { messageId, text, attachments }: EditedMessage) {
      await database.run({
        sql: `INSERT INTO edits (message_id, conversation_id, text, attachments)
          VALUES (?1, ?2, ?3, ?4)
          ON CONFLICT (message_id) DO UPDATE SET text = ?3, attachments = ?4`,
        params: [messageId, conversationId, text, JSON.stringify(attachments)],
      });
    },

    async dropEdit(messageId: string): Promise<void> {
      await database.run({ sql: 'DELETE FROM edits WHERE message_id = ?', params: [messageId] });
    },
  };
}
