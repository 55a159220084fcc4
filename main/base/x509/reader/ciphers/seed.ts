/** SEED (RFC 4269): certificates of the Korean public key infrastructure. */
import { type BlockCipher, byRounds } from './block.ts';

const s1 = Buffer.from(
  'a985d6d3541dac255d43181e51fcca632844209de0e2c817a58f037bbb13d2ee' +
    '708c3fa832ddf674ec950b575c5bbd01241c739810ccf2d92ce772839bd186c9' +
    '6050a3eb0db69e4fb75ac678a612afd561c3b441527d8d081f9900190453f7e1' +
    'fd762f27b08b0eaba26e934d697c090abfeff3c58714fe64de2e4b1a06216b66' +
    '02f5928a0cb37ed07a4796e52680addfa13037ae36152238f4a7454c81e98497' +
    '35cbce3c7111c78975fbdaf8945982c4ff493967c0cfd7b80f8e4223916cdba4' +
    '34f148c26f3d2d40be3ebcc1aaba4e553bdc687f9cd84a5677a0ed46b52b65fa' +
    'e3b9b19f5ef9e6b231ea6d5fe4f0cd88163a58d462290733e81b0579906a2a9a',
  'hex',
);
const s2 = Buffer.from(
  '38e82da6cfdeb3b8af6055c7446f6b5bc36233b529a0e2a7d39111061cbc364b' +
    'ef886ca817c416f4c245e1d63f3d8e98284ef63ea5f90ddfd82b667a272ff172' +
    '42d441c07367ac8bf7ad801fca2caa34d20beee95d9418f857ae08c513cd86b9' +
    'ff7dc131f58a6ab1d120d7022204687107db9d9961bee659dd5190dc9aa3abd0' +
    '810f471ae3ec8dbf967b5ca2a163234dc89e9c3a0c2eba6e9f5af292f34978cc' +
    '15fb70757f351003646dc674d5b4ea097619fe4012e0bd05fa01f02a5ea95643' +
    '8514899bb0e5487997fc1e82218c1b5f7754b21d254f0046ed5852eb7edac9fd' +
    '3095653cb6e4bb7c0e5039263284699337e724a4cb530a87d94c838fce3b4ab7',
  'hex',
);

const masks = [0xfc, 0xf3, 0xcf, 0x3f];
const rotl = (x: number, n: number): number => (x << n) | (x >>> (32 - n));

function g(x: number): number {
  const y = [0, 1, 2, 3].map((i) => (i % 2 === 0 ? s1 : s2)[(x >>> (8 * i)) & 0xff] ?? 0);
  let out = 0;
  for (let i = 0; i < 4; i++) {
    let z = 0;
    for (let j = 0; j < 4; j++) z ^= (y[j] ?? 0) & (masks[(i + j) % 4] ?? 0);
    out |= z << (8 * i);
  }
  return out;
}

type Pair = readonly [number, number];

function roundKeys(key: Uint8Array): Pair[] {
  const view = new DataView(key.buffer, key.byteOffset, 16);
  let [a, b, c, d] = [view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12)];
  return Array.from({ length: 16 }, (_, i) => {
    const constant = i === 0 ? 0x9e3779b9 : rotl(0x9e3779b9, i);
    const pair: Pair = [g((a + c - constant) | 0), g((b - d + constant) | 0)];
    if (i % 2 === 0) [a, b] = [(a >>> 8) | (b << 24), (b >>> 8) | (a << 24)];
    else [c, d] = [(c << 8) | (d >>> 24), (d << 8) | (c >>> 24)];
    return pair;
  });
}

function crypt(block: Uint8Array, keys: readonly Pair[]): Uint8Array {
  const view = new DataView(block.buffer, block.byteOffset, 16);
  let left: Pair = [view.getInt32(0), view.getInt32(4)];
  let right: Pair = [view.getInt32(8), view.getInt32(12)];
  for (const [k0, k1] of keys) {
    const t0 = right[0] ^ k0;
    const t1 = g(t0 ^ right[1] ^ k1);
    const t2 = g((t0 + t1) | 0);
    const t3 = g((t1 + t2) | 0);
    [left, right] = [right, [left[0] ^ ((t2 + t3) | 0), left[1] ^ t3]];
  }
  const out = new DataView(new ArrayBuffer(16));
  [...right, ...left].forEach((word, i) => {
    out.setInt32(i * 4, word);
  });
  return new Uint8Array(out.buffer);
}

/** `key` of 16 octets. */
export function seed(key: Uint8Array): BlockCipher {
  return byRounds(roundKeys(key), crypt);
}
