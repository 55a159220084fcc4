import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPositions } from '../../../../main/chat/turns/find-text.ts';
import { processorTime } from '../../../support/processor-time.ts';

test('finds what a pattern finds', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'İ', '😀') });
  fc.assert(
    fc.property(few, fc.string({ unit: fc.constantFrom('a', 'B'), minLength: 1 }), (text, find) => {
      const expected = [...text.matchAll(new RegExp(find, 'gi'))].map(({ index }) => index);
      expect([...findPositions(text, find, 0)]).toEqual(expected);
    }),
  );
  expect([...findPositions('Ünïcode über ÜBER', 'über', 1)]).toEqual([8, 13]);
  expect([...findPositions('a.b a+b', 'a+', 0)]).toEqual([4]);
});

test('goes over a text once', () => {
  const text = 'a'.repeat(1_000_000);
  const time = processorTime(() => {
    expect([...findPositions(text, `${'a'.repeat(999)}b`, 0)]).toEqual([]);
  });
  // Compared anew at every place it would be a thousand times as much.
  expect(time).toBeLessThan(2000);
});
