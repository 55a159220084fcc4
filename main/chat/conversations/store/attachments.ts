import { parseJson } from '../../../../common/texts/json.ts';
import {
  type Attachment,
  attachmentList,
  filesOf,
  imagesOf,
  type SentImage,
} from '../../../../preload/contract/chat/attachments.ts';
import type { Database, Row } from '../../../base/storage/database.ts';

/** Returns the attachments in a message row; none if they are unreadable. */
export function attachmentsIn(row: Row): Attachment[] {
  try {
    return requireAttachments(row);
  } catch {
    return [];
  }
}

/** @throws if it is unreadable: then its files are unknown */
function requireAttachments({ attachments }: Row): Attachment[] {
  if (attachments === null || attachments === undefined) return [];
  return attachmentList.parse(parseJson(String(attachments)));
}

/** The attachments of messages, queued messages and drafts, in the database. */
export function createAttachmentStore(database: Database) {
  return {
    /** Returns the hashes of all referenced files. @throws if that is unknown: then no file may be removed */
    async usedFiles(): Promise<Set<string>> {
      const rows = await database.all(
        `SELECT attachments FROM messages WHERE attachments IS NOT NULL
          UNION ALL SELECT attachments FROM queued_messages WHERE attachments <> '[]'
          UNION ALL SELECT attachments FROM edits WHERE attachments <> '[]'
          UNION ALL SELECT attachments FROM new_drafts WHERE attachments <> '[]'
          UNION ALL SELECT draft_attachments FROM conversations WHERE draft_attachments <> '[]'`,
      );
      return new Set(
        rows
          .flatMap(requireAttachments)
          .flatMap(filesOf)
          .map(({ hash }) => hash),
      );
    },

    /** Returns those of every message of a conversation, newest message first. */
    async attachmentsOf(conversationId: string): Promise<Attachment[]> {
      const rows = await database.all(
        `SELECT attachments FROM messages WHERE conversation_id = ? AND attachments IS NOT NULL
          ORDER BY number DESC`,
        [conversationId],
      );
      return rows.flatMap(attachmentsIn);
    },

    /**
     * Replaces attachments everywhere in a conversation by the result of `change`; the same object leaves one
     * unchanged. Returns the ids of the changed messages.
     */
    async rewriteAttachments(
      conversationId: string,
      change: (one: Attachment) => Attachment,
    ): Promise<string[]> {
      const [messages, queued, drafts] = await Promise.all([
        database.all(
          `SELECT id, attachments FROM messages
            WHERE conversation_id = ? AND attachments IS NOT NULL`,
          [conversationId],
        ),
        database.all('SELECT id, attachments FROM queued_messages WHERE conversation_id = ?', [
          conversationId,
        ]),
        database.all(
          'SELECT id, draft_attachments AS attachments FROM conversations WHERE id = ?',
          [conversationId],
        ),
      ]);
      const changed = (rows: readonly Row[], table: string, column: string) =>
        rows.flatMap((row) => {
          const before = attachmentsIn(row);
          const after = before.map(change);
          if (after.every((one, at) => one === before[at])) return [];
          const sql = `UPDATE ${table} SET ${column} = ?2 WHERE id = ?1`;
          return [{ id: String(row.id), sql, params: [String(row.id), JSON.stringify(after)] }];
        });
      const inMessages = changed(messages, 'messages', 'attachments');
      await database.run(
        ...inMessages,
        ...changed(queued, 'queued_messages', 'attachments'),
        ...changed(drafts, 'conversations', 'draft_attachments'),
      );
      return inMessages.map(({ id }) => id);
    },
  };
}

/** Returns an attachment with replaced images for these hashes. */
export function withImages(one: Attachment, images: ReadonlyMap<string, SentImage>): Attachment {
  const sent = imagesOf(one);
  if (!sent.some(({ hash }) => images.has(hash))) return one;
  return {
    ...one,
    images: sent.map((image) => {
      const other = images.get(image.hash);
      return other === undefined ? image : { ...other, page: image.page };
    }),
  };
}
