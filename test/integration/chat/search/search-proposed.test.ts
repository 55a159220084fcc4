import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../../main/base/storage/database.ts';
import { createSearch } from '../../../../main/chat/conversations/search/index.ts';
import type { SearchQuery } from '../../../../preload/contract/chat/search.ts';
import { keepMessages } from '../../../support/files/kept-messages.ts';
import { noAttachments } from '../../../support/worlds/chat.ts';
import { startMemoryStorage } from '../../../support/worlds/storage.ts';

const systemId = 'system-1';
const log = {
  info: () => undefined,
  error: (event: string, cause: unknown): never => {
    throw new Error(event, { cause });
  },
};

/** Numbers of what a search over these texts finds, after `change` was made of their messages. */
async function searched(
  texts: readonly string[],
  change: (database: Database) => Promise<unknown>,
) {
  const database = await startMemoryStorage();
  await keepMessages(database, systemId, texts);
  await change(database);
  const { search, upToDate, close } = createSearch(database, noAttachments, log);
  await upToDate();
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  return async (text: string, more: Partial<SearchQuery> = {}) =>
    (await search({ systemId, text, limit: 50, ...more })).hits.map(({ number }) => number);
}

test('hits come from the newest to the oldest whatever is filtered', async () => {
  const texts = Array.from({ length: 600 }, (_, at) => (at % 3 === 0 ? `a needle ${at}` : 'hay'));
  const find = await searched(texts, (database) =>
    database.run(
      { sql: "UPDATE messages SET role = 'assistant', model = 'alpha-3' WHERE number % 2 = 0" },
      { sql: "UPDATE messages SET model = 'alpha3' WHERE number % 4 = 0" },
      { sql: "UPDATE messages SET created_at = '2026-11-23T00:00:00.000Z' WHERE number > 300" },
    ),
  );
  const expected = (passes: (number: number) => boolean): number[] =>
    Array.from({ length: 600 }, (_, at) => 600 - at)
      .filter((number) => number % 3 === 1 && passes(number))
      .slice(0, 50);
  const later = '2026-11-23T00:00:00.000Z';
  const early = (number: number): boolean => number <= 300;
  expect(await find('needle')).toEqual(expected(() => true));
  expect(await find('eedl', { role: 'assistant' })).toEqual(expected((one) => one % 2 === 0));
  // both models are one mark of the index
  expect(await find('needle', { model: 'alpha3' })).toEqual(expected((one) => one % 4 === 0));
  expect(await find('needle', { model: 'alpha-3' })).toEqual(expected((one) => one % 4 === 2));
  expect(await find('needle', { to: later })).toEqual(expected(early));
  expect(await find('needle', { from: later })).toEqual(expected((one) => !early(one)));
  expect(await find('needle', { conversationId: 'conversation-1', before: 200 })).toEqual(
    expected((one) => one < 200),
  );
  expect(await find('needle', { conversationId: 'nowhere' })).toEqual([]);
});

test('a word is found behind a NUL, in a message above 100,000 characters, and in answer and reasoning together', async () => {
  const find = await searched(
    ['before \0 a needle', `${'hay '.repeat(50_000)}needle`, 'a needle', 'hay'],
    (database) =>
      database.run(
        { sql: "UPDATE messages SET reasoning = 'thought of ＴＨＲＥＡＤ' WHERE number = 3" },
        {
          sql: 'UPDATE messages SET reasoning = ? WHERE number = 4',
          params: ['thread \0 needle'],
        },
      ),
  );
  expect(await find('needle')).toEqual([4, 3, 2, 1]);
  expect(await find('needle thread')).toEqual([4, 3]);
  expect(await find('needle hay')).toEqual([4, 2]);
});

test.each([
  ['most', 1],
  ['few', 9],
])('a system that has %s of the conversations finds its own only', async (_, others) => {
  const find = await searched(['a needle', 'needle too'], async (database) => {
    await database.run({
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
        VALUES ('system-2', 'Other', 'real', 'https://api.invalid', '[]', '')`,
    });
    for (let at = 0; at < others; at += 1) {
      await database.run(
        {
          sql: `INSERT INTO conversations (id, system_id, title, leaf_id, created_at, updated_at)
            VALUES (?, 'system-2', 'Title', ?, '', '')`,
          params: [`other-${at}`, `o${at}`],
        },
        {
          sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning, state, created_at)
            VALUES (?, ?, NULL, 0, 'user', 'their needle', '', 'complete', '2026-11-22T00:00:00.000Z')`,
          params: [`o${at}`, `other-${at}`],
        },
      );
    }
  });
  expect(await find('needle')).toEqual([2, 1]);
  expect(await find('needle', { systemId: 'system-2' })).toHaveLength(others);
});
