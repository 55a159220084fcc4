/** SM4 (GB/T 32907): in Node's OpenSSL, not in Electron's BoringSSL. */
import { type BlockCipher, byRounds } from './block.ts';

const sbox = Buffer.from(
  'd690e9fecce13db716b614c228fb2c052b679a762abe04c3aa44132649860699' +
    '9c4250f491ef987a33540b43edcfac62e4b31ca9c908e89580df94fa758f3fa6' +
    '4707a7fcf37317ba83593c19e6854fa8686b81b27164da8bf8eb0f4b70569d35' +
    '1e240e5e6358d1a225227c3b01217887d40046579fd327524c3602e7a0c4c89e' +
    'eabf8ad240c738b5a3f7f2cef96115a1e0ae5da49b341a55ad933230f58cb1e3' +
    '1df6e22e8266ca60c02923ab0d534e6fd5db3745defd8e2f03ff6a726d6c5b51' +
    '8d1baf92bbddbc7f11d95c411f105ad80ac13188a5cd7bbd2d74d012b8e5b4b0' +
    '8969974a0c96777e65b9f109c56ec68418f07dec3adc4d2079ee5f3ed7cb3948',
  'hex',
);

const systemKey = [0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc];
const rotl = (x: number, n: number): number => (x << n) | (x >>> (32 - n));

function substitute(word: number): number {
  let out = 0;
  for (let shift = 24; shift >= 0; shift -= 8) {
    out = (out << 8) | (sbox[(word >>> shift) & 0xff] ?? 0);
  }
  return out;
}

function roundKeys(key: Uint8Array): number[] {
  const view = new DataView(key.buffer, key.byteOffset, 16);
  const k = systemKey.map((word, i) => word ^ view.getInt32(i * 4));
  for (let i = 0; i < 32; i++) {
    let constant = 0;
    for (let j = 0; j < 4; j++) constant = (constant << 8) | (((4 * i + j) * 7) & 0xff);
    const b = substitute((k[i + 1] ?? 0) ^ (k[i + 2] ?? 0) ^ (k[i + 3] ?? 0) ^ constant);
    k.push((k[i] ?? 0) ^ b ^ rotl(b, 13) ^ rotl(b, 23));
  }
  return k.slice(4);
}

function crypt(block: Uint8Array, keys: readonly number[]): Uint8Array {
  const view = new DataView(block.buffer, block.byteOffset, 16);
  let [a, b, c, d] = [view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12)];
  for (const key of keys) {
    const t = substitute(b ^ c ^ d ^ key);
    const next = a ^ t ^ rotl(t, 2) ^ rotl(t, 10) ^ rotl(t, 18) ^ rotl(t, 24);
    [a, b, c, d] = [b, c, d, next];
  }
  const out = new DataView(new ArrayBuffer(16));
  [d, c, b, a].forEach((word, i) => {
    out.setInt32(i * 4, word);
  });
  return new Uint8Array(out.buffer);
}

/** `key` of 16 octets. */
export function sm4(key: Uint8Array): BlockCipher {
  return byRounds(roundKeys(key), crypt);
}
