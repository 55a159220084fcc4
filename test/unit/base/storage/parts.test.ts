import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tablesOf } from '../../../../main/base/storage/formats/tables.ts';
import { migrations } from '../../../../main/base/storage/migrations/index.ts';

test('each table is of one part of a backup, or of the search, which is built anew', () => {
  const db = new DatabaseSync(':memory:');
  for (const sql of migrations) db.exec(sql);
  const names = db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => String(name));
  const searched = /^(message_index|unindexed_messages)/;
  const kept = names.filter((name) => !searched.test(name));
  expect(Object.values(tablesOf).flat().sort()).toEqual(kept.sort());
});
