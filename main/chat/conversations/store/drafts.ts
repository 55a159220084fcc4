import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Database, Statement } from '../../../base/storage/database.ts';

/** A stored draft. */
export interface StoredDraft {
  readonly draft: string;
  readonly attachments: readonly Attachment[];
  /** Texts of other windows that it replaced, oldest first. */
  readonly otherDrafts: readonly string[];
}

/** Drafts of conversations, in the database. */
export function createDraftStore(database: Database) {
  return {
    otherDrafts: (conversationId: string): Promise<string[]> =>
      readOtherDrafts(database, 'conversation_id', conversationId),

    async setDraft(id: string, { draft, attachments, otherDrafts }: StoredDraft): Promise<void> {
      await database.runAll([
        {
          sql: 'UPDATE conversations SET draft = ?2, draft_attachments = ?3 WHERE id = ?1',
          params: [id, draft, JSON.stringify(attachments)],
        },
        ...replaceOtherDrafts('conversation_id', id, otherDrafts),
      ]);
    },
  };
}

type Owner = 'conversation_id' | 'system_id';

export async function readOtherDrafts(
  database: Database,
  owner: Owner,
  id: string,
): Promise<string[]> {
  const sql = `SELECT text FROM other_drafts WHERE ${owner} = ? ORDER BY number`;
  return (await database.all({ sql, params: [id] })).map(({ text }) => String(text));
}

/** Returns the statements that replace the stored ones. */
export function replaceOtherDrafts(
  owner: Owner,
  id: string,
  others: readonly string[],
): Statement[] {
  return [
    { sql: `DELETE FROM other_drafts WHERE ${owner} = ?`, params: [id] },
    ...others.map((text) => ({
      sql: `INSERT INTO other_drafts (${owner}, text) VALUES (?, ?)`,
      params: [id, text],
    })),
  ];
}
