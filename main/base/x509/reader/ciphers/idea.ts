/** IDEA (Lai and Massey, 1991); `openssl pkcs12` still writes it with the legacy provider. */
import { bigToBytes, bytesToBig } from '../asn1/values.ts';
import type { BlockCipher } from './block.ts';

const modulus = 0x10001;

function multiply(a: number, b: number): number {
  return (((a === 0 ? 0x10000 : a) * (b === 0 ? 0x10000 : b)) % modulus) & 0xffff;
}

function inverse(x: number): number {
  let result = 1n;
  const base = BigInt(x === 0 ? 0x10000 : x);
  // Fermat: x^(p-2) for the prime 2^16 + 1.
  for (let bit = 15; bit >= 0; bit--) {
    result = (result * result) % 0x10001n;
    if ((0xffff >> bit) & 1) result = (result * base) % 0x10001n;
  }
  return Number(result) & 0xffff;
}

function encryptionKeys(key: Uint8Array): number[] {
  const keys: number[] = [];
  let state = bytesToBig(key);
  while (keys.length < 52) {
    const bytes = bigToBytes(state, 16);
    for (let i = 0; i < 8 && keys.length < 52; i++) {
      keys.push(((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
    }
    state = ((state << 25n) | (state >> 103n)) & ((1n << 128n) - 1n);
  }
  return keys;
}

function decryptionKeys(keys: readonly number[]): number[] {
  const z = (i: number): number => keys[i] ?? 0;
  const minus = (x: number): number => -x & 0xffff;
  const out: number[] = [];
  for (let round = 0; round < 9; round++) {
    const base = 48 - 6 * round;
    const [second, third] = round === 0 || round === 8 ? [1, 2] : [2, 1];
    out.push(
      inverse(z(base)),
      minus(z(base + second)),
      minus(z(base + third)),
      inverse(z(base + 3)),
    );
    if (round < 8) out.push(z(base - 2), z(base - 1));
  }
  return out;
}

function crypt(block: Uint8Array, keys: readonly number[]): Uint8Array {
  const k = (i: number): number => keys[i] ?? 0;
  const view = new DataView(block.buffer, block.byteOffset, 8);
  let [a, b, c, d] = [view.getUint16(0), view.getUint16(2), view.getUint16(4), view.getUint16(6)];
  for (let round = 0; round < 8; round++) {
    const base = round * 6;
    a = multiply(a, k(base));
    b = (b + k(base + 1)) & 0xffff;
    c = (c + k(base + 2)) & 0xffff;
    d = multiply(d, k(base + 3));
    const left = multiply(a ^ c, k(base + 4));
    const right = multiply(((b ^ d) + left) & 0xffff, k(base + 5));
    const sum = (left + right) & 0xffff;
    [a, b, c, d] = [a ^ right, c ^ right, b ^ sum, d ^ sum];
  }
  const out = new DataView(new ArrayBuffer(8));
  out.setUint16(0, multiply(a, k(48)));
  out.setUint16(2, c + k(49));
  out.setUint16(4, b + k(50));
  out.setUint16(6, multiply(d, k(51)));
  return new Uint8Array(out.buffer);
}

/** `key` of 16 octets. */
export function idea(key: Uint8Array): BlockCipher {
  const forward = encryptionKeys(key);
  const backward = decryptionKeys(forward);
  return {
    blockBytes: 8,
    encryptBlock: (block) => crypt(block, forward),
    decryptBlock: (block) => crypt(block, backward),
  };
}
