import { X509Certificate } from 'node:crypto';
import { instantOf } from '../../base/network/index.ts';
import { mayIssue } from '../../base/x509/version.ts';

const longestAddress = 2_000;

/** Returns whether no sent certificate of a chain issued the server's own. @param chain the server's own first */
export function lacksIssuer([leaf, ...others]: readonly X509Certificate[]): boolean {
  return leaf !== undefined && !leaf.checkIssued(leaf) && !others.some((one) => issued(one, leaf));
}

/** Returns whether one certificate issued another: by names, authority and signature. */
export function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return (
      mayIssue(issuer) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
    );
  } catch {
    // OpenSSL cannot check a signature of a key type that it does not know.
    return false;
  }
}

/**
 * Returns the address of the issuer's certificate (RFC 5280, 4.2.2.1), by http if there are several.
 * @returns null if there is no valid address
 */
export function caIssuersOf({ infoAccess }: X509Certificate): string | null {
  const named = (infoAccess ?? '')
    .slice(0, 16_384)
    .split('\n')
    .flatMap((line) => {
      const address = /^CA Issuers - URI:(\S+)$/.exec(line)?.[1] ?? '';
      return address.length <= longestAddress && URL.canParse(address) ? [address] : [];
    });
  return named.find((one) => new URL(one).protocol === 'http:') ?? named[0] ?? null;
}

/**
 * Parses a certificate file from such an address: DER, or PEM in practice; null for anything else, and for an invalid
 * time.
 */
export function readIssuer(bytes: Uint8Array): X509Certificate | null {
  try {
    const certificate = new X509Certificate(bytes);
    return instantOf(certificate.validTo) === null ? null : certificate;
  } catch {
    return null;
  }
}
