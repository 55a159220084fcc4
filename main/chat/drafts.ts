import type { Attachment } from '../../preload/contract/attachments.ts';
import type { ParsedInput } from '../../preload/contract/index.ts';
import { parseJson } from '../../preload/contract/json.ts';
import { keepFiles } from '../conversations/index.ts';
import type { Database } from '../storage/database.ts';
import type { ChatContext } from './context.ts';

/** What is being written: in a conversation, and before there is one (then one draft a system). */
export function createDrafts(
  { stores, attachments }: Pick<ChatContext, 'stores' | 'attachments'>,
  database: Database,
) {
  const forget = async (systemId: string): Promise<void> => {
    await database.run({ sql: 'DELETE FROM new_drafts WHERE system_id = ?', params: [systemId] });
  };
  async function read(systemId: string): Promise<{ draft: string; attachments: Attachment[] }> {
    const row = await database.get('SELECT * FROM new_drafts WHERE system_id = ?', [systemId]);
    if (row === undefined) return { draft: '', attachments: [] };
    const files = parseJson(String(row.attachments)) as Attachment[];
    return { draft: String(row.draft), attachments: files };
  }
  return {
    forget,
    ofNew: read,

    async set({ id, draft, attachments: claimed }: ParsedInput<'drafts.set'>) {
      await stores.of(id).update(id, {
        ...(draft === undefined ? {} : { draft }),
        ...(claimed === undefined
          ? {}
          : { draftAttachments: await keepFiles({ attachments }, id, claimed) }),
      });
    },

    async setOfNew({ systemId, draft, attachments: claimed }: ParsedInput<'drafts.setOfNew'>) {
      const before = await read(systemId);
      const text = draft ?? before.draft;
      const files =
        claimed === undefined ? before.attachments : await attachments.verified(claimed);
      if (text === '' && files.length === 0) return forget(systemId);
      await attachments.keep(files);
      await database.run({
        sql: 'INSERT OR REPLACE INTO new_drafts (system_id, draft, attachments) VALUES (?, ?, ?)',
        params: [systemId, text, JSON.stringify(files)],
      });
    },
  };
}
