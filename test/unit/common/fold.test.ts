import { expect, test } from 'vitest';
import { findTerms, foldText, foldWithPositions } from '../../../common/texts/fold.ts';

test.each([
  ['A table, a Tab and a stable', ['tab'], ['tab', 'Tab', 'tab']],
  ['東京都庁の計算機', ['計', '京都'], ['京都', '計']],
  ['ﾃｽﾄとテスト', ['テスト'], ['ﾃｽﾄ', 'テスト']],
  ['ﾊﾟﾝとパン', ['パン'], ['ﾊﾟﾝ', 'パン']],
  ['か゛ and か\u3099', ['が'], ['か\u3099']],
  ['Café, cafe\u0301 and CAFE', ['cafe'], ['Café', 'cafe\u0301', 'CAFE']],
  ['a  \n b', ['a b'], ['a  \n b']],
  ['㈱計算機', ['株'], ['㈱']],
  ['❤️ and ❤', ['❤'], ['❤️', '❤']],
  ['葛\u{e0100}飾', ['葛飾'], ['葛\u{e0100}飾']],
  ['\u1112\u1161\u11ab국', ['한국'], ['\u1112\u1161\u11ab국']],
  ['one word', [''], []],
])('%s', (text, terms, found) => {
  expect(findTerms(text, terms).map(({ start, end }) => text.slice(start, end))).toEqual(found);
});

test('with its places and without, a text is the same', () => {
  for (const text of [
    'Ä b\u00a0 c\u3000\n',
    '¨ ¨',
    'e\u0301か\u3099ﾊﾟ',
    'ﬁ½㌔',
    '👍🏽👨‍👩‍👧',
    '\u0301\ud800',
  ]) {
    const { plain, places } = foldWithPositions(text);
    expect(plain).toBe(foldText(text));
    expect(places).toHaveLength(plain.length + 1);
  }
});
