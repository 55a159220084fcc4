/** Blowfish (Schneier, 1993). Its tables are the fractional digits of pi, computed here. */
import type { BlockCipher } from './block.ts';

function piFraction(words: number): Uint32Array {
  const bits = BigInt(words * 32 + 64);
  const unit = 1n << bits;
  const arctanInverse = (x: bigint): bigint => {
    let term = unit / x;
    let sum = term;
    for (let n = 3n, sign = -1n; term !== 0n; n += 2n, sign = -sign) {
      term /= x * x;
      sum += (sign * term) / n;
    }
    return sum;
  };
  const pi = 4n * (4n * arctanInverse(5n) - arctanInverse(239n));
  const digits = ((pi - 3n * unit) >> 64n).toString(16).padStart(words * 8, '0');
  return Uint32Array.from({ length: words }, (_, i) =>
    Number.parseInt(digits.slice(i * 8, i * 8 + 8), 16),
  );
}

const boxes = 18;

/** `key` of 1 to 56 octets. */
export function blowfish(key: Uint8Array): BlockCipher {
  const table = piFraction(boxes + 4 * 256);
  const at = (index: number): number => table[index] ?? 0;
  const f = (x: number): number =>
    (((at(boxes + (x >>> 24)) + at(boxes + 256 + ((x >>> 16) & 0xff))) ^
      at(boxes + 512 + ((x >>> 8) & 0xff))) +
      at(boxes + 768 + (x & 0xff))) |
    0;
  const crypt = (left: number, right: number, subkey: (i: number) => number): [number, number] => {
    let l = left;
    let r = right;
    for (let i = 0; i < 16; i++) {
      l ^= subkey(i);
      r ^= f(l);
      [l, r] = [r, l];
    }
    return [r ^ subkey(17), l ^ subkey(16)];
  };
  const forward = (i: number): number => at(i);
  const backward = (i: number): number => at(17 - i);

  for (let i = 0; i < 18; i++) {
    let word = 0;
    for (let j = 0; j < 4; j++) word = (word << 8) | (key[(i * 4 + j) % key.length] ?? 0);
    table[i] = at(i) ^ word;
  }
  let [l, r] = [0, 0];
  for (let i = 0; i < table.length; i += 2) {
    [l, r] = crypt(l, r, forward);
    table[i] = l;
    table[i + 1] = r;
  }

  const run = (block: Uint8Array, subkey: (i: number) => number): Uint8Array => {
    const input = new DataView(block.buffer, block.byteOffset, 8);
    const output = new DataView(new ArrayBuffer(8));
    const [left, right] = crypt(input.getInt32(0), input.getInt32(4), subkey);
    output.setInt32(0, left);
    output.setInt32(4, right);
    return new Uint8Array(output.buffer);
  };
  return {
    blockBytes: 8,
    encryptBlock: (block) => run(block, forward),
    decryptBlock: (block) => run(block, backward),
  };
}
