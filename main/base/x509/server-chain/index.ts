/** Checks the constraints between certificates of a server's chain (RFC 5280, 6.1). */

import { Fields, readRoot, type Tlv, universal } from '../reader/asn1/ber.ts';
import { bitString, booleanOf, count, oidOf } from '../reader/asn1/values.ts';
import { ReaderError } from '../reader/failures.ts';
import { type ParsedCertificate, parseCertificate } from '../reader/x509/certificate.ts';
import { isSelfSigned } from '../reader/x509/signature.ts';
import { isVersion1 } from '../version.ts';
import { permitsNames } from './name-constraints.ts';

export { certificatesOfFile } from './files.ts';
export { type ReadName, readName, readNames } from './names.ts';

const oids = {
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  policies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
} as const;
/** Another critical extension may contain a rule that we would break. */
const understood = new Set<string>(Object.values(oids));
const serverPurposes = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];
const keyCertSign = 0x04;

/**
 * Returns whether every authority of a chain, the trusted one included, may have issued the certificates below it:
 * being an authority, certificate signing, purposes, path lengths and name constraints. Does not check names, times and
 * signatures.
 * @param chain DER, the server's own certificate first, the trusted authority last
 */
export function satisfiesConstraints(chain: readonly Uint8Array[]): boolean {
  try {
    const certificates = chain.map((der) => parseCertificate(der));
    return certificates.every(
      (certificate, at) =>
        isUnderstood(certificate) &&
        servesTls(certificate) &&
        (at === 0 ||
          mayIssue(certificate, certificates.slice(0, at)) ||
          (at === certificates.length - 1 && isOldRoot(certificate))),
    );
  } catch (error) {
    if (error instanceof ReaderError) return false;
    throw error;
  }
}

function isUnderstood({ extensions }: ParsedCertificate): boolean {
  return [...extensions].every(([oid, { critical }]) => !critical || understood.has(oid));
}

function servesTls(certificate: ParsedCertificate): boolean {
  const value = extensionOf(certificate, oids.extendedKeyUsage);
  if (value === null) return true;
  const purposes = [...Fields.of(value, 'extendedKeyUsage').rest('purpose')];
  return purposes.some((one) => serverPurposes.includes(oidOf(one, 'extendedKeyUsage')));
}

/** @param below the server's own first */
function mayIssue(authority: ParsedCertificate, below: readonly ParsedCertificate[]): boolean {
  const basics = extensionOf(authority, oids.basicConstraints);
  if (basics === null) return false;
  const fields = Fields.of(basics, 'basicConstraints');
  const ca = fields.optional('cA', universal.boolean);
  if (ca === undefined || !booleanOf(ca, 'basicConstraints.cA')) return false;
  const length = fields.optional('pathLen', universal.integer);
  // Self-issued certificates, as for a key change, do not count.
  const between = below.slice(1).filter((one) => !isSelfIssued(one)).length;
  if (length !== undefined && between > count(length, 'basicConstraints.pathLen')) return false;
  const usage = extensionOf(authority, oids.keyUsage);
  if (usage !== null && ((bitString(usage, 'keyUsage')[0] ?? 0) & keyCertSign) === 0) return false;
  return below.every((one, at) => (at > 0 && isSelfIssued(one)) || permitsNames(authority, one));
}

/** A version 1 root does not limit what it may issue; adding it allows it. */
function isOldRoot(certificate: ParsedCertificate): boolean {
  return isVersion1(certificate.der) && isSelfSigned(certificate);
}

function isSelfIssued({ issuerKey, subjectKey }: ParsedCertificate): boolean {
  return issuerKey === subjectKey;
}

function extensionOf({ extensions }: ParsedCertificate, oid: string): Tlv | null {
  const extension = extensions.get(oid);
  return extension === undefined ? null : readRoot(extension.value, oid, 'refuse');
}
