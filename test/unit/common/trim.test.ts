import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimEnd, trimStart, withoutTrailingSlashes } from '../../../common/texts/trim.ts';

test('does what the patterns did', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '/', '.', '\n', '高') });
  fc.assert(
    fc.property(text, (some) => {
      expect(trimEnd(some, /[\s.]/)).toBe(some.replace(/[\s.]+$/, ''));
      expect(trimStart(some, /[\s.]/)).toBe(some.replace(/^[\s.]+/, ''));
      expect(withoutTrailingSlashes(some)).toBe(some.replace(/\/+$/, ''));
    }),
  );
});

test('goes over a text once', () => {
  const slashes = `${'/'.repeat(1_000_000)}x`;
  expect(withoutTrailingSlashes(slashes)).toBe(slashes);
});
