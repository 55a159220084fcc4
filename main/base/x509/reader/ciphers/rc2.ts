/** RC2 (RFC 2268). Windows and old OpenSSL encrypt certificates with 40 bits of it. */
import type { BlockCipher } from './block.ts';

const piTable = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32' +
    'bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a' +
    '961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e' +
    'c5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
);

const pi = (index: number): number => piTable[index & 0xff] ?? 0;

function expandKey(key: Uint8Array, effectiveBits: number): Uint16Array {
  const bytes = new Uint8Array(128);
  bytes.set(key.subarray(0, 128));
  const length = Math.min(key.length, 128);
  for (let i = length; i < 128; i++) {
    bytes[i] = pi((bytes[i - 1] ?? 0) + (bytes[i - length] ?? 0));
  }
  const octets = Math.ceil(effectiveBits / 8);
  const mask = 0xff >> (8 * octets - effectiveBits);
  bytes[128 - octets] = pi((bytes[128 - octets] ?? 0) & mask);
  for (let i = 127 - octets; i >= 0; i--) {
    bytes[i] = pi((bytes[i + 1] ?? 0) ^ (bytes[i + octets] ?? 0));
  }
  const words = Uint16Array.from(
    { length: 64 },
    (_, i) => (bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8),
  );
  bytes.fill(0);
  return words;
}

const shifts = [1, 2, 3, 5];

/** `key` of 1 to 128 octets, of which `effectiveBits` (1 to 1024) count. */
export function rc2(key: Uint8Array, effectiveBits: number): BlockCipher {
  const words = expandKey(key, effectiveBits);
  const k = (i: number): number => words[i & 63] ?? 0;

  const run = (block: Uint8Array, rounds: (r: Uint16Array) => void): Uint8Array => {
    const r = Uint16Array.from(
      { length: 4 },
      (_, i) => (block[2 * i] ?? 0) | ((block[2 * i + 1] ?? 0) << 8),
    );
    rounds(r);
    return Uint8Array.from({ length: 8 }, (_, i) => ((r[i >> 1] ?? 0) >> (8 * (i & 1))) & 0xff);
  };
  const at = (r: Uint16Array, i: number): number => r[(i + 4) & 3] ?? 0;
  const mixed = (r: Uint16Array, i: number): number =>
    (at(r, i - 1) & at(r, i - 2)) + (~at(r, i - 1) & at(r, i - 3));

  return {
    blockBytes: 8,
    encryptBlock: (block) =>
      run(block, (r) => {
        for (let round = 0; round < 16; round++) {
          for (let i = 0; i < 4; i++) {
            const sum = (at(r, i) + k(4 * round + i) + mixed(r, i)) & 0xffff;
            const s = shifts[i] ?? 0;
            r[i] = (sum << s) | (sum >> (16 - s));
          }
          if (round === 4 || round === 10) {
            for (let i = 0; i < 4; i++) r[i] = at(r, i) + k(at(r, i - 1));
          }
        }
      }),
    decryptBlock: (block) =>
      run(block, (r) => {
        for (let round = 15; round >= 0; round--) {
          if (round === 4 || round === 10) {
            for (let i = 3; i >= 0; i--) r[i] = at(r, i) - k(at(r, i - 1));
          }
          for (let i = 3; i >= 0; i--) {
            const s = shifts[i] ?? 0;
            const turned = (at(r, i) >> s) | (at(r, i) << (16 - s));
            r[i] = turned - k(4 * round + i) - mixed(r, i);
          }
        }
      }),
  };
}
