import { expect, test } from 'vitest';
import { ownParts } from '../../../../main/chat/conversations/search/parts.ts';

/** The texts that are searched of a message with so many calls, each with these arguments. */
function textsOf(given: string, calls = 1): string[] {
  const one = { id: 'a', name: 'tool', arguments: given, state: 'done', result: null };
  const row = {
    ...{ content: '', reasoning: '', attachments: '[]' },
    tool_calls: JSON.stringify(Array(calls).fill(one)),
  };
  const parts = ownParts(row).filter((part) => part.in === 'tool-call');
  return parts.map(({ text }) => text);
}

test('what a tool was given is found as the thread shows it, without the escapes of JSON', () => {
  expect(textsOf('{"q":"\\u00fcber"}')).toEqual(['tool\n{\n  "q": "über"\n}']);
  expect(textsOf('{"q":')).toEqual(['tool\n{"q":']);
});

test.each([
  ['lists in lists', `${'['.repeat(4000)}${']'.repeat(4000)}`, 1],
  ['many lists in lists', `${'['.repeat(4000)}${']'.repeat(4000)}`, 128],
  ['long and deep', `${'['.repeat(50)}${'0,'.repeat(100_000)}0${']'.repeat(50)}`, 10],
  ['a little deep, often', `${'['.repeat(50)}${'0,'.repeat(900)}0${']'.repeat(50)}`, 1000],
])('a text to be searched is about as long as what came: %s', (_, given, calls) => {
  const length = textsOf(given, calls).reduce((sum, text) => sum + text.length, 0);
  expect(length).toBeLessThan(2 * given.length * calls + 3_000_000);
});
