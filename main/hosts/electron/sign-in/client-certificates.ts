import { X509Certificate } from 'node:crypto';
import type { Certificate } from 'electron';
import type { OfferedCertificate } from '../../../../preload/contract/systems/session.ts';

/** The used parts of Electron's description of a certificate. */
export type ClientCertificate = Certificate;

/** SHA-256 over the DER, lower-case hex: Electron's own fingerprint has another form. */
function fingerprintOf({ data }: Pick<Certificate, 'data'>): string {
  return new X509Certificate(data).fingerprint256.replaceAll(':', '').toLowerCase();
}

const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Returns a certificate of the operating system for the picker. */
export function describeCertificate(certificate: Certificate): OfferedCertificate {
  const { subject, issuer } = new X509Certificate(certificate.data);
  return {
    fingerprint: fingerprintOf(certificate),
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    notBefore: instantOf(certificate.validStart),
    notAfter: instantOf(certificate.validExpiry),
  };
}

/** Returns the chosen one; undefined if none was chosen or it is not among them. */
export function findCertificate<T extends Pick<Certificate, 'data'>>(
  list: readonly T[],
  fingerprint: string | null,
): T | undefined {
  return list.find((certificate) => fingerprintOf(certificate) === fingerprint);
}

/** Node writes one attribute a line, the most general first; RFC 4514 uses the reverse order. */
function oneLine(name: string): string {
  return name.split('\n').reverse().join(',');
}
