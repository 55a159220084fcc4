import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  bmpString,
  context,
  contextPrimitive,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  setOf,
} from '../reader/asn1/der.ts';
import { deriveTogether } from '../reader/derivation/iterate.ts';
import { purpose } from '../reader/derivation/pkcs12-kdf.ts';
import { hashes } from '../reader/hashes/registry.ts';
import { bmpPassphrase } from '../reader/pkcs12/passphrase.ts';
import { defaultIterations, encrypt, encryptPrivateKey, type WriterEncryption } from './encrypt.ts';

/** The MacData of RFC 7292; `none` leaves it out. */
export type Pkcs12Mac = 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'none';

export interface Pkcs12Contents {
  /** PrivateKeyInfo, DER. */
  readonly keyPkcs8: Uint8Array;
  /** DER; the key's own certificate first, then the chain. */
  readonly certificates: readonly Uint8Array[];
  /** Name of the key and its certificate. */
  readonly friendlyName?: string;
  readonly password: string;
  /** Default PBES2 with AES-256-CBC and PBKDF2-HMAC-SHA-256; null leaves the bags unencrypted. */
  readonly encryption?: WriterEncryption | null;
  /** Default SHA-256. */
  readonly mac?: Pkcs12Mac;
  /** For encryption and MAC, unless `encryption` has its own; default 600,000. */
  readonly iterations?: number;
}

const ids = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
} as const;

const macOids = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

const dataContent = (bytes: Uint8Array): Uint8Array =>
  sequence(oid(ids.data), context(0, octetString(bytes)));

function attributesOf(localKeyId: Uint8Array, friendlyName: string | undefined): Uint8Array {
  const id = sequence(oid(ids.localKeyId), setOf(octetString(localKeyId)));
  if (friendlyName === undefined || friendlyName === '') return setOf(id);
  return setOf(id, sequence(oid(ids.friendlyName), setOf(bmpString(friendlyName))));
}

async function macData(
  content: Uint8Array,
  password: string,
  hash: Exclude<Pkcs12Mac, 'none'>,
  iterations: number,
): Promise<Uint8Array> {
  const salt = randomBytes(16);
  const [key = new Uint8Array()] = await deriveTogether(
    [
      {
        kind: 'pkcs12',
        hash: hashes[hash],
        purpose: purpose.mac,
        password: bmpPassphrase(password),
        salt,
        iterations,
        length: hashes[hash].digestBytes,
      },
    ],
    { afterSlice: async () => undefined },
  );
  const digest = createHmac(hash, key).update(content).digest();
  key.fill(0);
  const digestInfo = sequence(sequence(oid(macOids[hash]), nullValue()), octetString(digest));
  return sequence(digestInfo, octetString(salt), integer(iterations));
}

/** Writes a PFX (RFC 7292) for OpenSSL 1.1 and later, Windows 10, macOS 12, Java 8u301 and browsers. */
export async function writePkcs12(contents: Pkcs12Contents): Promise<Uint8Array> {
  const { keyPkcs8, certificates, friendlyName, password, mac = 'sha256' } = contents;
  const iterations = contents.iterations ?? defaultIterations;
  const encryption = contents.encryption === null ? null : { iterations, ...contents.encryption };
  const leaf = certificates[0] ?? new Uint8Array();
  const attributes = attributesOf(createHash('sha1').update(leaf).digest(), friendlyName);

  const certBags = certificates.map((der, index) =>
    sequence(
      oid(ids.certBag),
      context(0, sequence(oid(ids.x509), context(0, octetString(der)))),
      ...(index === 0 ? [attributes] : []),
    ),
  );
  const parts: Uint8Array[] = [];
  if (encryption === null) {
    const keyBag = sequence(oid(ids.keyBag), context(0, keyPkcs8), attributes);
    parts.push(dataContent(sequence(...certBags)), dataContent(sequence(keyBag)));
  } else {
    const shrouded = await encryptPrivateKey(keyPkcs8, password, encryption);
    const keyBag = sequence(oid(ids.shroudedKeyBag), context(0, shrouded), attributes);
    const { algorithm, ciphertext } = await encrypt(sequence(...certBags), password, encryption);
    const encryptedContent = sequence(oid(ids.data), algorithm, contextPrimitive(0, ciphertext));
    const encryptedData = sequence(integer(0), encryptedContent);
    parts.push(
      sequence(oid(ids.encryptedData), context(0, encryptedData)),
      dataContent(sequence(keyBag)),
    );
  }
  const content = sequence(...parts);
  return sequence(
    integer(3),
    dataContent(content),
    ...(mac === 'none' ? [] : [await macData(content, password, mac, iterations)]),
  );
}
