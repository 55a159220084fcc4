import type { X509Certificate } from 'node:crypto';

/** Context tag 0, which holds the version (RFC 5280, 4.1.2.1); absent for version 1. */
const versionTag = 0xa0;

/** Returns whether a certificate (DER) has version 1, which does not say what it may be used for. */
export function isVersion1(der: Uint8Array): boolean {
  const inside = contentOf(der, 0);
  return der[contentOf(der, inside)] !== versionTag;
}

/**
 * Returns whether OpenSSL lets a certificate issue others: an authority, or a root from before that extension existed.
 */
export function mayIssue(issuer: X509Certificate): boolean {
  return issuer.ca || (isVersion1(issuer.raw) && issuer.checkIssued(issuer));
}

/** Returns where the content of the element at `at` begins. */
function contentOf(der: Uint8Array, at: number): number {
  const length = der[at + 1] ?? 0;
  return at + 2 + (length > 0x80 ? length & 0x7f : 0);
}
