/** Describes a certificate for the screens, without the runtime's X.509 code. */
import { contentBytes, Fields, is, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { bitString, booleanOf, contentHex, oidOf, textOf } from '../asn1/values.ts';
import { ReaderError } from '../failures.ts';
import { hashByOid } from '../hashes/registry.ts';
import { kindOf } from '../keys/public-key.ts';
import {
  authorityKeyId,
  type ParsedCertificate,
  parseCertificate,
  subjectKeyId,
} from './certificate.ts';
import { type DistinguishedName, parseName } from './names.ts';
import { isSelfSigned } from './signature.ts';

export interface CertificateDescription {
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  /** Lower-case hexadecimal. */
  readonly serial: string;
  /** ISO 8601, UTC. */
  readonly notBefore: string;
  readonly notAfter: string;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly sha256: string;
  readonly keyType: string;
  readonly keyBits: number | null;
  /** `sha256WithRSAEncryption` and the like, or the dotted identifier. */
  readonly signatureAlgorithm: string;
  /** Hash of the signature, as `SHA-1`; null if the algorithm has none of its own. */
  readonly signatureHash: string | null;
  /** `digitalSignature`, `keyEncipherment`…; null without the extension. */
  readonly keyUsage: readonly string[] | null;
  /** `clientAuth`, `serverAuth`…, or dotted identifiers; null without the extension. */
  readonly extendedKeyUsage: readonly string[] | null;
  readonly isCA: boolean;
  /** A root: signed by its own key, as far as the runtime can check that. */
  readonly selfSigned: boolean;
  /** As `email:…`, `DNS:…`, `URI:…`, `IP:…`, `dirName:…`, `otherName:<oid>`. */
  readonly alternativeNames: readonly string[];
  readonly subjectKeyId: string | null;
  readonly authorityKeyId: string | null;
  /** Dotted identifiers of unreadable extensions; they count as absent. */
  readonly unreadableExtensions: readonly string[];
}

const signatures: Readonly<Record<string, readonly [string, string | null]>> = {
  '1.2.840.113549.1.1.2': ['md2WithRSAEncryption', 'MD2'],
  '1.2.840.113549.1.1.3': ['md4WithRSAEncryption', 'MD4'],
  '1.2.840.113549.1.1.4': ['md5WithRSAEncryption', 'MD5'],
  '1.2.840.113549.1.1.5': ['sha1WithRSAEncryption', 'SHA-1'],
  '1.3.14.3.2.29': ['sha1WithRSA', 'SHA-1'],
  '1.2.840.113549.1.1.14': ['sha224WithRSAEncryption', 'SHA-224'],
  '1.2.840.113549.1.1.11': ['sha256WithRSAEncryption', 'SHA-256'],
  '1.2.840.113549.1.1.12': ['sha384WithRSAEncryption', 'SHA-384'],
  '1.2.840.113549.1.1.13': ['sha512WithRSAEncryption', 'SHA-512'],
  '1.2.840.113549.1.1.10': ['rsassaPss', null],
  '1.2.840.10045.4.1': ['ecdsa-with-SHA1', 'SHA-1'],
  '1.2.840.10045.4.3.1': ['ecdsa-with-SHA224', 'SHA-224'],
  '1.2.840.10045.4.3.2': ['ecdsa-with-SHA256', 'SHA-256'],
  '1.2.840.10045.4.3.3': ['ecdsa-with-SHA384', 'SHA-384'],
  '1.2.840.10045.4.3.4': ['ecdsa-with-SHA512', 'SHA-512'],
  '1.2.840.10040.4.3': ['dsa-with-sha1', 'SHA-1'],
  '2.16.840.1.101.3.4.3.1': ['dsa-with-sha224', 'SHA-224'],
  '2.16.840.1.101.3.4.3.2': ['dsa-with-sha256', 'SHA-256'],
  '1.3.101.112': ['Ed25519', null],
  '1.3.101.113': ['Ed448', null],
  '2.16.840.1.101.3.4.3.17': ['ML-DSA-44', null],
  '2.16.840.1.101.3.4.3.18': ['ML-DSA-65', null],
  '2.16.840.1.101.3.4.3.19': ['ML-DSA-87', null],
  '1.2.156.10197.1.501': ['sm2-with-sm3', 'SM3'],
};

const usageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
];

const purposes: Readonly<Record<string, string>> = {
  '2.5.29.37.0': 'anyExtendedKeyUsage',
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  '1.3.6.1.5.5.7.3.2': 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  '1.3.6.1.5.5.7.3.4': 'emailProtection',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
  '1.3.6.1.4.1.311.20.2.2': 'smartcardLogon',
};

