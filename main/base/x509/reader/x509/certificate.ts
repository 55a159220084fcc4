/** X.509 certificates (RFC 5280, 4.1): the fields that matching and chain building need. */
import { createHash } from 'node:crypto';
import { Fields, octets, rawBytes, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { booleanOf, contentHex, hex, integerBytes, oidOf, timeOf } from '../asn1/values.ts';
import { type PublicKey, parsePublicKey } from '../keys/public-key.ts';
import { nameKey } from './names.ts';

export interface Extension {
  readonly critical: boolean;
  /** The DER inside the extension's OCTET STRING. */
  readonly value: Uint8Array;
}

export interface ParsedCertificate {
  readonly der: Uint8Array;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly sha256: string;
  /** Lower-case hexadecimal, without leading zeros. */
  readonly serial: string;
  readonly signatureOid: string;
  readonly signatureParameters: Tlv | undefined;
  readonly issuer: Tlv;
  readonly issuerKey: string;
  readonly subject: Tlv;
  readonly subjectKey: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: PublicKey;
  readonly extensions: ReadonlyMap<string, Extension>;
}

function parseExtensions(wrapper: Tlv, where: string): Map<string, Extension> {
  const extensions = new Map<string, Extension>();
  const list = new Fields(wrapper, where).sequence('list');
  for (const entry of list.rest('extension')) {
    const fields = Fields.of(entry, `${where}.extension`);
    const oid = oidOf(fields.any('id'), `${fields.where}.id`);
    const criticalField = fields.optional('critical', universal.boolean);
    const critical =
      criticalField !== undefined && booleanOf(criticalField, `${fields.where}.critical`);
    extensions.set(oid, { critical, value: octets(fields.any('value'), `${fields.where}.value`) });
  }
  return extensions;
}

/** Throws a `malformed` ReaderError; octets behind the certificate are cut off. */
export function parseCertificate(bytes: Uint8Array, where = 'certificate'): ParsedCertificate {
  const root = readRoot(bytes, where, 'allow');
  const outer = Fields.of(root, where);
  const tbs = outer.sequence('tbsCertificate');
  tbs.optional('version', 0, 'context');
  const serial = hex(integerBytes(tbs.any('serialNumber'), `${tbs.where}.serialNumber`));
  tbs.sequence('signature');
  const issuer = tbs.take('issuer', universal.sequence);
  const validity = tbs.sequence('validity');
  const notBefore = timeOf(validity.any('notBefore'), `${validity.where}.notBefore`);
  const notAfter = timeOf(validity.any('notAfter'), `${validity.where}.notAfter`);
  const subject = tbs.take('subject', universal.sequence);
  const publicKey = parsePublicKey(tbs.sequence('subjectPublicKeyInfo'));
  tbs.optional('issuerUniqueID', 1, 'context');
  tbs.optional('subjectUniqueID', 2, 'context');
  const extensionsField = tbs.optional('extensions', 3, 'context');
  const extensions =
    extensionsField === undefined
      ? new Map<string, Extension>()
      : parseExtensions(extensionsField, `${tbs.where}.extensions`);
  tbs.finish();
  const signature = outer.sequence('signatureAlgorithm');
  const signatureOid = oidOf(signature.any('algorithm'), `${signature.where}.algorithm`);
  const signatureParameters = signature.done ? undefined : signature.any('parameters');
  outer.take('signatureValue', universal.bitString);
  outer.finish();
  const der = rawBytes(root);
  return {
    der,
    sha256: createHash('sha256').update(der).digest('hex'),
    serial: withoutZeros(serial),
    signatureOid,
    signatureParameters,
    issuer,
    issuerKey: nameKey(issuer, `${tbs.where}.issuer`),
    subject,
    subjectKey: nameKey(subject, `${tbs.where}.subject`),
    notBefore,
    notAfter,
    publicKey,
    extensions,
  };
}

const keyIdentifiers = { subject: '2.5.29.14', authority: '2.5.29.35' } as const;

/** Lower-case hexadecimal; null without the extension. Throws if the extension is malformed. */
export function subjectKeyId({ extensions }: ParsedCertificate): string | null {
  const extension = extensions.get(keyIdentifiers.subject);
  if (extension === undefined) return null;
  const where = 'certificate.subjectKeyIdentifier';
  return hex(octets(readRoot(extension.value, where, 'refuse'), where));
}

/** An authority key identifier (RFC 5280, 4.2.1.1): hints about the issuer's certificate. */
interface IssuerHint {
  /** Lower-case hexadecimal. */
  readonly keyId: string | null;
  /** Name (as `subjectKey`) of the authority above the issuer, and the serial number that it gave the issuer. */
  readonly issuedAs: { readonly issuerKey: string; readonly serial: string } | null;
}

export function issuerHint({ extensions }: ParsedCertificate): IssuerHint {
  const extension = extensions.get(keyIdentifiers.authority);
  if (extension === undefined) return { keyId: null, issuedAs: null };
  const where = 'certificate.authorityKeyIdentifier';
  const fields = Fields.of(readRoot(extension.value, where, 'refuse'), where);
  const id = fields.optional('keyIdentifier', 0, 'context');
  const names = fields.optional('authorityCertIssuer', 1, 'context');
  const serial = fields.optional('authorityCertSerialNumber', 2, 'context');
  const keyId = id === undefined ? null : contentHex(id);
  if (names === undefined || serial === undefined) return { keyId, issuedAs: null };
  const name = new Fields(names, where).optional('directoryName', 4, 'context');
  if (name === undefined) return { keyId, issuedAs: null };
  const issuerKey = nameKey(new Fields(name, where).any('name'), where);
  return { keyId, issuedAs: { issuerKey, serial: withoutZeros(contentHex(serial)) } };
}

const withoutZeros = (hexText: string): string => hexText.replace(/^(00)+(?=..)/, '');

export const authorityKeyId = (certificate: ParsedCertificate): string | null =>
  issuerHint(certificate).keyId;
