/** Keys with self-signed certificates, made in the process: no files, no commands. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { privateKeyPem } from '../../../../../main/base/x509/pem.ts';
import {
  bitStringOf,
  context,
  integer,
  oid,
  sequence,
  setOf,
} from '../../../../../main/base/x509/reader/asn1/der.ts';
import { certificatePem } from '../../../../../main/base/x509/writer/index.ts';

const tagged = (tag: number, text: string): Uint8Array =>
  Uint8Array.of(tag, Buffer.byteLength(text), ...Buffer.from(text));

export const nameOf = (commonName: string): Uint8Array =>
  sequence(setOf(sequence(oid('2.5.4.3'), tagged(0x0c, commonName))));

export interface Issuer {
  readonly name: string;
  readonly key: KeyObject;
}

export interface CertificateOptions {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: Issuer;
  /** UTCTime. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** Extensions, DER, each a SEQUENCE. */
  readonly extensions?: readonly Uint8Array[];
  /** Default: from the subject's name. */
  readonly serial?: number;
  /** Default ECDSA with SHA-256. */
  readonly algorithm?: SignatureAlgorithm;
}

export interface SignatureAlgorithm {
  /** AlgorithmIdentifier, DER. */
  readonly identifier: Uint8Array;
  readonly sign: (body: Uint8Array, key: KeyObject) => Uint8Array;
}

const ecdsaSha256: SignatureAlgorithm = {
  identifier: sequence(oid('1.2.840.10045.4.3.2')),
  sign: (body, key) => createSign('sha256').update(body).sign(key),
};

/** A certificate, signed by its issuer's key. */
export function makeCertificate(options: CertificateOptions): Uint8Array {
  const { subject, publicKey, issuer, extensions = [], algorithm = ecdsaSha256 } = options;
  const { notBefore = '250101000000Z', notAfter = '450101000000Z' } = options;
  const serial = createHash('sha256').update(subject).digest().subarray(0, 8);
  const body = sequence(
    context(0, integer(2)),
    integer(options.serial ?? serial),
    algorithm.identifier,
    nameOf(issuer.name),
    sequence(tagged(0x17, notBefore), tagged(0x17, notAfter)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [context(3, sequence(...extensions))]),
  );
  return sequence(body, algorithm.identifier, bitStringOf(algorithm.sign(body, issuer.key)));
}

export const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const pkcs8Of = (key: KeyObject): Uint8Array => key.export({ type: 'pkcs8', format: 'der' });

/** A P-256 key and its self-signed certificate. */
export function ecPair(name: string, options: Partial<CertificateOptions> = {}) {
  const { privateKey, publicKey } = newKeys();
  const issuer = { name, key: privateKey };
  const certificate = makeCertificate({ subject: name, publicKey, issuer, ...options });
  const keyPkcs8 = pkcs8Of(privateKey);
  return {
    keyPkcs8,
    certificates: [certificate],
    certificate,
    certificatePem: certificatePem(certificate),
    keyPem: privateKeyPem(keyPkcs8),
  };
}