/** RSASSA-PSS names its hash in the parameters; SHA-1 by default (RFC 4055, 3.1). */
function pssHash(parameters: Tlv | undefined): string {
  if (parameters === undefined || !is(parameters, universal.sequence)) return 'SHA-1';
  const field = new Fields(parameters, 'pss').optional('hash', 0, 'context');
  if (field === undefined) return 'SHA-1';
  const oid = oidOf(new Fields(field, 'pss').sequence('hash').any('algorithm'), 'pss.hash');
  return hashByOid[oid]?.name ?? oid;
}

function signatureOf({ signatureOid, signatureParameters }: ParsedCertificate) {
  const [name, hash] = signatures[signatureOid] ?? [signatureOid, null];
  return { name, hash: name === 'rsassaPss' ? pssHash(signatureParameters) : hash };
}

function keyUsageOf(value: Tlv): string[] {
  const bits = bitString(value, 'keyUsage');
  return usageBits.filter((_, i) => ((bits[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0);
}

function ipText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: bytes.length / 2 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  return groups.join(':');
}

/** GeneralName (RFC 5280, 4.2.1.6). */
function generalName(name: Tlv): string {
  const text = (): string => Buffer.from(contentBytes(name)).toString('utf8');
  switch (name.tag) {
    case 0: {
      const fields = new Fields(name, 'otherName');
      const oid = oidOf(fields.any('type'), 'otherName.type');
      const value = new Fields(fields.any('value'), 'otherName').any('value');
      const readable = textOf(value);
      // Microsoft's user principal name.
      if (oid === '1.3.6.1.4.1.311.20.2.3' && readable !== undefined) return `UPN:${readable}`;
      return `otherName:${oid}`;
    }
    case 1:
      return `email:${text()}`;
    case 2:
      return `DNS:${text()}`;
    case 4:
      return `dirName:${parseName(new Fields(name, 'dirName').any('name'), 'dirName').text}`;
    case 6:
      return `URI:${text()}`;
    case 7:
      return `IP:${ipText(contentBytes(name))}`;
    case 8:
      return `RID:${oidOf(name, 'registeredID', true)}`;
    default:
      return `other:${contentHex(name)}`;
  }
}

function basicConstraintsCA(value: Tlv): boolean {
  const first = Fields.of(value, 'basicConstraints').optional('cA', universal.boolean);
  return first !== undefined && booleanOf(first, 'basicConstraints.cA');
}

/** Describes one certificate (DER); throws a `malformed` ReaderError if it is not one. */
export function describeCertificate(der: Uint8Array): CertificateDescription {
  const certificate = parseCertificate(der);
  const unreadable: string[] = [];
  const attempt = <T>(oid: string, read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      unreadable.push(oid);
      return otherwise;
    }
  };
  const extension = <T>(oid: string, read: (value: Tlv) => T, otherwise: T): T => {
    const found = certificate.extensions.get(oid);
    if (found === undefined) return otherwise;
    return attempt(oid, () => read(readRoot(found.value, oid, 'refuse')), otherwise);
  };
  const signature = attempt('signature', () => signatureOf(certificate), {
    name: certificate.signatureOid,
    hash: null,
  });
  const kind = attempt('publicKey', () => kindOf(certificate.publicKey), {
    keyType: certificate.publicKey.oid,
    bits: null,
  });
  const list = (value: Tlv, where: string): Tlv[] => [...Fields.of(value, where).rest('entry')];
  return {
    subject: parseName(certificate.subject, 'subject'),
    issuer: parseName(certificate.issuer, 'issuer'),
    serial: certificate.serial,
    notBefore: new Date(certificate.notBefore).toISOString(),
    notAfter: new Date(certificate.notAfter).toISOString(),
    sha256: certificate.sha256,
    keyType: kind.keyType,
    keyBits: kind.bits,
    signatureAlgorithm: signature.name,
    signatureHash: signature.hash,
    keyUsage: extension<string[] | null>('2.5.29.15', keyUsageOf, null),
    extendedKeyUsage: extension<string[] | null>(
      '2.5.29.37',
      (value) =>
        list(value, 'extendedKeyUsage').map((entry) => {
          const oid = oidOf(entry, 'extendedKeyUsage');
          return purposes[oid] ?? oid;
        }),
      null,
    ),
    isCA: extension('2.5.29.19', basicConstraintsCA, false),
    selfSigned: isSelfSigned(certificate),
    alternativeNames: extension<string[]>(
      '2.5.29.17',
      (value) => list(value, 'subjectAltName').map(generalName),
      [],
    ),
    subjectKeyId: attempt('2.5.29.14', () => subjectKeyId(certificate), null),
    authorityKeyId: attempt('2.5.29.35', () => authorityKeyId(certificate), null),
    unreadableExtensions: unreadable,
  };
}
