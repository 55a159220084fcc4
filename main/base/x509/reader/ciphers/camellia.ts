/** Camellia (RFC 3713): in Node's OpenSSL, not in Electron's BoringSSL. */
import { bigToBytes, bytesToBig } from '../asn1/values.ts';
import type { BlockCipher } from './block.ts';

const sbox1 = Buffer.from(
  '70822cecb327c0e5e4855735ea0cae4123ef6b934519a521ed0e4f4e1d6592bd' +
    '86b8af8f7ceb1fce3e30dc5f5ec50b1aa6e139cad5475d3dd9015ad651566c4d' +
    '8b0d9a66fbccb02d74122b20f0b18499df4ccbc2347e76056db7a931d11704d7' +
    '14583a61de1b111c320f9c165318f222fe44cfb2c3b57a912408e8a860fc6950' +
    'aad0a07da1896297545b1e95e0ff64d210c40048a3f775db8a03e6da093fdd94' +
    '875c8302cd4a90337367f6f39d7fbfe2529bd826c837c63b81966f4b13be632e' +
    'e979a78c9f6ebc8e29f5f9b62ffdb4597898066ae74671bad425ab4288a28dfa' +
    '7207b955f8eeac0a36492a683c38f1a44028d37bbbc943c115e3adf477c7809e',
  'hex',
);

const sigma = [
  0xa09e667f3bcc908bn,
  0xb67ae8584caa73b2n,
  0xc6ef372fe94f82ben,
  0x54ff53a5f1d36f1cn,
  0x10e527fade682d1dn,
  0xb05688c2b3e6c1fdn,
];

const mask32 = 0xffffffffn;
const mask64 = (1n << 64n) - 1n;
const mask128 = (1n << 128n) - 1n;
const s = (x: number): number => sbox1[x & 0xff] ?? 0;
const rotl8 = (x: number, n: number): number => ((x << n) | (x >> (8 - n))) & 0xff;
const substitutions = [
  (x: number) => s(x),
  (x: number) => rotl8(s(x), 1),
  (x: number) => rotl8(s(x), 7),
  (x: number) => s(rotl8(x, 1)),
];
/** The S-box of each octet (2.4.1), and the rows of the P function. */
const order = [0, 1, 2, 3, 1, 2, 3, 0];
const rows = [
  [0, 2, 3, 5, 6, 7],
  [0, 1, 3, 4, 6, 7],
  [0, 1, 2, 4, 5, 7],
  [1, 2, 3, 4, 5, 6],
  [0, 1, 5, 6, 7],
  [1, 2, 4, 6, 7],
  [2, 3, 4, 5, 7],
  [0, 3, 4, 5, 6],
];

function f(input: bigint, key: bigint): bigint {
  const x = bigToBytes(input ^ key, 8);
  const t = order.map((box, i) => substitutions[box]?.(x[i] ?? 0) ?? 0);
  const y = rows.map((row) => row.reduce((sum, i) => sum ^ (t[i] ?? 0), 0));
  return bytesToBig(Uint8Array.from(y));
}

const rotl32 = (x: bigint, n: bigint): bigint => ((x << n) | (x >> (32n - n))) & mask32;

function fl(input: bigint, key: bigint): bigint {
  let [x1, x2] = [input >> 32n, input & mask32];
  x2 ^= rotl32(x1 & (key >> 32n), 1n);
  x1 ^= x2 | (key & mask32);
  return (x1 << 32n) | x2;
}

function flInverse(input: bigint, key: bigint): bigint {
  let [y1, y2] = [input >> 32n, input & mask32];
  y1 ^= y2 | (key & mask32);
  y2 ^= rotl32(y1 & (key >> 32n), 1n);
  return (y1 << 32n) | y2;
}

interface Schedule {
  readonly whitening: readonly [bigint, bigint, bigint, bigint];
  readonly rounds: readonly bigint[];
  readonly layers: readonly bigint[];
}

function scheduleOf(key: Uint8Array): Schedule {
  const kl = bytesToBig(key.subarray(0, 16));
  let kr = 0n;
  if (key.length === 32) kr = bytesToBig(key.subarray(16));
  if (key.length === 24) {
    const right = bytesToBig(key.subarray(16));
    kr = (right << 64n) | (~right & mask64);
  }
  const twoRounds = (state: bigint, first: bigint, second: bigint): bigint => {
    let [d1, d2] = [state >> 64n, state & mask64];
    d2 ^= f(d1, first);
    d1 ^= f(d2, second);
    return (d1 << 64n) | d2;
  };
  const [s1 = 0n, s2 = 0n, s3 = 0n, s4 = 0n, s5 = 0n, s6 = 0n] = sigma;
  const ka = twoRounds(twoRounds(kl ^ kr, s1, s2) ^ kl, s3, s4);
  const kb = twoRounds(ka ^ kr, s5, s6);
  const turn = (value: bigint, n: number): [bigint, bigint] => {
    const turned = ((value << BigInt(n)) | (value >> BigInt(128 - n))) & mask128;
    return [turned >> 64n, turned & mask64];
  };
  if (key.length === 16) {
    return {
      whitening: [...turn(kl, 0), ...turn(ka, 111)],
      rounds: [
        ...turn(ka, 0),
        ...turn(kl, 15),
        ...turn(ka, 15),
        ...turn(kl, 45),
        turn(ka, 45)[0],
        turn(kl, 60)[1],
        ...turn(ka, 60),
        ...turn(kl, 94),
        ...turn(ka, 94),
        ...turn(kl, 111),
      ],
      layers: [...turn(ka, 30), ...turn(kl, 77)],
    };
  }
  return {
    whitening: [...turn(kl, 0), ...turn(kb, 111)],
    rounds: [
      ...turn(kb, 0),
      ...turn(kr, 15),
      ...turn(ka, 15),
      ...turn(kb, 30),
      ...turn(kl, 45),
      ...turn(ka, 45),
      ...turn(kr, 60),
      ...turn(kb, 60),
      ...turn(kl, 77),
      ...turn(kr, 94),
      ...turn(ka, 94),
      ...turn(kl, 111),
    ],
    layers: [...turn(kr, 30), ...turn(kl, 60), ...turn(ka, 77)],
  };
}

function reversed({ whitening: [w1, w2, w3, w4], rounds, layers }: Schedule): Schedule {
  return {
    whitening: [w3, w4, w1, w2],
    rounds: [...rounds].reverse(),
    layers: [...layers].reverse(),
  };
}

function crypt(block: Uint8Array, { whitening, rounds, layers }: Schedule): Uint8Array {
  let d1 = bytesToBig(block.subarray(0, 8)) ^ whitening[0];
  let d2 = bytesToBig(block.subarray(8, 16)) ^ whitening[1];
  rounds.forEach((key, i) => {
    if (i > 0 && i % 6 === 0) {
      const layer = (i / 6 - 1) * 2;
      d1 = fl(d1, layers[layer] ?? 0n);
      d2 = flInverse(d2, layers[layer + 1] ?? 0n);
    }
    if (i % 2 === 0) d2 ^= f(d1, key);
    else d1 ^= f(d2, key);
  });
  return bigToBytes(((d2 ^ whitening[2]) << 64n) | (d1 ^ whitening[3]), 16);
}

/** `key` of 16, 24 or 32 octets. */
export function camellia(key: Uint8Array): BlockCipher {
  const forward = scheduleOf(key);
  const backward = reversed(forward);
  return {
    blockBytes: 16,
    encryptBlock: (block) => crypt(block, forward),
    decryptBlock: (block) => crypt(block, backward),
  };
}
