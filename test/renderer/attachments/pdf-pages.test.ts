import { expect, test } from 'vitest';
import { readPages } from '../../../renderer/attachments/taking/pdf/pages.ts';

const limits = { pages: 10, characters: 100, time: 1_000 };
const never = new Promise<void>(() => undefined);

/** A document whose pages give these texts, each part as it comes. */
const pagesOf = (pages: readonly (readonly string[])[]) =>
  async function* (page: number): AsyncGenerator<string, void, undefined> {
    for (const part of pages[page - 1] ?? []) {
      if (part === 'for ever') await never;
      yield part;
    }
  };
const read = (pages: readonly (readonly string[])[], late = never) =>
  readPages(pages.length, pagesOf(pages), late, limits);

test('what is within its limits is read whole', async () => {
  expect(await read([['one ', 'page\u0001'], [], ['three']])).toEqual({
    text: '[Page 1]\none page\n\n[Page 2]\n\n\n[Page 3]\nthree',
    until: null,
  });
  expect(await read([[], ['  ']])).toEqual({ text: '', until: null });
});

test('beyond so many characters nothing is read, and the last page is told', async () => {
  const long = await read([['a'.repeat(60)], ['b'.repeat(30), 'c'.repeat(30)], ['d']]);
  expect(long.until).toBe(2);
  expect(long.text).toContain(`${'b'.repeat(30)}${'c'.repeat(10)}`);
  expect(long.text).not.toContain('d');
  const endless = async function* (): AsyncGenerator<string, void, undefined> {
    for (;;) yield 'again ';
  };
  const one = await readPages(1, endless, never, limits);
  expect([one.text.length, one.until]).toEqual(['[Page 1]\n'.length + 100, 1]);
});

test('beyond so many pages neither', async () => {
  const many = await read(Array.from({ length: 12 }, (_, at) => [`${at + 1}`]));
  expect(many.until).toBe(10);
  expect(many.text.split('[Page ')).toHaveLength(11);
});

test('a page that does not come to its end is left when the time is over', async () => {
  let end: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    end = resolve;
  });
  const reading = read([['one'], ['two', 'for ever'], ['three']], late);
  await Promise.resolve();
  setTimeout(end);
  expect(await reading).toEqual({ text: '[Page 1]\none\n\n[Page 2]\ntwo', until: 2 });
  expect(await read([['for ever'], ['two']], Promise.resolve())).toEqual({ text: '', until: 0 });
});

test('a page that cannot be read is a fault of the document', async () => {
  const failing = async function* (): AsyncGenerator<string, void, undefined> {
    yield 'some';
    throw new Error('damaged');
  };
  await expect(readPages(2, failing, never, limits)).rejects.toThrow('damaged');
});
