import { expect, test } from 'vitest';
import { hitAt, numberOf } from '../../../../renderer/features/chat/chat/find/useFind.ts';

const hits = [
  { messageId: 'a', depth: 2, count: 3 },
  { messageId: 'b', depth: 7, count: 1 },
  { messageId: 'c', depth: 8, count: 2 },
];

test('hits are numbered over all messages', () => {
  expect([0, 2, 3, 5].map((at) => hitAt(hits, at))).toEqual([
    { messageId: 'a', depth: 2, nth: 0 },
    { messageId: 'a', depth: 2, nth: 2 },
    { messageId: 'b', depth: 7, nth: 0 },
    { messageId: 'c', depth: 8, nth: 1 },
  ]);
  expect(hitAt(hits, 6)).toBeNull();
  expect(hitAt(hits, -1)).toBeNull();
});

test.each([
  ['the same hit', { depth: 8, nth: 1 }, 5],
  ['the last of its message, where that has fewer now', { depth: 2, nth: 9 }, 2],
  ['the next message that has one', { depth: 3, nth: 0 }, 3],
  ['the first of all, behind the last', { depth: 9, nth: 0 }, 0],
])('after the hits were counted anew: %s', (_, hit, at) => {
  expect(numberOf(hits, hit)).toBe(at);
});

test('without hits there is no number', () => {
  expect(numberOf([], { depth: 0, nth: 0 })).toBe(-1);
});
