import { createHash } from 'node:crypto';

export const megabyte = 1024 * 1024;

/** A megabyte of a file of any size: those of `writeMany`. */
function megabyteAt(number: number, into: Buffer): Buffer {
  into.writeUInt32LE(number);
  return into;
}
const pattern = Buffer.from(Array.from({ length: megabyte }, (_, at) => (at * 31) % 251));

/** Its bytes from one place to another, in pieces. */
export function* contentOf(from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; ) {
    const number = Math.floor(at / megabyte);
    const begin = at - number * megabyte;
    const end = Math.min(megabyte, to - number * megabyte);
    yield megabyteAt(number, Buffer.from(pattern)).subarray(begin, end);
    at += end - begin;
  }
}

export function hashOfContent(megabytes: number): string {
  const hash = createHash('sha256');
  const piece = Buffer.from(pattern);
  for (let number = 0; number < megabytes; number += 1) hash.update(megabyteAt(number, piece));
  return hash.digest('hex');
}
