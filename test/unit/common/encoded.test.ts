import { expect, test } from 'vitest';
import { encodePart } from '../../../common/texts/percent-encode.ts';

test.each([
  ['a b/ü', 'a%20b%2F%C3%BC'],
  ['half \ud800 a pair', 'half%20%EF%BF%BD%20a%20pair'],
  ['\udc00', '%EF%BF%BD'],
  ['a pair \u{1f600}', 'a%20pair%20%F0%9F%98%80'],
])('%j is written as %s in an address', (text, encoded) => {
  expect(encodePart(text)).toBe(encoded);
});
