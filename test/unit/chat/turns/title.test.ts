import { expect, test } from 'vitest';
import { titleFrom } from '../../../../main/chat/turns/titles.ts';

test.each([
  ['Hello there', 'Hello there'],
  ['  ## Two\n\n lines ', 'Two lines'],
  ['', ''],
  ['word '.repeat(40), `${'word '.repeat(11)}word…`],
  ['計'.repeat(100), `${'計'.repeat(60)}…`],
  ['👩‍👩‍👧'.repeat(70), `${'👩‍👩‍👧'.repeat(60)}…`],
])('%j is titled %j', (text, title) => {
  expect(titleFrom(text)).toBe(title);
});
