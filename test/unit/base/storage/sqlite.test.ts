import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '../../../../main/base/storage/migrations/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';

const insert = (name: string) => ({
  sql: 'INSERT INTO secrets (name, protection, sealed) VALUES (?, ?, ?)',
  params: [name, 'user', Buffer.from('x')],
});

test('a transaction is all or nothing', async () => {
  const database = await startTestStorage(testFolder());
  await database.run(insert('a'));
  await expect(database.run(insert('b'), insert('a'))).rejects.toThrow();
  expect(await database.all({ sql: 'SELECT name FROM secrets' })).toEqual([{ name: 'a' }]);
  await database.close();
});

test('what was written is there after opening again, at the newest version', async () => {
  const folder = testFolder();
  const first = await startTestStorage(folder);
  await first.run(insert('kept'));
  await first.close();
  const second = await startTestStorage(folder);
  expect(await second.get({ sql: 'SELECT name FROM secrets' })).toEqual({ name: 'kept' });
  expect(await second.get({ sql: 'PRAGMA user_version' })).toEqual({
    user_version: migrations.length,
  });
  expect(await second.get({ sql: 'PRAGMA journal_mode' })).toEqual({ journal_mode: 'wal' });
  await second.close();
});

test('a second app on the same folder is told that the folder is in use', async () => {
  const folder = join(testFolder(), 'data');
  const first = await startTestStorage(folder);
  await expect(startTestStorage(folder)).rejects.toMatchObject({ code: 'data-folder-in-use' });
  await first.close();
});
