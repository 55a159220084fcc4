import { X509Certificate } from 'node:crypto';
import type { Certificate, Session } from 'electron';
import { satisfiesConstraints } from '../../../base/x509/server-chain/index.ts';
import { mayIssue } from '../../../base/x509/version.ts';

/** Chromium's results for keeping its own verdict, and for "trusted". */
const asFound = -3;
const trusted = 0;
/**
 * Every error that an additional authority can fix: net::ERR_CERT_AUTHORITY_INVALID, and its replacement in newer
 * Chromiums for a self-signed certificate at an address of the local network (net::ERR_CERT_SELF_SIGNED_LOCAL_NETWORK).
 */
const authorityUnknown: readonly number[] = [-202, -219];

/** Longer chains do not occur. */
const longestChain = 10;

/** Makes a session trust servers of these authorities (PEM) beyond those of the operating system. */
export function addTrust(
  session: Pick<Session, 'setCertificateVerifyProc'>,
  authorities: readonly string[],
): void {
  if (authorities.length === 0) return;
  const roots = authorities.map((pem) => new X509Certificate(pem));
  session.setCertificateVerifyProc(({ hostname, certificate, errorCode }, decide) => {
    const mended = authorityUnknown.includes(errorCode) && isTrusted(roots, hostname, certificate);
    decide(mended ? trusted : asFound);
  });
}

function isTrusted(
  roots: readonly X509Certificate[],
  hostname: string,
  certificate: Certificate,
): boolean {
  try {
    return hasTrustedChain(roots, { hostname, chain: chainOf(certificate), at: new Date() });
  } catch {
    // Chromium's verdict stays if Node cannot read the certificate.
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
 * Returns whether a server's chain is valid for its name and ends at one of the roots, and every authority in it may
 * have issued the next: Chromium reports only one error, so the checks that it did not reach are made here.
 * @param chain the server's own certificate first, as sent or as completed by Chromium
 */
export function hasTrustedChain(
  roots: readonly X509Certificate[],
  options: { hostname: string; chain: readonly X509Certificate[]; at: Date },
): boolean {
  const { hostname, chain, at } = options;
  const [leaf] = chain;
  if (leaf === undefined || !isFor(leaf, hostname)) return false;
  const path: X509Certificate[] = [];
  for (const [index, certificate] of chain.entries()) {
    if (!isValid(certificate, at)) return false;
    path.push(certificate);
    const ends = roots.flatMap((root) => endAt(root, path, at));
    if (ends.some((whole) => satisfiesConstraints(whole.map(({ raw }) => raw)))) return true;
    const next = chain[index + 1];
    if (next === undefined || !issued(next, certificate)) return false;
  }
  return false;
}

/** Returns the path with the root at its end, if the root is its last certificate or issued that. */
function endAt(
  root: X509Certificate,
  path: readonly X509Certificate[],
  at: Date,
): (readonly X509Certificate[])[] {
  const last = path.at(-1);
  if (last === undefined) return [];
  if (root.raw.equals(last.raw)) return [path];
  return isValid(root, at) && issued(root, last) ? [[...path, root]] : [];
}

function isFor(leaf: X509Certificate, hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$/.test(address) || address.includes(':');
  return (
    (isAddress ? leaf.checkIP(address) : leaf.checkHost(address, { subject: 'never' })) !==
    undefined
  );
}

function isValid({ validFrom, validTo }: X509Certificate, at: Date): boolean {
  return Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return (
    mayIssue(issuer) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  );
}
