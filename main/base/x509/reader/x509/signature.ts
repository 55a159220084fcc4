/**
 * Checks whether one certificate's key signed another, with the runtime's X.509 code and the algorithms that it knows.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';
import type { ParsedCertificate } from './certificate.ts';

/** `unknown`: this runtime cannot check such a signature, or such a key. */
export type SignatureVerdict = 'verified' | 'wrong' | 'unknown';

/** Object identifiers of signatures by key type; not every runtime has the older hashes. */
const everywhere: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'rsa',
  '1.2.840.113549.1.1.11': 'rsa',
  '1.2.840.113549.1.1.12': 'rsa',
  '1.2.840.113549.1.1.13': 'rsa',
  '1.2.840.10045.4.1': 'ec',
  '1.2.840.10045.4.3.2': 'ec',
  '1.2.840.10045.4.3.3': 'ec',
  '1.2.840.10045.4.3.4': 'ec',
  '1.3.101.112': 'ed25519',
};
/** OpenSSL checks these, BoringSSL only some. */
const opensslOnly: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.4': 'rsa',
  '1.2.840.113549.1.1.14': 'rsa',
  '1.2.840.113549.1.1.10': 'rsa rsa-pss',
  '1.2.840.10045.4.3.1': 'ec',
  '1.2.840.10040.4.3': 'dsa',
  '2.16.840.1.101.3.4.3.1': 'dsa',
  '2.16.840.1.101.3.4.3.2': 'dsa',
  '1.3.101.113': 'ed448',
  '2.16.840.1.101.3.4.3.17': 'ml-dsa-44',
  '2.16.840.1.101.3.4.3.18': 'ml-dsa-65',
  '2.16.840.1.101.3.4.3.19': 'ml-dsa-87',
};
const signers =
  process.versions.electron === undefined ? { ...everywhere, ...opensslOnly } : everywhere;

/** Returns whether the key of `issuer` signed `certificate`; does not check names, times and permissions. */
export function signedBy(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): SignatureVerdict {
  let key: KeyObject;
  try {
    key = new X509Certificate(issuer.der).publicKey;
    if (new X509Certificate(certificate.der).verify(key)) return 'verified';
  } catch {
    // A kind of certificate or key that this runtime does not know.
    return 'unknown';
  }
  // The runtime also says no if it does not know the algorithm.
  const { asymmetricKeyType = '' } = key;
  const kinds = signers[certificate.signatureOid]?.split(' ');
  if (kinds === undefined) return 'unknown';
  return kinds.includes(asymmetricKeyType) || asymmetricKeyType in otherKinds ? 'wrong' : 'unknown';
}

/** Key types that differ reliably: a key of one never made a signature of another type. */
const otherKinds = { rsa: true, ec: true, ed25519: true, ed448: true, dsa: true } as const;

/**
 * Returns whether a certificate is a root; one that its issuer renamed or rekeyed has the same two names and is not
 * one.
 */
export function isSelfSigned(certificate: ParsedCertificate): boolean {
  const { issuerKey, subjectKey } = certificate;
  return issuerKey === subjectKey && signedBy(certificate, certificate) !== 'wrong';
}
