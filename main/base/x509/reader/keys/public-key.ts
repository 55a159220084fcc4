/** SubjectPublicKeyInfo (RFC 5280, 4.1.2.7), read without the runtime's key types. */
import { Fields, is, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { bitString, oidOf, unsignedBig } from '../asn1/values.ts';
import { algorithmName } from '../names.ts';
import { curveByOid } from './curves.ts';

export interface PublicKey {
  readonly oid: string;
  /** The key's octets, inside the BIT STRING. */
  readonly key: Uint8Array;
  readonly parameters: Tlv | undefined;
  readonly where: string;
}

export function parsePublicKey(fields: Fields): PublicKey {
  const algorithm = fields.sequence('algorithm');
  const oid = oidOf(algorithm.any('algorithm'), `${algorithm.where}.algorithm`);
  const parameters = algorithm.done ? undefined : algorithm.any('parameters');
  const key = bitString(fields.any('subjectPublicKey'), `${fields.where}.subjectPublicKey`);
  return { oid, key, parameters, where: fields.where };
}

export const keyOids = {
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  rsaOaep: '1.2.840.113549.1.1.7',
  ec: '1.2.840.10045.2.1',
  dsa: '1.2.840.10040.4.1',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
} as const;

/** Key types that the object identifier alone determines. */
export const simpleKeyTypes: Readonly<Record<string, string>> = {
  [keyOids.rsa]: 'rsa',
  [keyOids.rsaPss]: 'rsa-pss',
  [keyOids.rsaOaep]: 'rsa-oaep',
  [keyOids.dsa]: 'dsa',
  [keyOids.ed25519]: 'ed25519',
  [keyOids.ed448]: 'ed448',
  '1.3.101.110': 'x25519',
  '1.3.101.111': 'x448',
  '2.16.840.1.101.3.4.3.17': 'ml-dsa-44',
  '2.16.840.1.101.3.4.3.18': 'ml-dsa-65',
  '2.16.840.1.101.3.4.3.19': 'ml-dsa-87',
  '2.16.840.1.101.3.4.3.20': 'slh-dsa-sha2-128s',
  '2.16.840.1.101.3.4.3.21': 'slh-dsa-sha2-128f',
  '2.16.840.1.101.3.4.3.22': 'slh-dsa-sha2-192s',
  '2.16.840.1.101.3.4.3.23': 'slh-dsa-sha2-192f',
  '2.16.840.1.101.3.4.3.24': 'slh-dsa-sha2-256s',
  '2.16.840.1.101.3.4.3.25': 'slh-dsa-sha2-256f',
  '2.16.840.1.101.3.4.3.26': 'slh-dsa-shake-128s',
  '2.16.840.1.101.3.4.3.27': 'slh-dsa-shake-128f',
  '2.16.840.1.101.3.4.3.28': 'slh-dsa-shake-192s',
  '2.16.840.1.101.3.4.3.29': 'slh-dsa-shake-192f',
  '2.16.840.1.101.3.4.3.30': 'slh-dsa-shake-256s',
  '2.16.840.1.101.3.4.3.31': 'slh-dsa-shake-256f',
  '2.16.840.1.101.3.4.4.1': 'ml-kem-512',
  '2.16.840.1.101.3.4.4.2': 'ml-kem-768',
  '2.16.840.1.101.3.4.4.3': 'ml-kem-1024',
};

export interface KeyKind {
  readonly keyType: string;
  readonly bits: number | null;
}

export const bitLength = (value: bigint): number => (value === 0n ? 0 : value.toString(2).length);

/** Type of an EC key from its parameters: a named curve, or `ec:explicit`. */
export function ecKind(parameters: Tlv | undefined, where: string): KeyKind {
  if (!is(parameters, universal.oid) || parameters === undefined) {
    return { keyType: 'ec:explicit', bits: null };
  }
  const oid = oidOf(parameters, `${where}.parameters`);
  const curve = curveByOid[oid];
  return { keyType: `ec:${curve?.name ?? oid}`, bits: curve?.bits ?? null };
}

/** The two integers of an RSAPublicKey. */
export function rsaNumbers({ key, where }: PublicKey): { n: bigint; e: bigint } {
  const fields = Fields.of(readRoot(key, where, 'refuse'), `${where}.rsa`);
  const n = unsignedBig(fields.any('modulus'), `${fields.where}.modulus`);
  const e = unsignedBig(fields.any('publicExponent'), `${fields.where}.publicExponent`);
  return { n, e };
}

const fixedBits: Readonly<Record<string, number>> = { ed25519: 256, ed448: 456 };

export function kindOf(publicKey: PublicKey): KeyKind {
  const { oid, parameters, where } = publicKey;
  if (oid === keyOids.ec) return ecKind(parameters, where);
  const keyType = simpleKeyTypes[oid] ?? algorithmName(oid);
  if (keyType.startsWith('rsa')) return { keyType, bits: bitLength(rsaNumbers(publicKey).n) };
  if (keyType === 'dsa' && is(parameters, universal.sequence) && parameters !== undefined) {
    const p = unsignedBig(new Fields(parameters, where).any('p'), `${where}.p`);
    return { keyType, bits: bitLength(p) };
  }
  return { keyType, bits: fixedBits[keyType] ?? null };
}
