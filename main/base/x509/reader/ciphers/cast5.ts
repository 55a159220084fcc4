/** CAST-128 (RFC 2144): neither Node nor Electron has it, `openssl -legacy` writes it. */
import type { BlockCipher } from './block.ts';
import { cast5Boxes } from './cast5-tables.ts';

/**
 * The key schedule of 2.4 as data. A half step makes 16 octets from 16: each row gives the word of
 * the old octets, four octets for S5 to S8 (upper case: of the new ones), and a fifth with its box.
 */
const steps = [
  ['0 d f c e 8:7', '2 0 2 1 3 a:8 new', '3 7 6 5 4 9:5 new', '1 a 9 b 8 b:6 new'],
  ['2 5 7 4 6 0:7', '0 0 2 1 3 2:8 new', '1 7 6 5 4 1:5 new', '3 a 9 b 8 3:6 new'],
];
/** The four subkeys taken after each half step: octets for S5 to S8, and one for S5, S6, S7, S8. */
const subkeys = [
  ['89762', 'ab546', 'cd329', 'ef10c'],
  ['32cd8', '10efd', '76893', '54ab7'],
  ['32cd9', '10efc', '76892', '54ab6'],
  ['89763', 'ab547', 'cd328', 'ef10d'],
];

const nibble = (text: string | undefined): number => Number.parseInt(text ?? '0', 16);

function boxes(): Uint32Array {
  const bytes = Buffer.from(cast5Boxes, 'base64');
  return Uint32Array.from({ length: 2048 }, (_, i) => bytes.readUInt32BE(i * 4));
}

function schedule(key: Uint8Array, table: Uint32Array): Uint32Array {
  const s = (box: number, index: number): number => table[(box - 1) * 256 + index] ?? 0;
  let octets = new Uint8Array(16);
  octets.set(key);
  const words: number[] = [];
  for (let half = 0; half < 8; half++) {
    const next = new Uint8Array(16);
    const [old, fresh] = [octets, next];
    const input = new DataView(old.buffer);
    const output = new DataView(next.buffer);
    (steps[half % 2] ?? []).forEach((row, i) => {
      const [word, a, b, c, d, last = ''] = row.split(' ');
      const source = row.endsWith('new') ? fresh : old;
      const [extra, box] = last.split(':');
      const pick = (text: string | undefined): number => source[nibble(text)] ?? 0;
      const sum = s(5, pick(a)) ^ s(6, pick(b)) ^ s(7, pick(c)) ^ s(8, pick(d));
      const fifth = s(Number(box), old[nibble(extra)] ?? 0);
      output.setInt32(i * 4, input.getInt32(nibble(word) * 4) ^ sum ^ fifth);
    });
    (subkeys[half % 4] ?? []).forEach((row, i) => {
      const pick = (at: number): number => next[nibble(row[at])] ?? 0;
      const sum = s(5, pick(0)) ^ s(6, pick(1)) ^ s(7, pick(2)) ^ s(8, pick(3));
      words.push((sum ^ s(5 + i, pick(4))) >>> 0);
    });
    octets = next;
  }
  return Uint32Array.from(words);
}

const rotl = (x: number, n: number): number => (x << n) | (x >>> ((32 - n) & 31));

/** `key` of 5 to 16 octets; up to ten of them make 12 rounds instead of 16. */
export function cast5(key: Uint8Array): BlockCipher {
  const table = boxes();
  const words = schedule(key, table);
  const rounds = key.length <= 10 ? 12 : 16;
  const s = (box: number, index: number): number => table[box * 256 + (index & 0xff)] ?? 0;
  const f = (data: number, round: number): number => {
    const mask = words[round] ?? 0;
    const turn = (words[16 + round] ?? 0) & 31;
    const kind = round % 3;
    const mixed = kind === 0 ? (mask + data) | 0 : kind === 1 ? mask ^ data : (mask - data) | 0;
    const i = rotl(mixed, turn);
    const [a, b, c, d] = [s(0, i >>> 24), s(1, i >>> 16), s(2, i >>> 8), s(3, i)];
    if (kind === 0) return (((a ^ b) - c) | 0) + d;
    if (kind === 1) return (((a - b) | 0) + c) ^ d;
    return (((a + b) | 0) ^ c) - d;
  };
  const run = (block: Uint8Array, order: (i: number) => number): Uint8Array => {
    const view = new DataView(block.buffer, block.byteOffset, 8);
    let [left, right] = [view.getInt32(0), view.getInt32(4)];
    for (let i = 0; i < rounds; i++) [left, right] = [right, left ^ f(right, order(i))];
    const out = new DataView(new ArrayBuffer(8));
    out.setInt32(0, right);
    out.setInt32(4, left);
    return new Uint8Array(out.buffer);
  };
  return {
    blockBytes: 8,
    encryptBlock: (block) => run(block, (i) => i),
    decryptBlock: (block) => run(block, (i) => rounds - 1 - i),
  };
}
