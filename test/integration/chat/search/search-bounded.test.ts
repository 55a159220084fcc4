import { expect, onTestFinished, test } from 'vitest';
import type { Database, Row } from '../../../../main/base/storage/database.ts';
import { search } from '../../../../main/chat/conversations/search/index.ts';
import { createIndexer } from '../../../../main/chat/conversations/search/indexer.ts';
import { keepMessages } from '../../../support/files/kept-messages.ts';
import { noAttachments } from '../../../support/worlds/chat.ts';
import { startMemoryStorage } from '../../../support/worlds/storage.ts';

const systemId = 'system-1';
const log = { info: () => undefined, error: () => undefined };

/** Texts that have every piece of `abcdabce`, and not the text itself. */
const looksAlike = `${'filler '.repeat(10)} abcda bcdab cdabc dabce`;

/** An index of these texts, and what of them was read since it was asked last, in characters. */
async function indexed(texts: readonly string[], most = 10_000) {
  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  await keepMessages(database, systemId, texts);
  const indexer = createIndexer(database, noAttachments, log);
  await indexer.upToDate();
  await indexer.close();
  let read = 0;
  let rows = 0;
  const counting: Database = {
    ...database,
    async all(query) {
      const all = await database.all(query);
      rows += all.length;
      for (const { content = '' } of all as Row[]) read += String(content).length;
      return all;
    },
  };
  return {
    find: async (more: object = {}) => {
      [read, rows] = [0, 0];
      const found = await search(
        counting,
        noAttachments,
        {
          ...{ systemId, text: 'abcdabce', limit: 10, ...more },
        },
        most,
      );
      return { ...found, read, rows };
    },
  };
}

test('a rare text of frequent pieces is found in bounded steps, and none of them says that there is nothing', async () => {
  const texts = Array.from({ length: 300 }, (_, at) => (at === 7 ? 'an abcdabce' : looksAlike));
  const { find } = await indexed(texts);
  const numbers: number[] = [];
  let steps = 0;
  let answer = await find();
  for (; answer.unsearched !== null; steps += 1) {
    expect(answer.more).toBe(true);
    expect(answer.read).toBeLessThan(10_000 + 300 * 100);
    numbers.push(...answer.hits.map(({ number }) => number));
    expect(Number.isNaN(Date.parse(answer.unsearched.at))).toBe(false);
    answer = await find({ before: answer.unsearched.before });
  }
  numbers.push(...answer.hits.map(({ number }) => number));
  expect(numbers).toEqual([8]);
  expect(answer.more).toBe(false);
  expect(steps).toBeGreaterThan(1);
  expect(steps).toBeLessThan(20);
});

test('filters that hardly any message passes are bounded too, and read no texts', async () => {
  const texts = Array.from({ length: 150 }, () => 'an abcdabce');
  const { find } = await indexed(texts);
  const filter = { from: '2100-01-01T00:00:00.000Z' };
  const first = await find(filter);
  expect(first).toMatchObject({ hits: [], more: true, read: 0 });
  expect(first.rows).toBeLessThanOrEqual(150);
  const rest = await find({ ...filter, before: first.unsearched?.before });
  expect(rest).toMatchObject({ hits: [], more: false, unsearched: null });
});

test('a model that answered nothing is known from the index alone', async () => {
  const { find } = await indexed(Array.from({ length: 150 }, () => 'an abcdabce'));
  expect(await find({ model: 'none' })).toMatchObject({ hits: [], more: false, unsearched: null });
});

test('where a page is full, its end is where the next one begins, whatever was looked at', async () => {
  const texts = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 'abcdabce' : looksAlike));
  const { find } = await indexed(texts, 1_000_000);
  const numbers: number[] = [];
  for (let before: number | undefined; ; before = numbers.at(-1)) {
    const { hits, more, unsearched } = await find(before === undefined ? {} : { before });
    expect(unsearched).toBe(null);
    numbers.push(...hits.map(({ number }) => number));
    if (!more) break;
  }
  expect(numbers).toEqual(Array.from({ length: 30 }, (_, at) => 59 - 2 * at));
});
