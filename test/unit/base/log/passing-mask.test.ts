import { expect, test } from 'vitest';
import { createPassingMask } from '../../../../main/base/log/passing-mask.ts';

const token = 'eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl';

const through = (secrets: string[], text: string, size: number): string => {
  const mask = createPassingMask(secrets);
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    out.push(mask.push(bytes.subarray(at, at + size)));
  }
  return Buffer.concat([...out, mask.end()]).toString();
};

test('a token is taken out wherever pieces are cut, and nothing else changes', () => {
  const text = `[“${token}”, "eyJ", "${token}${token}x", "${token.slice(0, -1)}"]`;
  const clean = `[“(removed)”, "eyJ", "(removed)(removed)x", "${token.slice(0, -1)}"]`;
  for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
    expect([size, through([token], text, size)]).toEqual([size, clean]);
    expect(through([], text, size)).toBe(text);
  }
});

test('of two tokens each is taken out, the first that comes first', () => {
  const other = 'eyJ-other-token';
  const text = `${other} ${token} ${other}${token} ${other.slice(0, 8)}`;
  for (let size = 1; size <= text.length; size += 1) {
    expect([size, through([token, other], text, size)]).toEqual([
      ...[size, `(removed) (removed) (removed)(removed) ${other.slice(0, 8)}`],
    ]);
  }
});

test('what cannot be the start of a token is handed on at once', () => {
  const mask = createPassingMask([token]);
  expect(mask.push(Buffer.from('data: 1\n\n')).toString()).toBe('data: 1\n\n');
  expect(mask.push(Buffer.from('data: eyJ')).toString()).toBe('data: ');
  expect(mask.end().toString()).toBe('eyJ');
});
