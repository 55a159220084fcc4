import { expect, test } from 'vitest';
import { asLine } from '../../../../renderer/features/chat/conversations/tree/asLine.ts';

test.each([
  ['# A title\n\nand text', 'A title and text'],
  ['- one\n- two\n1. three\n> said', 'one two three said'],
  ['| a | b |\n|---|:--:|\n| 1 | 2 |', 'a b 1 2'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['**bold** and `code`', 'bold and code'],
  ['a - b', 'a - b'],
])('%j in a line: %s', (markdown, line) => {
  expect(asLine(markdown)).toBe(line);
});

test('a long rule before a word takes no time', () => {
  // Of 50 dashes the pattern that stood here tried every way to part them: 7 seconds.
  const rule = `${'-'.repeat(10_000)}x`;
  expect(asLine(rule)).toBe(rule);
});
