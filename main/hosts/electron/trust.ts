import { X509Certificate } from 'node:crypto';
import type { Certificate, Session } from 'electron';

/** Chromium's verdict "as you found", and its "trusted". */
const asFound = -3;
const trusted = 0;
/** net::ERR_CERT_AUTHORITY_INVALID: all that a further authority can mend. */
const authorityUnknown = -202;

/** Longer chains are nobody's. */
const longestChain = 10;

/** Has a session trust servers of these authorities (PEM) beyond those of the operating system. */
export function trustAlso(session: Session, authorities: readonly string[]): void {
  if (authorities.length === 0) return;
  const roots = authorities.map((pem) => new X509Certificate(pem));
  session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, decide) => {
    const mended = errorCode === authorityUnknown && isTrusted(roots, hostname, certificate);
    decide(mended ? trusted : asFound);
  });
}

function isTrusted(
  roots: readonly X509Certificate[],
  hostname: string,
  certificate: Certificate,
): boolean {
  try {
    return leadsTo(roots, { hostname, chain: chainOf(certificate), at: new Date() });
  } catch {
    // What Node cannot read stays as Chromium found it.
    return false;
  }
}

function chainOf(certificate: Certificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let at: Certificate | undefined = certificate;
  while (at !== undefined && chain.length < longestChain) {
    chain.push(new X509Certificate(at.data));
    // A root names itself as its issuer.
    at = at.issuerCert?.fingerprint === at.fingerprint ? undefined : at.issuerCert;
  }
  return chain;
}

/**
 * Whether a server's chain is good for its name and ends at one of the roots: Chromium names one error
 * only, so what it did not come to is looked at here.
 * @param chain the server's own certificate first, as it was sent or completed by Chromium
 */
export function leadsTo(
  roots: readonly X509Certificate[],
  options: { hostname: string; chain: readonly X509Certificate[]; at: Date },
): boolean {
  const { hostname, chain, at } = options;
  const [leaf] = chain;
  if (leaf === undefined || !isFor(leaf, hostname) || !servesTls(leaf)) return false;
  for (const [index, certificate] of chain.entries()) {
    if (!isValid(certificate, at) || (index > 0 && !certificate.ca)) return false;
    const same = roots.some(({ raw }) => raw.equals(certificate.raw));
    if (same || roots.some((root) => isValid(root, at) && issued(root, certificate))) return true;
    const next = chain[index + 1];
    if (next === undefined || !issued(next, certificate)) return false;
  }
  return false;
}

function isFor(leaf: X509Certificate, hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$/.test(address) || address.includes(':');
  return (isAddress ? leaf.checkIP(address) : leaf.checkHost(address)) !== undefined;
}

/** serverAuth among its purposes, or none named. */
function servesTls({ keyUsage }: X509Certificate): boolean {
  return keyUsage === undefined || keyUsage.includes('1.3.6.1.5.5.7.3.1');
}

function isValid({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
