/** BLAKE2b-512 and BLAKE2s-256 without key (RFC 7693): MAC digests that OpenSSL writes on request. */
import { squareRoots } from './constants.ts';

const sigma = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

interface Variant {
  readonly bits: bigint;
  readonly rounds: number;
  readonly rotations: readonly [bigint, bigint, bigint, bigint];
}

function blake2(message: Uint8Array, { bits, rounds, rotations }: Variant): Uint8Array {
  const mask = (1n << bits) - 1n;
  const wordBytes = Number(bits) / 8;
  const block = wordBytes * 16;
  const digestBytes = wordBytes * 8;
  const initial = squareRoots(8).map((word) => word >> (64n - bits));
  const rotr = (x: bigint, n: bigint): bigint => (x >> n) | ((x << (bits - n)) & mask);
  const state = [...initial];
  state[0] = (state[0] ?? 0n) ^ 0x01010000n ^ BigInt(digestBytes);

  const blocks = Math.max(1, Math.ceil(message.length / block));
  const padded = Buffer.alloc(blocks * block);
  padded.set(message);
  for (let at = 0; at < padded.length; at += block) {
    const last = at + block === padded.length;
    const words = Array.from({ length: 16 }, (_, i) => {
      const word = padded.subarray(at + i * wordBytes, at + (i + 1) * wordBytes);
      return wordBytes === 8 ? word.readBigUInt64LE() : BigInt(word.readUInt32LE());
    });
    const v = [...state, ...initial];
    v[12] = (v[12] ?? 0n) ^ BigInt(last ? message.length : at + block);
    if (last) v[14] = (v[14] ?? 0n) ^ mask;
    const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
      let [va = 0n, vb = 0n, vc = 0n, vd = 0n] = [v[a], v[b], v[c], v[d]];
      va = (va + vb + x) & mask;
      vd = rotr(vd ^ va, rotations[0]);
      vc = (vc + vd) & mask;
      vb = rotr(vb ^ vc, rotations[1]);
      va = (va + vb + y) & mask;
      vd = rotr(vd ^ va, rotations[2]);
      vc = (vc + vd) & mask;
      vb = rotr(vb ^ vc, rotations[3]);
      v[a] = va;
      v[b] = vb;
      v[c] = vc;
      v[d] = vd;
    };
    for (let round = 0; round < rounds; round++) {
      const order = sigma[round % 10] ?? [];
      const word = (i: number): bigint => words[order[i] ?? 0] ?? 0n;
      for (let i = 0; i < 4; i++) mix(i, i + 4, i + 8, i + 12, word(2 * i), word(2 * i + 1));
      for (let i = 0; i < 4; i++) {
        mix(
          i,
          4 + ((i + 1) % 4),
          8 + ((i + 2) % 4),
          12 + ((i + 3) % 4),
          word(8 + 2 * i),
          word(9 + 2 * i),
        );
      }
    }
    for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0n) ^ (v[i] ?? 0n) ^ (v[i + 8] ?? 0n);
  }
  const out = Buffer.alloc(digestBytes);
  state.forEach((word, i) => {
    if (wordBytes === 8) out.writeBigUInt64LE(word, i * 8);
    else out.writeUInt32LE(Number(word), i * 4);
  });
  return out;
}

export const blake2b = (message: Uint8Array): Uint8Array =>
  blake2(message, { bits: 64n, rounds: 12, rotations: [32n, 24n, 16n, 63n] });

export const blake2s = (message: Uint8Array): Uint8Array =>
  blake2(message, { bits: 32n, rounds: 10, rotations: [16n, 12n, 8n, 7n] });
