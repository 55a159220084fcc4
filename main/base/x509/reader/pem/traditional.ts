/** OpenSSL's own encryption of PEM keys: `Proc-Type: 4,ENCRYPTED` and `DEK-Info`. */
import { createHash } from 'node:crypto';
import { concat, readRoot } from '../asn1/ber.ts';
import {
  type CipherSpec,
  cipherByOid,
  decrypt,
  desCbc,
  rc2Cbc,
  tripleDes,
} from '../ciphers/schemes.ts';
import { malformed, ReaderError, unsupported } from '../failures.ts';
import type { PassphraseEncoding } from '../pkcs12/passphrase.ts';

function byName(name: string): CipherSpec | undefined {
  return Object.values(cipherByOid).find((spec) => spec.name === name);
}

const ciphers: Readonly<Record<string, readonly [CipherSpec | undefined, number]>> = {
  'AES-128-CBC': [byName('AES-128-CBC'), 16],
  'AES-192-CBC': [byName('AES-192-CBC'), 24],
  'AES-256-CBC': [byName('AES-256-CBC'), 32],
  'CAMELLIA-128-CBC': [byName('Camellia-128-CBC'), 16],
  'CAMELLIA-192-CBC': [byName('Camellia-192-CBC'), 24],
  'CAMELLIA-256-CBC': [byName('Camellia-256-CBC'), 32],
  'DES-CBC': [desCbc, 8],
  'DES-EDE3-CBC': [tripleDes, 24],
  'RC2-CBC': [rc2Cbc, 16],
  'RC2-64-CBC': [rc2Cbc, 8],
  'RC2-40-CBC': [rc2Cbc, 5],
  'BF-CBC': [byName('Blowfish-CBC'), 16],
  'IDEA-CBC': [byName('IDEA-CBC'), 16],
};

/** EVP_BytesToKey with MD5 and one iteration. */
function deriveKey(passphrase: Uint8Array, salt: Uint8Array, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let last: Uint8Array = new Uint8Array();
  for (let have = 0; have < length; have += last.length) {
    last = createHash('md5').update(last).update(passphrase).update(salt).digest();
    parts.push(last);
  }
  return concat(parts).slice(0, length);
}

export interface TraditionalCipher {
  readonly name: string;
  readonly iv: Uint8Array;
  readonly cipher: CipherSpec;
  readonly keyBytes: number;
}

export function parseDekInfo(dekInfo: string, where: string): TraditionalCipher {
  const [name = '', ivHex = ''] = dekInfo.split(',').map((part) => part.trim().toUpperCase());
  const [cipher, keyBytes = 0] = ciphers[name] ?? [];
  if (cipher === undefined) throw unsupported(name, where);
  const iv = Buffer.from(ivHex, 'hex');
  if (iv.length !== cipher.blockBytes) throw malformed(where, 'iv-length');
  return { name, iv, cipher, keyBytes };
}

/** Returns the key's DER; throws `wrong-password`. */
export function decryptTraditional(
  { cipher, iv, keyBytes }: TraditionalCipher,
  data: Uint8Array,
  encodings: readonly PassphraseEncoding[],
  where: string,
): Uint8Array {
  for (const { raw } of encodings) {
    const key = deriveKey(raw, iv.subarray(0, 8), keyBytes);
    const plain = decrypt(cipher, key, iv, data);
    key.fill(0);
    if (plain === undefined || plain[0] !== 0x30) continue;
    try {
      readRoot(plain, where, 'refuse');
      return plain;
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      // Not DER: the next encoding of the passphrase, or a wrong passphrase.
    }
  }
  const reason = (encodings[0]?.raw.length ?? 0) > 0 ? 'mismatch' : 'needed';
  throw new ReaderError('wrong-password', { reason });
}
