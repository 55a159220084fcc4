/** ARIA (RFC 5794): in Node's OpenSSL, not in Electron's BoringSSL. */
import { bigToBytes, bytesToBig } from '../asn1/values.ts';
import type { BlockCipher } from './block.ts';

const s1 = Buffer.from(
  '637c777bf26b6fc53001672bfed7ab76ca82c97dfa5947f0add4a2af9ca472c0' +
    'b7fd9326363ff7cc34a5e5f171d8311504c723c31896059a071280e2eb27b275' +
    '09832c1a1b6e5aa0523bd6b329e32f8453d100ed20fcb15b6acbbe394a4c58cf' +
    'd0efaafb434d338545f9027f503c9fa851a3408f929d38f5bcb6da2110fff3d2' +
    'cd0c13ec5f974417c4a77e3d645d197360814fdc222a908846eeb814de5e0bdb' +
    'e0323a0a4906245cc2d3ac629195e479e7c8376d8dd54ea96c56f4ea657aae08' +
    'ba78252e1ca6b4c6e8dd741f4bbd8b8a703eb5664803f60e613557b986c11d9e' +
    'e1f8981169d98e949b1e87e9ce5528df8ca1890dbfe6426841992d0fb054bb16',
  'hex',
);
const s2 = Buffer.from(
  'e24e54fc94c24acc620d6a463c4d8bd15efa64cbb497be2bbc772e03d31959c1' +
    '1d06416b55f09969ea9c18ae63dfe7bb007366fb964c85e43a0945aa0fee10eb' +
    '2d7ff429accfad918d78c895f92fcecd087a88385c832a2847dbb8c793a41253' +
    'ff870e3136215848018e377432cae9b1b7ab0cd7c4564226079860d9b6b91140' +
    'ec208cbda0c984044923f14f501f13dcd8c09e57e3c37b653b028f3ee82592e5' +
    '15ddfd17a9bfd49a7ec53967fe769d43a7e1d0f568f21b347005a38ad57986a8' +
    '30c6514b1ea627f635d26e2416825fdae675a2ef2cb21c9f5d6f800a72449b6c' +
    '900b5b337d5a52f361a1f7b0d63f7c6ded14e0a53d22b3f889de711aafbab581',
  'hex',
);

const inverse = (box: Uint8Array): Uint8Array => {
  const out = new Uint8Array(256);
  box.forEach((value, index) => {
    out[value] = index;
  });
  return out;
};
const odd = [s1, s2, inverse(s1), inverse(s2)];
const even = [...odd.slice(2), ...odd.slice(0, 2)];

/** The octets that each octet of the diffusion layer sums (2.4.3), as hexadecimal digits. */
const diffusion = [
  '34689de',
  '25789cf',
  '146abcf',
  '057abde',
  '0258bef',
  '1349aef',
  '0279acd',
  '1368bcd',
  '0147adf',
  '0156bce',
  '23568df',
  '23479ce',
  '12679bc',
  '03678ad',
  '03459be',
  '12458af',
].map((row) => [...row].map((digit) => Number.parseInt(digit, 16)));

const constants = [
  0x517cc1b727220a94fe13abe8fa9a6ee0n,
  0x6db14acc9e21c820ff28b1d5ef5de2b0n,
  0xdb92371d2126e9700324977504e8c90en,
];

const substitute = (x: Uint8Array, boxes: readonly Uint8Array[]): Uint8Array =>
  x.map((byte, i) => boxes[i % 4]?.[byte] ?? 0);
const diffuse = (x: Uint8Array): Uint8Array =>
  Uint8Array.from(diffusion, (row) => row.reduce((sum, i) => sum ^ (x[i] ?? 0), 0));
const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ (b[i] ?? 0));
const round = (x: Uint8Array, key: Uint8Array, boxes: readonly Uint8Array[]): Uint8Array =>
  diffuse(substitute(xor(x, key), boxes));

function roundKeys(key: Uint8Array): Uint8Array[] {
  const extra = (key.length - 16) / 8;
  const constant = (i: number): Uint8Array => bigToBytes(constants[(extra + i) % 3] ?? 0n, 16);
  const left = Uint8Array.from(key.subarray(0, 16));
  const right = new Uint8Array(16);
  right.set(key.subarray(16));
  const w1 = xor(round(left, constant(0), odd), right);
  const w2 = xor(round(w1, constant(1), even), left);
  const w3 = xor(round(w2, constant(2), odd), w1);
  const words = [left, w1, w2, w3].map(bytesToBig);
  const mask = (1n << 128n) - 1n;
  const turned = (i: number, by: bigint): bigint => {
    const word = words[i % 4] ?? 0n;
    return (word >> by) | ((word << (128n - by)) & mask);
  };
  // To the right by 19 and 31, to the left by 61, 31 and 19.
  const keys = [19n, 31n, 67n, 97n, 109n].flatMap((by) =>
    words.map((word, i) => bigToBytes(word ^ turned(i + 1, by), 16)),
  );
  return keys.slice(0, 13 + extra * 2);
}

function crypt(block: Uint8Array, keys: readonly Uint8Array[]): Uint8Array {
  const rounds = keys.length - 1;
  const key = (i: number): Uint8Array => keys[i] ?? new Uint8Array(16);
  let x = block;
  for (let i = 0; i < rounds - 1; i++) x = round(x, key(i), i % 2 === 0 ? odd : even);
  return xor(substitute(xor(x, key(rounds - 1)), even), key(rounds));
}

/** `key` of 16, 24 or 32 octets. */
export function aria(key: Uint8Array): BlockCipher {
  const forward = roundKeys(key);
  const last = forward.length - 1;
  const backward = forward.map((_, i) => {
    const word = forward[last - i] ?? new Uint8Array(16);
    return i === 0 || i === last ? word : diffuse(word);
  });
  return {
    blockBytes: 16,
    encryptBlock: (block) => crypt(block, forward),
    decryptBlock: (block) => crypt(block, backward),
  };
}
