import { expect, test } from 'vitest';
import { excerpt } from '../../../../main/chat/conversations/search/excerpt.ts';
import { termsOf } from '../../../../main/chat/conversations/search/grams.ts';

const marked = (text: string, query: string): string =>
  excerpt(text, termsOf(query))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');

test.each([
  ['The quick brown fox', 'quick', 'The [quick] brown fox'],
  ['The quick brown fox', 'QU fox', 'The [qu]ick brown [fox]'],
  ['subquick quickly', 'quick', 'sub[quick] [quick]ly'],
  ['計算機で計算する', '計算', '[計算]機で[計算]する'],
  ['日本語を話す', '本', '日[本]語を話す'],
  ['ｶﾀｶﾅ と ＡＢＣ', 'カタ abc', '[ｶﾀ]ｶﾅ と [ＡＢＣ]'],
  ['one\n\ntwo   three', 'two', 'one [two] three'],
  ['one\n\ntwo   three', '"one two three"', '[one two three]'],
  ['ﾃﾞｰﾀとデータ', 'データ', '[ﾃﾞｰﾀ]と[データ]'],
  ['Café, cafe\u0301!', 'CAFE', '[Café], [cafe\u0301]!'],
  ['C++ と C', 'c++', '[C++] と C'],
  ['a ❤️ b', '❤', 'a [❤️] b'],
  ['がきく', 'か', 'がきく'],
  ['㍿の½', '会', '[㍿]の½'],
  ['nothing here', 'absent', 'nothing here'],
])('%j, looked for %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test('what stands in the dark is cut out around the first hit, never inside a character', () => {
  const text = `${'😀'.repeat(300)} needle ${'😀'.repeat(300)}`;
  const shown = marked(text, 'needle');
  expect(shown).toMatch(/^…(😀)+ \[needle\] (😀)+…$/u);
  expect(shown.length).toBeLessThan(300);
});

test('an excerpt of a megabyte is made at once, with its hits bounded', () => {
  const pieces = excerpt('a '.repeat(500_000), termsOf('a'));
  expect(pieces.length).toBeLessThan(500);
});

test.each([
  ['""', ['""']],
  ['"', ['"']],
  ['" "', ['"']],
  ['5" pipe', ['5"', 'pipe']],
  ['print("a', ['print("a']],
  ['x="1" "two words" z', ['x="1"', 'two words', 'z']],
  ['"two words"z', ['two words', 'z']],
  ['"not yet end', ['not yet end']],
  ['""" a', ['"""', 'a']],
])('%j is looked for as %j', (query, terms) => {
  expect(termsOf(query)).toEqual(terms);
});
