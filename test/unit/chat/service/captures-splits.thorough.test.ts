import { describe, expect, test } from 'vitest';
import { capture, captureNames, capturesPresent } from '../../../support/files/captures.ts';
import { patience } from '../../../support/patience.ts';
import { decode, decodeAll, expectPartial } from './decode.ts';

const streams = captureNames('.sse');
/** Bytes up to which every split in two is decoded from the start: that grows with the square. */
const small = 10_600;

/** Bytes of the longest event, the empty line at its end included. */
function longestEvent(bytes: Buffer): number {
  let longest = 0;
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf('\n\n', from);
    const end = found < 0 ? bytes.length : found + 2;
    longest = Math.max(longest, end - from);
    from = end;
  }
  return longest;
}

/** The first piece has `first` bytes, every other one `size`. */
function cutFrom(bytes: Buffer, first: number, size: number): Buffer[] {
  const pieces = [bytes.subarray(0, first)];
  for (let at = first; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

describe.skipIf(!capturesPresent)('captures of llama-server, split at every byte', () => {
  test.each(streams.filter((name) => capture(name).length <= small))(
    '%s reads the same when split in two at every byte',
    (name) => {
      const bytes = capture(name);
      const whole = JSON.stringify(decode(bytes));
      for (let at = 1; at < bytes.length; at += 1) {
        const split = JSON.stringify(decode(bytes.subarray(0, at), bytes.subarray(at)));
        if (split !== whole) expect.fail(`split at ${at}: ${split}`);
      }
    },
  );

  test.each(streams.filter((name) => capture(name).length <= small))(
    '%s cut off anywhere never says more than was sent, nor fails',
    (name) => {
      const bytes = capture(name);
      for (let at = 0; at < bytes.length; at += 1) expectPartial(bytes, at);
    },
  );

  // Splits as far apart as the longest event: one run has at most one in any event, and all runs
  // together have one at every byte. What is undecided at a split is decided by the event's end.
  test.each(streams.filter((name) => capture(name).length > small))(
    '%s reads the same when its events are split at every byte',
    { timeout: patience(120_000) },
    (name) => {
      const bytes = capture(name);
      const whole = JSON.stringify(decode(bytes));
      const size = longestEvent(bytes);
      expect(size).toBeLessThan(bytes.length / 2);
      for (let first = 1; first <= size; first += 1) {
        const split = JSON.stringify(decodeAll(cutFrom(bytes, first, size)));
        if (split !== whole) expect.fail(`splits from ${first} on, ${size} apart: ${split}`);
      }
    },
  );
});
