import { expect, test } from 'vitest';
import { JsonError, parseJson } from '../../../common/texts/json.ts';

test.each([
  ['', 'not JSON of 0 characters'],
  ['secret', 'not JSON, at 0 of 6 characters'],
  ['{"a": "secret"', 'not JSON, at 14 of 14 characters'],
  ['[1, secret]', 'not JSON, at 4 of 11 characters'],
  ['{} at position 77', 'not JSON, at 3 of 17 characters'],
])('what is wrong with %j is said without its words', (text, message) => {
  const read = () => parseJson(text);
  expect(read).toThrow(JsonError);
  try {
    read();
  } catch (error) {
    const said = `${(error as Error).stack}${String((error as Error).cause)}`;
    expect(said).not.toContain('secret');
    // V8 has changed what it says of a place.
    expect((error as Error).message.replace(/, at \d+/, '')).toBe(message.replace(/, at \d+/, ''));
  }
});

test('all else is what JSON.parse gives', () => {
  expect(parseJson('{"a":[1,null,"x"]}')).toEqual({ a: [1, null, 'x'] });
});
