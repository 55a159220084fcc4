import { expect, test } from 'vitest';
import { createSearch } from '../../../main/chat/conversations/search/index.ts';
import { keepMessages } from '../../support/files/kept-messages.ts';
import { noAttachments } from '../../support/worlds/chat.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';
import { expectedHits, expectedIn } from './expected.ts';
import { markedQueries, markedTexts } from './marked.ts';
import { searchQueries } from './queries.ts';
import { searchedTexts } from './texts.ts';

const systemId = 'system-1';

test('200 queries over 2,000 texts in Japanese and English: every hit, and nothing else', async () => {
  const texts = searchedTexts();
  const queries = searchQueries(texts);
  expect(texts).toHaveLength(2000);
  expect(queries).toHaveLength(200);
  await expectExact(texts, queries, (query) => expectedHits(texts, query));
}, 120_000);

test('what a page shows is found through the marks that are in it, and so is what was written', async () => {
  const texts = [...searchedTexts(400), ...markedTexts.map(([written]) => written)];
  const shown = [...searchedTexts(400), ...markedTexts.map(([, seen]) => seen)];
  await expectExact(texts, markedQueries, (query) => expectedIn([texts, shown], query));
}, 120_000);

/** Searches by every query, and compares with the texts that are expected. */
async function expectExact(
  texts: readonly string[],
  queries: readonly string[],
  expectedOf: (query: string) => readonly number[],
): Promise<void> {
  await using database = await startMemoryStorage().then((opened) =>
    Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() }),
  );
  await keepMessages(database, systemId, texts);
  const problems: unknown[] = [];
  const { search, upToDate, close } = createSearch(database, noAttachments, {
    info: () => undefined,
    error: (event, cause) => problems.push(event, cause),
  });
  await upToDate();

  const finds = async (text: string): Promise<number[]> => {
    const found: number[] = [];
    for (let before: number | undefined; ; before = found.at(-1)) {
      const page = { systemId, text, limit: 200, ...(before === undefined ? {} : { before }) };
      const { hits, more } = await search(page);
      found.push(...hits.map(({ number }) => number));
      if (!more) return found.map((number) => number - 1).reverse();
    }
  };
  let [wanted, right, given] = [0, 0, 0];
  const wrong: string[] = [];
  for (const query of queries) {
    const expected = new Set(expectedOf(query));
    const found = await finds(query);
    const own = found.filter((at) => expected.has(at)).length;
    wanted += expected.size;
    right += own;
    given += found.length;
    if (own < expected.size || own < found.length) {
      wrong.push(`${query}: ${own} of ${expected.size}, ${found.length - own} besides`);
    }
  }
  await close();
  const share = (of: number): string => `${((100 * right) / of).toFixed(2)} %`;
  console.log(`search-ja: recall ${share(wanted)} of ${wanted}, precision ${share(given)}`);
  expect(problems).toEqual([]);
  expect(wrong).toEqual([]);
}
