import { createCipheriv, createDecipheriv } from 'node:crypto';

/** A block cipher with its key schedule done. Blocks go in and come out as new arrays. */
export interface BlockCipher {
  readonly blockBytes: number;
  encryptBlock(block: Uint8Array): Uint8Array;
  decryptBlock(block: Uint8Array): Uint8Array;
}

/** Returns a cipher of 16 octets that decrypts like it encrypts, with its round keys reversed. */
export function byRounds<K>(
  keys: readonly K[],
  crypt: (block: Uint8Array, keys: readonly K[]) => Uint8Array,
): BlockCipher {
  const backward = [...keys].reverse();
  return {
    blockBytes: 16,
    encryptBlock: (block) => crypt(block, keys),
    decryptBlock: (block) => crypt(block, backward),
  };
}

export type BlockMode = 'ecb' | 'cbc' | 'cfb' | 'ofb';

function xorInto(target: Uint8Array, mask: Uint8Array): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) ^ (mask[i] ?? 0);
}

/** Decrypts without checking the padding; the caller has checked the length (ECB and CBC: whole blocks). */
export function decryptMode(
  cipher: BlockCipher,
  mode: BlockMode,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array {
  const size = cipher.blockBytes;
  const out = Uint8Array.from(data);
  let chain = iv;
  for (let at = 0; at < data.length; at += size) {
    const target = out.subarray(at, at + size);
    const source = data.subarray(at, at + size);
    if (mode === 'ecb' || mode === 'cbc') {
      target.set(cipher.decryptBlock(source));
      if (mode === 'cbc') xorInto(target, chain);
      chain = source;
    } else {
      const stream = cipher.encryptBlock(chain);
      xorInto(target, stream);
      chain = mode === 'cfb' ? source : stream;
    }
  }
  return out;
}

/** Turns a runtime's ECB cipher into a block cipher, to build modes that the runtime lacks. */
export function nativeBlock(name: string, key: Uint8Array, blockBytes: number): BlockCipher {
  const encryptor = createCipheriv(name, key, null).setAutoPadding(false);
  const decryptor = createDecipheriv(name, key, null).setAutoPadding(false);
  return {
    blockBytes,
    encryptBlock: (block) => encryptor.update(Buffer.concat([block], blockBytes)),
    decryptBlock: (block) => decryptor.update(Buffer.concat([block], blockBytes)),
  };
}
