import type { Attachment } from '../../preload/contract/attachments.ts';
import type { Handlers } from '../../preload/contract/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Database } from '../storage/database.ts';

/** What is being written before there is a conversation to keep it in: one draft per system. */
export function createNewDrafts(
  database: Database,
  attachments: Pick<Attachments, 'verified' | 'keep'>,
) {
  const forget = async (systemId: string): Promise<void> => {
    await database.run({ sql: 'DELETE FROM new_drafts WHERE system_id = ?', params: [systemId] });
  };
  async function read(systemId: string): Promise<{ draft: string; attachments: Attachment[] }> {
    const row = await database.get('SELECT * FROM new_drafts WHERE system_id = ?', [systemId]);
    if (row === undefined) return { draft: '', attachments: [] };
    const files = JSON.parse(String(row.attachments)) as Attachment[];
    return { draft: String(row.draft), attachments: files };
  }
  const calls: Pick<Handlers<'chat'>, 'newDraft' | 'setNewDraft'> = {
    newDraft: ({ systemId }) => read(systemId),
    async setNewDraft({ systemId, ...said }) {
      const before = await read(systemId);
      const draft = said.draft ?? before.draft;
      const files =
        said.attachments === undefined
          ? before.attachments
          : await attachments.verified(said.attachments);
      if (draft === '' && files.length === 0) return forget(systemId);
      await attachments.keep(files);
      await database.run({
        sql: 'INSERT OR REPLACE INTO new_drafts (system_id, draft, attachments) VALUES (?, ?, ?)',
        params: [systemId, draft, JSON.stringify(files)],
      });
    },
  };
  return { calls, forget };
}
