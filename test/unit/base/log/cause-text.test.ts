import { expect, test } from 'vitest';
import * as z from 'zod';
import { causeText } from '../../../../main/base/log/cause-text.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (cause) {
    return cause;
  }
  throw new Error('nothing was thrown');
}

test('errors that quote what they were given are logged without it, with where they come from', () => {
  const shape = z.object({ files: z.record(z.literal('x'), z.string()) });
  for (const cause of [
    thrownBy(() => JSON.parse('planted words')),
    thrownBy(() => JSON.parse('{"a": "planted words')),
    thrownBy(() => shape.parse({ files: { 'planted words': 1 } })),
  ]) {
    const text = causeText(new Error('outer', { cause }));
    expect(text).toMatch(/^Error: outer\n[\s\S]*caused by (SyntaxError|ZodError|\$ZodError): /);
    expect(text).toContain('cause-text.test.ts');
    expect(text).not.toContain('planted');
  }
});

test('other errors say what they say', () => {
  expect(causeText(new TypeError('x is no function'))).toContain('TypeError: x is no function\n');
  expect(causeText(new SyntaxError('Invalid regular expression'))).toContain('Invalid regular');
  expect(causeText('a word')).toBe('a word');
});
