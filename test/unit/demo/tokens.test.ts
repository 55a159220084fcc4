import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, toTokens } from '../../../main/demo/genai/tokens.ts';

describe('tokens', () => {
  test('joined again are the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toTokens(text).join('')).toBe(text);
      }),
    );
  });

  test('never split a character in two', () => {
    expect(toTokens('a👩‍🚀b𠮷野家')).not.toContainEqual(expect.stringMatching(/^[\udc00-\udfff]/));
  });

  test('are one per Japanese character and about a quarter per Latin one', () => {
    expect(toTokens('東京タワー')).toHaveLength(5);
    expect(toTokens('abcdefgh')).toEqual(['abcd', 'efgh']);
    expect(estimateTokens('東京タワー')).toBe(5);
    expect(estimateTokens('abcdefghi')).toBe(3);
  });
});
