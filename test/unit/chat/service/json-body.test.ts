import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeJson, jsonSize } from '../../../../main/chat/service/json-body.ts';

const text = (value: unknown): string => Buffer.concat(encodeJson(value)).toString('utf8');

test('any value is the same text as JSON.stringify makes of it, and as long', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(text(value)).toBe(JSON.stringify(value));
      expect(jsonSize(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['plain letters', 'x'.repeat(300_000)],
  ['pairs at every border of a piece', '😀'.repeat(200_000)],
  ['pairs that begin one later', `a${'😀'.repeat(200_000)}`],
  ['halves of pairs', '\ud83d'.repeat(100_000)],
  ['what is escaped', '"\\\n\u0001'.repeat(50_000)],
  ['three bytes each', '文'.repeat(200_000)],
])('long texts come in pieces and whole: %s', (_, long) => {
  const value = { messages: [{ role: 'user', content: [{ text: long }, { url: long }] }] };
  const pieces = encodeJson(value);
  expect(Buffer.concat(pieces).toString('utf8')).toBe(JSON.stringify(value));
  expect(jsonSize(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
  expect(pieces.length).toBeGreaterThan(3);
});

test('fields that are undefined are left out', () => {
  expect(text({ a: undefined, b: 1, c: [null, undefined] })).toBe('{"b":1,"c":[null,null]}');
});
