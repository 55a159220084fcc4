import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** The demo's verdict on a presented client certificate. */
export type ClientCertificate =
  | { readonly kind: 'accepted'; readonly subject: string; readonly commonName: string }
  | { readonly kind: 'none' | 'expired' | 'foreign' | 'wrong-purpose' };

/** id-kp-clientAuth (RFC 5280, section 4.2.1.12) */
const clientAuthentication = '1.3.6.1.5.5.7.3.2';

/**
 * Checks the certificate of a request's connection. Does not use `socket.authorized`: Node 20 returns true for a
 * resumed TLS 1.3 session even if no certificate was ever presented (24 does not), and does not check the dates again.
 */
export function readClientCertificate(
  request: IncomingMessage,
  authority: X509Certificate,
): ClientCertificate {
  const socket = request.socket;
  if (!(socket instanceof TLSSocket)) return { kind: 'none' };
  const peer = socket.getPeerCertificate();
  if (peer === null || !('raw' in peer)) return { kind: 'none' };
  return judgeClientCertificate(new X509Certificate(peer.raw), authority, Date.now());
}

/** Checks it at the time `now` (milliseconds since the epoch). */
export function judgeClientCertificate(
  certificate: X509Certificate,
  authority: X509Certificate,
  now: number,
): ClientCertificate {
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey)) {
    return { kind: 'foreign' };
  }
  if (Date.parse(certificate.validTo) < now || Date.parse(certificate.validFrom) > now) {
    return { kind: 'expired' };
  }
  // `keyUsage` is Node's name for the extended key usage
  if (!certificate.keyUsage?.includes(clientAuthentication)) return { kind: 'wrong-purpose' };
  const parts = certificate.subject.split('\n');
  const escaped = parts.find((part) => part.startsWith('CN='))?.slice(3) ?? '';
  const commonName = escaped.replace(/\\(.)/g, '$1');
  return { kind: 'accepted', subject: parts.toReversed().join(', '), commonName };
}
