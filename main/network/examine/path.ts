import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

const longestPath = 10;

/**
 * Whether a chain leads to one of these authorities, for a server that ends the handshake before TLS judges it: names,
 * times and signatures of every step. Stricter than TLS in that only the given certificates are looked at.
 * @param chain DER as sent, the server's own first
 */
export function leadsTo(
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
  const isNamed = isIP(hostname) === 0 ? leaf.checkHost(hostname) : leaf.checkIP(hostname);
  if (isNamed === undefined) return false;
  let at = leaf;
  for (let depth = 0; depth < longestPath; depth++) {
    const below = at;
    if (!isInTime(below, now)) return false;
    const mayBe = (one: X509Certificate): boolean =>
      one.ca && below.checkIssued(one) && below.verify(one.publicKey);
    if (anchors.some((one) => mayBe(one) && isInTime(one, now))) return true;
    const next = sent.find((one) => one !== below && mayBe(one));
    if (next === undefined) return false;
    at = next;
  }
  return false;
}

function isInTime({ validFrom, validTo }: X509Certificate, now: number): boolean {
  return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
}
