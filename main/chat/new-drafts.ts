import type { Handlers } from '../../preload/contract/index.ts';
import type { Database } from '../storage/database.ts';

/** What is being written before there is a conversation to keep it in: one text per system. */
export function createNewDrafts(database: Database) {
  const forget = async (systemId: string): Promise<void> => {
    await database.run({ sql: 'DELETE FROM new_drafts WHERE system_id = ?', params: [systemId] });
  };
  const calls: Pick<Handlers<'chat'>, 'newDraft' | 'setNewDraft'> = {
    async newDraft({ systemId }) {
      const row = await database.get('SELECT draft FROM new_drafts WHERE system_id = ?', [
        systemId,
      ]);
      return { draft: row === undefined ? '' : String(row.draft) };
    },
    async setNewDraft({ systemId, draft }) {
      if (draft === '') return forget(systemId);
      await database.run({
        sql: 'INSERT OR REPLACE INTO new_drafts (system_id, draft) VALUES (?, ?)',
        params: [systemId, draft],
      });
    },
  };
  return { calls, forget };
}
