import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, encode } from '../../../preload/contract/wire.ts';

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
