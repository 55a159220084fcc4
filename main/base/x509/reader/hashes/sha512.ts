/** SHA-512 with other initial values (FIPS 180-4, 5.3.6): BoringSSL lacks SHA-512/224. */
import { cubeRoots, squareRoots } from './constants.ts';

const mask = (1n << 64n) - 1n;
const rotr = (x: bigint, n: bigint): bigint => (x >> n) | ((x << (64n - n)) & mask);

function sha512Words(message: Uint8Array, initial: readonly bigint[], k: readonly bigint[]) {
  const padded = new Uint8Array((((message.length + 16) >> 7) + 1) * 128);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  let state = [...initial];
  for (let at = 0; at < padded.length; at += 128) {
    const w: bigint[] = [];
    for (let i = 0; i < 80; i++) {
      if (i < 16) {
        w.push(view.getBigUint64(at + i * 8));
        continue;
      }
      const [w2 = 0n, w7 = 0n, w15 = 0n, w16 = 0n] = [w[i - 2], w[i - 7], w[i - 15], w[i - 16]];
      const s0 = rotr(w15, 1n) ^ rotr(w15, 8n) ^ (w15 >> 7n);
      const s1 = rotr(w2, 19n) ^ rotr(w2, 61n) ^ (w2 >> 6n);
      w.push((w16 + s0 + w7 + s1) & mask);
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    for (let i = 0; i < 80; i++) {
      const s1 = rotr(e, 14n) ^ rotr(e, 18n) ^ rotr(e, 41n);
      const t1 = h + s1 + ((e & f) ^ (~e & mask & g)) + (k[i] ?? 0n) + (w[i] ?? 0n);
      const s0 = rotr(a, 28n) ^ rotr(a, 34n) ^ rotr(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask, c, b, a, (t1 + t2) & mask];
    }
    state = [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0n)) & mask);
  }
  return state;
}

/** Computed on first use: that takes longer than hashing a page of text. */
let roundConstants: readonly bigint[] | null = null;
const initials = new Map<224 | 256, readonly bigint[]>();

function rounds(): readonly bigint[] {
  roundConstants ??= cubeRoots(80);
  return roundConstants;
}

/** The initial values of SHA-512/t: SHA-512 of its own name with changed initial values. */
export function sha512TruncatedInitial(bits: 224 | 256): readonly bigint[] {
  const known = initials.get(bits);
  if (known !== undefined) return known;
  const start = squareRoots(8).map((word) => word ^ 0xa5a5a5a5a5a5a5a5n);
  const initial = sha512Words(Buffer.from(`SHA-512/${bits}`), start, rounds());
  initials.set(bits, initial);
  return initial;
}

export function sha512Truncated(message: Uint8Array, bits: 224 | 256): Uint8Array {
  const words = sha512Words(message, sha512TruncatedInitial(bits), rounds());
  const out = new DataView(new ArrayBuffer(64));
  words.forEach((word, i) => {
    out.setBigUint64(i * 8, word);
  });
  return new Uint8Array(out.buffer).slice(0, bits / 8);
}
