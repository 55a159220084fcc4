import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { mayIssue } from '../../x509/version.ts';

const longestPath = 10;

/**
 * Returns whether a chain leads to one of these authorities, for a server that ends the handshake before TLS verifies
 * it: checks names, times and signatures of every step. Stricter than TLS: only the given certificates are used.
 * @param chain DER as sent, the server's own first
 */
export function hasTrustedPath(
  chain: readonly Uint8Array[],
  authorities: readonly string[],
  hostname: string,
  now: number,
): boolean {
  let sent: X509Certificate[];
  try {
    sent = chain.map((der) => new X509Certificate(der));
  } catch {
    return false;
  }
  const anchors = authorities.map((pem) => new X509Certificate(pem));
  const [leaf] = sent;
  if (leaf === undefined) return false;
  if (!isNamed(leaf, hostname)) return false;
  let at = leaf;
  for (let depth = 0; depth < longestPath; depth++) {
    const below = at;
    if (!isInTime(below, now)) return false;
    const mayBe = (one: X509Certificate): boolean =>
      mayIssue(one) && below.checkIssued(one) && below.verify(one.publicKey);
    // A certificate that the user trusts is trusted itself, whoever issued it.
    if (anchors.some((one) => one.raw.equals(below.raw))) return true;
    if (anchors.some((one) => mayBe(one) && isInTime(one, now))) return true;
    const next = sent.find((one) => one !== below && mayBe(one));
    if (next === undefined) return false;
    at = next;
  }
  return false;
}

/** Returns whether a certificate (DER) is valid for a name at a time. */
export function isValidFor(der: Uint8Array | undefined, hostname: string, now: number): boolean {
  if (der === undefined) return false;
  const leaf = new X509Certificate(der);
  return isNamed(leaf, hostname) && isInTime(leaf, now);
}

function isNamed(leaf: X509Certificate, hostname: string): boolean {
  const named = isIP(hostname) === 0 ? leaf.checkHost(hostname) : leaf.checkIP(hostname);
  return named !== undefined;
}

function isInTime({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}
