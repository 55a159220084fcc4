import { X509Certificate } from 'node:crypto';
import { type PeerCertificate, rootCertificates } from 'node:tls';
import type { AppError } from '../../../../preload/contract/errors.ts';
import { splitCertificates } from '../../x509/pem.ts';
import type { TrustSet } from '../connection.ts';
import { isPinned } from '../trust.ts';
import { hasTrustedPath, isValidFor } from './trusted-path.ts';

/** Origin of the authority at a chain's end; `pin`: the certificate itself is trusted at this address. */
export type TrustSource = 'system-settings' | 'public' | 'computer' | 'pin';

interface Seen {
  readonly hostname: string;
  /** DER as sent, the server's own first. */
  readonly sent: readonly Uint8Array[];
  /** Reason why there is no trusted connection. */
  readonly problem: AppError | null;
  /** The chain as verified by TLS, if it was. */
  readonly verified: () => Chained;
}

type Chained = Partial<PeerCertificate> & { readonly issuerCertificate?: Chained };

/** Returns why a server is trusted, or null. */
export function findTrustSource(trusted: TrustSet, { hostname, sent, problem, verified }: Seen) {
  const own = trusted.authorities.flatMap(splitCertificates);
  if (problem === null) return rootOf(verified(), own, trusted);
  if (!endedEarly(problem)) return null;
  const now = Date.now();
  if (isPinned(sent[0], trusted.pins) && isValidFor(sent[0], hostname, now)) return 'pin';
  const between = trusted.intermediates
    .flatMap(splitCertificates)
    .map((pem) => new X509Certificate(pem).raw);
  return hasTrustedPath([...sent, ...between], own, hostname, now) ? 'system-settings' : null;
}

/** The server hung up before its certificate was verified. */
const endedEarly = ({ code }: AppError): boolean =>
  !code.startsWith('tls-server-') && code !== 'cancelled';

/** Returns the origin of the authority at the end of a verified chain. */
function rootOf(leaf: Chained, own: readonly string[], { pins }: TrustSet): TrustSource {
  if (isPinned(leaf.raw, pins)) return 'pin';
  let at: Chained | undefined = leaf;
  for (let depth = 0; depth < 12; depth++) {
    if (has(own, at)) return 'system-settings';
    const above: Chained | undefined = at?.issuerCertificate;
    if (above?.raw === undefined || at?.raw === undefined || above.raw.equals(at.raw)) break;
    at = above;
  }
  if (has(own, at)) return 'system-settings';
  return publicRoots().has(at?.raw?.toString('base64') ?? '') ? 'public' : 'computer';
}

function has(pems: readonly string[], certificate: Chained | undefined): boolean {
  const { raw } = certificate ?? {};
  return raw !== undefined && pems.some((pem) => new X509Certificate(pem).raw.equals(raw));
}

function publicRoots(): Set<string> {
  return new Set(
    rootCertificates.map((pem) =>
      pem.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, ''),
    ),
  );
}
