import { X509Certificate } from 'node:crypto';
import { instantOf } from '../../base/network/index.ts';
import { mayIssue } from '../../base/x509/version.ts';

const longestAddress = 2_000;

/** Whether no certificate of a chain, as it was sent, issued the server's own. @param chain the server's own first */
export function lacksIssuer([leaf, ...others]: readonly X509Certificate[]): boolean {
  return leaf !== undefined && !leaf.checkIssued(leaf) && !others.some((one) => issued(one, leaf));
}

/** Whether one certificate issued another: by its names, as an authority, and by its signature. */
export function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return (
      mayIssue(issuer) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
    );
  } catch {
    // A key that OpenSSL does not know has signed nothing that it can check.
    return false;
  }
}

/**
 * Where a certificate says that its issuer's lies (RFC 5280, 4.2.2.1), by http where it says several.
 * @returns null where it says nothing that is an address
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

/** A certificate file as such addresses give it: DER, or PEM in the wild; null for anything else, and for one whose time is none. */
export function readIssuer(bytes: Uint8Array): X509Certificate | null {
  try {
    const certificate = new X509Certificate(bytes);
    return instantOf(certificate.validTo) === null ? null : certificate;
  } catch {
    return null;
  }
}
