import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode, idOf, maxMessageDepth } from '../../../preload/contract/wire.ts';

test('messages with bytes come back as they were sent', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000 }), fc.string(), (bytes, text) => {
      const message = { id: 1, name: 'certificates.read', input: { bytes, fileName: text } };
      const back = decode(encode(message)) as typeof message;
      expect(back.input.fileName).toBe(text);
      expect(Buffer.compare(back.input.bytes, bytes)).toBe(0);
    }),
    { numRuns: 50 },
  );
});

const names = ['$bytes', '$$bytes', '$$$bytes', 'bytes', '__proto__', 'constructor', 'toJSON', ''];
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom(null, true, 'AAA=', '%%%', '{"$bytes":"AAA="}', '"\\', '[[[{{{'),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.uint8Array({ maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
    fc.constantFrom(...names).chain((name) => tie('value').map((item) => own(name, item))),
  ),
}));

/** A record with one field, whatever its name. */
function own(name: string, item: unknown): object {
  return Object.fromEntries([[name, item]]);
}

test('every value comes back as it was sent: one that looks like bytes, prototype names, at any depth', () => {
  fc.assert(
    fc.property(anything, (input) => {
      const back = decode(encode({ id: 1, name: 'x', input })) as { input: unknown };
      deepStrictEqual(back.input, input);
      expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    }),
    { numRuns: 3000 },
  );
});

test('what a server says cannot pass for bytes', () => {
  for (const raw of [
    '{"$bytes":"%%%"}',
    '{"$bytes":"AAA="}',
    '{"$bytes":[1]}',
    '{"$$bytes":"AA"}',
  ]) {
    const value = { kind: 'result', id: 7, result: { ok: true, value: JSON.parse(raw) } } as const;
    expect(decode(encode(value))).toEqual(value);
  }
});

test('bytes that are none have an error of the call', () => {
  for (const bytes of ['"%%%"', '"AAA"', '"A==="', '5', '{"a":1}', 'null']) {
    const text = `{"id":3,"name":"x","input":{"$bytes":${bytes}}}`;
    expect(() => decode(text)).toThrowError('contract-invalid-input');
    expect(idOf(text)).toBe(3);
  }
});

/** Lists and records in turn, this many levels. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

test('what is too deep is refused on both sides, at the same level, and its call is still told', () => {
  const allowed = { id: 9, name: 'x', input: nested(maxMessageDepth - 1) };
  expect(decode(encode(allowed))).toEqual(allowed);
  for (const levels of [maxMessageDepth, 1_000, 200_000]) {
    const input = nested(levels);
    expect(() => encode({ id: 9, name: 'x', input })).toThrowError('call-too-deep');
  }
  const text = `{"id":9,"name":"x","input":${'['.repeat(maxMessageDepth)}${']'.repeat(maxMessageDepth)}}`;
  expect(() => decode(text)).toThrowError('call-too-deep');
  // not even parsed: it has no end
  expect(() => decode('['.repeat(20_000_000))).toThrowError('call-too-deep');
  expect(idOf(text)).toBe(9);
});

test('brackets in texts are no levels', () => {
  const input = ['['.repeat(10_000), '\\"{'.repeat(10_000), `${'\\'.repeat(9_999)}"[[[`];
  expect(decode(encode({ id: 1, name: 'x', input }))).toEqual({ id: 1, name: 'x', input });
});

test('the id is that of the message itself', () => {
  expect(idOf(encode({ id: 12, name: 'x', input: { id: 3 } }))).toBe(12);
  expect(idOf(encode({ kind: 'result', id: 12, result: { ok: true, value: 1 } }))).toBe(12);
  expect(idOf(encode({ kind: 'event', name: 'x', payload: { id: 3 } }))).toBeNull();
  for (const text of ['', '[]', '{"name":"x","id":3}', '{"id":-1,', '{"id":1e9,', 'not json']) {
    expect(idOf(text)).toBeNull();
  }
});
