import { expect, test } from 'vitest';
import { readRoot } from '../../../../../main/base/x509/reader/asn1/ber.ts';
import {
  octetString,
  oid,
  sequence,
  setOf,
} from '../../../../../main/base/x509/reader/asn1/der.ts';
import { ReaderError } from '../../../../../main/base/x509/reader/failures.ts';
import { nameKey, parseName } from '../../../../../main/base/x509/reader/x509/names.ts';

const named = (count: number) =>
  readRoot(
    sequence(
      ...Array.from({ length: count }, (_, at) =>
        setOf(sequence(oid('2.5.4.11'), octetString(Buffer.from(`unit ${at}`)))),
      ),
    ),
    'name',
    'refuse',
  );

test('a name of 200 attributes is read', () => {
  expect(parseName(named(200), 'name').attributes).toHaveLength(200);
});

test.each([201, 5_000])('a name of %i attributes is refused', (count) => {
  expect(() => parseName(named(count), 'name')).toThrow(ReaderError);
  expect(() => nameKey(named(count), 'name')).toThrow(ReaderError);
});
