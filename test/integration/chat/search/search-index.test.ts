import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import { createSearch } from '../../../../main/chat/conversations/search/index.ts';
import { createIndexer } from '../../../../main/chat/conversations/search/indexer.ts';
import { keepMessages } from '../../../support/files/kept-messages.ts';
import { gate } from '../../../support/servers/fake-genai.ts';
import { noAttachments } from '../../../support/worlds/chat.ts';
import { startMemoryStorage, startTestStorage } from '../../../support/worlds/storage.ts';

const systemId = 'system-1';
const log = {
  info: () => undefined,
  error: (event: string, cause: unknown): never => {
    throw new Error(event, { cause });
  },
};
const leftOf = async (database: Database): Promise<number> => {
  const row = await database.get({ sql: 'SELECT count(*) AS left FROM unindexed_messages' });
  return Number(row?.left);
};
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `message ${at} of 2026年度予算`);

test('an index of another format is emptied and built anew; what was not in the old one is found', async () => {
  const database = await startMemoryStorage();
  await keepMessages(database, systemId, ['APIキー']);
  const before = createIndexer(database, noAttachments, log);
  await before.upToDate();
  await before.close();
  // as an earlier version of the app would have left it
  await database.run(
    { sql: 'UPDATE message_index_format SET format = 1' },
    { sql: "INSERT INTO message_index (message_index) VALUES ('delete-all')" },
    { sql: "INSERT INTO message_index (rowid, pieces) VALUES (1, 'apiキー'), (99, 'gone')" },
  );
  const { search, close } = createSearch(database, noAttachments, log);
  const found = await search({ systemId, text: 'キー', limit: 5 });
  expect(found).toMatchObject({ hits: [{ number: 1 }], indexing: null });
  expect(
    await database.all({ sql: `SELECT rowid FROM message_index WHERE message_index MATCH 'gone'` }),
  ).toEqual([]);
  await close();
  await database.close();
});

test('while an index is built, search answers from the newest on and says how far it is', async () => {
  const database = await startMemoryStorage();
  await keepMessages(database, systemId, many(3000));
  let writes = 0;
  const [held, goOn] = [gate(), gate()];
  const slow: Database = {
    ...database,
    async run(...statements) {
      writes += 1;
      if (writes === 3) {
        held.open();
        await goOn.opened;
      }
      return database.run(...statements);
    },
  };
  const { search, upToDate, close } = createSearch(slow, noAttachments, log);
  const done = upToDate();
  await held.opened;
  const { hits, indexing } = await search({ systemId, text: '予算', limit: 10 });
  expect(indexing).toEqual({ left: 2800, total: 3000 });
  expect(hits.map(({ number }) => number)).toEqual(
    Array.from({ length: 10 }, (_, at) => 3000 - at),
  );
  goOn.open();
  await done;
  expect(await search({ systemId, text: '"message 0 of"', limit: 10 })).toMatchObject({
    hits: [{ number: 1 }],
    more: false,
    indexing: null,
  });
  await close();
  await database.close();
});

test('a build that was ended goes on where it was, from the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-test-'));
  const database = await startTestStorage(folder);
  await keepMessages(database, systemId, many(3000));
  const first = createIndexer(database, noAttachments, log);
  first.kick();
  while ((first.progress()?.left ?? 3000) === 3000) await database.get({ sql: 'SELECT 1' });
  // nothing is waited for but what is being written
  await first.close();
  const left = await leftOf(database);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(3000);
  await database.close();

  const opened = await startTestStorage(folder);
  const { search, upToDate, close } = createSearch(opened, noAttachments, log);
  expect(await leftOf(opened)).toBeLessThanOrEqual(left);
  await upToDate();
  for (const number of [1, 1500, 3000]) {
    const text = `"message ${number - 1} of"`;
    expect((await search({ systemId, text, limit: 3 })).hits).toMatchObject([{ number }]);
  }
  await close();
  await opened.close();
  await rm(folder, { recursive: true });
});

test('a word at the end of a very long message is found, and shown with what stands around it', async () => {
  const database = await startMemoryStorage();
  const filler = Array.from({ length: 30_000 }, (_, at) => `line ${at}`).join('\n');
  const run = '長'.repeat(50_000);
  await keepMessages(database, systemId, [`${filler}\n${run}の終わりに針がある`, filler]);
  const { search, upToDate, close } = createSearch(database, noAttachments, log);
  await upToDate();
  const { hits } = await search({ systemId, text: '針がある', limit: 5 });
  expect(hits).toMatchObject([{ number: 1, in: 'content' }]);
  expect(hits[0]?.excerpt.filter(({ hit }) => hit)).toEqual([{ text: '針がある', hit: true }]);
  expect((await search({ systemId, text: '長の終', limit: 5 })).hits).toHaveLength(1);
  expect((await search({ systemId, text: '長い終', limit: 5 })).hits).toEqual([]);
  await close();
  await database.close();
});

test('reasoning and calls of tools are found and told apart from what was answered', async () => {
  const database = await startMemoryStorage();
  await keepMessages(database, systemId, ['the answer', 'another', '表です']);
  const calls = [
    {
      id: 'call-1',
      name: 'machine_states',
      arguments: '{"name":"\\u5bcc\\u5cb3","path":"a/b\\\\c"}',
      state: 'done',
      result: '{"status":"稼働中"}',
    },
  ];
  await database.run(
    { sql: `UPDATE messages SET reasoning = '利用者は富岳を尋ねている' WHERE number = 1` },
    {
      sql: 'UPDATE messages SET tool_calls = ? WHERE number = 2',
      params: [JSON.stringify(calls)],
    },
  );
  const { search, close } = createSearch(database, noAttachments, log);
  const find = async (text: string) =>
    (await search({ systemId, text, limit: 5 })).hits.map((hit) => [hit.number, hit.in, hit.name]);
  expect(await find('尋ねて')).toEqual([[1, 'reasoning', null]]);
  expect(await find('answer')).toEqual([[1, 'content', null]]);
  expect(await find('answer 富岳')).toEqual([[1, 'content', null]]);
  expect(await find('machine_st')).toEqual([[2, 'tool-call', 'machine_states']]);
  expect(await find('富岳')).toEqual([
    [2, 'tool-call', 'machine_states'],
    [1, 'reasoning', null],
  ]);
  expect(await find('富岳 another')).toEqual([[2, 'content', null]]);
  expect(await find('富岳 表')).toEqual([]);
  expect(await find('富嶽')).toEqual([]);
  expect(await find('稼働中')).toEqual([[2, 'tool-call', 'machine_states']]);
  await close();
  await database.close();
});
