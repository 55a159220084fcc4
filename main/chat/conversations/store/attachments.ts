import { parseJson } from '../../../../common/texts/json.ts';
import {
  type Attachment,
  attachmentList,
  filesOf,
  imagesOf,
  type SentImage,
} from '../../../../preload/contract/chat/attachments.ts';
import type { Database, Row } from '../../../base/storage/database.ts';

/** What a row of messages has attached; nothing where that cannot be read. */
export function attachmentsIn(row: Row): Attachment[] {
  try {
    return requireAttachments(row);
  } catch {
    return [];
  }
}

/** @throws where it cannot be read: then nobody knows which files belong to it */
function requireAttachments({ attachments }: Row): Attachment[] {
  if (attachments === null || attachments === undefined) return [];
  return attachmentList.parse(parseJson(String(attachments)));
}

/** The attachments of messages, queued messages and drafts, in the database. */
export function createAttachmentStore(database: Database) {
  return {
    /** Hashes of every file that something refers to. @throws where that cannot be told: none may be removed then */
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

    /** Of every message of a conversation, the newest message first. */
    async attachmentsOf(conversationId: string): Promise<Attachment[]> {
      const rows = await database.all(
        `SELECT attachments FROM messages WHERE conversation_id = ? AND attachments IS NOT NULL
          ORDER BY number DESC`,
        [conversationId],
      );
      return rows.flatMap(attachmentsIn);
    },

    /**
     * Puts what `change` makes of them in place of attachments, wherever they stand in a conversation; the
     * same object leaves one as it is. Gives the ids of the messages changed.
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

/** An attachment that sends other images in place of those with these hashes. */
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
