import type { Folder } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Database } from '../../../base/storage/database.ts';
import { readRow, readRows } from '../../../base/storage/rows/index.ts';
import { folderRows } from './rows.ts';

/** Folders, in the database. */
export function createFolderStore(database: Database) {
  return {
    async folders(systemId: string): Promise<Folder[]> {
      const rows = await database.all(
        'SELECT * FROM folders WHERE system_id = ? ORDER BY name COLLATE NOCASE, id',
        [systemId],
      );
      return readRows(database, folderRows, rows);
    },

    /** @throws AppError `not-found` */
    async folder(id: string): Promise<Folder> {
      const row = await database.get('SELECT * FROM folders WHERE id = ?', [id]);
      const folder = row === undefined ? null : readRow(database, folderRows, row);
      if (folder === null) throw new AppError('not-found', { details: { what: 'folder' } });
      return folder;
    },

    async addFolder({ id, systemId, name }: Folder, createdAt: string): Promise<void> {
      await database.run({
        sql: 'INSERT INTO folders (id, system_id, name, created_at) VALUES (?, ?, ?, ?)',
        params: [id, systemId, name, createdAt],
      });
    },

    async renameFolder(id: string, name: string): Promise<void> {
      await database.run({ sql: 'UPDATE folders SET name = ? WHERE id = ?', params: [name, id] });
    },

    async removeFolder(id: string): Promise<void> {
      await database.run({ sql: 'DELETE FROM folders WHERE id = ?', params: [id] });
    },

    /** Returns the ids of a folder's conversations, without removed ones. */
    async filedIn(folderId: string): Promise<string[]> {
      const rows = await database.all(
        'SELECT id FROM conversations WHERE folder_id = ? AND removed_at IS NULL',
        [folderId],
      );
      return rows.map(({ id }) => String(id));
    },

    async removeFoldersOf(systemId: string): Promise<void> {
      await database.run({ sql: 'DELETE FROM folders WHERE system_id = ?', params: [systemId] });
    },
  };
}
