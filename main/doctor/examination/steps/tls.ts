import { X509Certificate } from 'node:crypto';
import type { AppError } from '../../../../preload/contract/errors.ts';
import type { TroubleFinding } from '../../../../preload/contract/systems/doctor.ts';
import { type Handshake, instantOf, type Pin, pinnedHost } from '../../../base/network/index.ts';
import { readNames } from '../../../base/x509/server-chain/index.ts';
import { type ExaminationContext, requireResult } from '../context.ts';
import { caIssuersOf, issued, lacksIssuer } from '../issuer.ts';
import { type Facts, fine, type Outcome, problem, trouble } from '../outcome.ts';

/** Tests the TLS agreement: versions and cipher. Sends only the handshake, without a certificate. */
export async function tls({ network, known, signal }: ExaminationContext): Promise<Outcome> {
  const url = requireResult(known.url);
  if (url.protocol === 'http:') return fine('tls-none');
  const options = {
    address: requireResult(known.address),
    identity: null,
    signal,
    connection: requireResult(known.link).connection,
  };
  const handshake = await network.examiner.shake(url, options);
  known.handshake = handshake;
  const { server, cipher } = handshake;
  const other =
    server?.version === 'TLSv1.3'
      ? await network.examiner.shake(url, { ...options, highest: 'TLSv1.2' })
      : null;
  const versions = [server?.version, other?.server?.version].filter((one) => one !== undefined);
  const facts: Facts = { versions, suite: cipher };
  // The certificate is the next step's.
  if (isTrustFailure(handshake.problem) && server !== null) return fine('tls', facts);
  const failure = handshake.problem;
  if (failure === null) return fine('tls', facts);
  const asked = server !== null && server.accepted !== null;
  if (asked && server.chain.length > 0) return fine('tls', facts);
  const code = nameOf(failure);
  const { alert } = failure.details;
  const seen: Facts = { ...facts, alert: typeof alert === 'string' ? alert : null };
  return code === null ? problem(failure, seen) : trouble('bad', code, seen, { host: url.host });
}

/** Handshake failures about the certificate. */
const ofTrust = ['tls-server-not-trusted', 'tls-server-name-mismatch', 'tls-server-expired'];

export const isTrustFailure = (failure: AppError | null): boolean =>
  failure !== null && ofTrust.includes(failure.code);

/** Returns what a failed handshake says about the server. */
function nameOf({ code, details }: AppError): TroubleFinding | null {
  const reason = String(details.reason);
  if (code === 'answer-too-large' || /EXCESSIVE_MESSAGE_SIZE/.test(reason)) return 'tls-endless';
  if (code === 'network-timeout') return 'tls-silent';
  if (code === 'network-reset') return 'tls-cut';
  if (details.alertNumber === 70 || /UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION/.test(reason)) {
    return 'tls-too-old';
  }
  if (details.alertNumber === 112) return 'tls-name-unknown';
  const isOther = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNEXPECTED_MESSAGE/;
  return isOther.test(reason) ? 'tls-not-spoken' : null;
}

/** Tests whether the server's certificate is trusted, and why. */
export async function trust({ network, known, now }: ExaminationContext): Promise<Outcome> {
  if (requireResult(known.url).protocol === 'http:') return fine('tls-none');
  const { server, trustedBy, problem: failure } = requireResult(known.handshake);
  const chain = certificatesOf(server?.chain ?? []);
  const [leaf] = chain;
  const facts: Facts = {
    chain: chain.map((one) => `${oneLine(one.subject)} ← ${oneLine(one.issuer)}`),
    names: namesOf(leaf),
    validFrom: leaf === undefined ? null : instantOf(leaf.validFrom),
    validUntil: leaf === undefined ? null : instantOf(leaf.validTo),
    fingerprint: leaf?.fingerprint256 ?? null,
    pinned: pinsOf(known).map(({ fingerprint }) => withColons(fingerprint)),
    caIssuers: leaf === undefined ? null : caIssuersOf(leaf),
  };
  const throughProxy = (known.proxy?.proxy ?? null) !== null;
  const issuer = oneLine(leaf?.issuer);
  if (!isTrustFailure(failure)) {
    // A proxy that intercepts TLS shows a certificate of its own authority, which the computer was configured to trust.
    if (throughProxy && trustedBy === 'computer') {
      return trouble('note', 'trust-opened-by-proxy', facts, { issuer, proxy: proxyOf(known) });
    }
    if (trustedBy === 'pin')
      return fine('trust-pinned', facts, { host: requireResult(known.url).host });
    if (trustedBy === null) return trouble('bad', 'trust-unproven', facts);
    return fine(`trust-${trustedBy}`, facts);
  }
  if (failure === null || leaf === undefined) return fine('tls-none', facts);
  const reason = String(failure.details.reason);
  if (Date.parse(leaf.validFrom) > now()) return trouble('bad', 'trust-not-yet', facts);
  if (failure.code !== 'tls-server-not-trusted') return problem(failure, facts);
  if (reason === 'CERT_REJECTED') return trouble('bad', 'trust-may-not-issue', facts, { issuer });
  if (pinsOf(known).length > 0)
    return trouble('bad', 'trust-pin-differs', facts, { host: requireResult(known.url).host });
  if (throughProxy) {
    return trouble('bad', 'trust-opened-by-proxy', facts, { issuer, proxy: proxyOf(known) });
  }
  if (chain.length === 1 && isSelfIssued(leaf)) return trouble('bad', 'trust-self-signed', facts);
  // The issuer's address in the certificate (RFC 5280, 4.2.2.1) shows that the server omitted an authority.
  if (lacksIssuer(chain) && caIssuersOf(leaf) !== null)
    return trouble('bad', 'trust-incomplete', facts, { issuer });
  // A user who has already added an authority is told which one, not to add one.
  if (requireResult(known.link).connection.authorities.length > 0) {
    return trouble('bad', 'trust-other-authority', facts, { issuer: lastIssuer(chain) });
  }
  return (await network.examiner.authoritiesOfComputer()) === 0
    ? trouble('bad', 'trust-none-of-computer', facts, { issuer: lastIssuer(chain) })
    : problem(failure, facts);
}

/** Returns the pins at the tested address. */
function pinsOf({ url, link }: ExaminationContext['known']): readonly Pin[] {
  const host = pinnedHost(requireResult(url).hostname, requireResult(url).port || '443');
  return requireResult(link).connection.pins.filter((pin) => pin.host === host);
}

const withColons = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');

const proxyOf = (known: ExaminationContext['known']): string => known.proxy?.proxy?.name ?? '';

/** Returns the issuer of the certificate whose issuer was not sent, whatever the order. */
function lastIssuer(chain: readonly X509Certificate[]): string {
  let at = chain[0];
  for (let depth = 0; depth < chain.length; depth++) {
    const below = at;
    const next = chain.find((one) => below !== undefined && one !== below && issued(one, below));
    if (next === undefined) break;
    at = next;
  }
  return oneLine(at?.issuer);
}

function isSelfIssued(leaf: X509Certificate): boolean {
  const names = readNames(leaf.raw);
  return names !== null && names.subject.key === names.issuer.key;
}

export function certificatesOf(
  chain: NonNullable<Handshake['server']>['chain'],
): X509Certificate[] {
  return chain.flatMap((der) => {
    try {
      return [new X509Certificate(der)];
    } catch {
      // An invalid certificate is not shown; TLS has refused it already.
      return [];
    }
  });
}

function namesOf(leaf: X509Certificate | undefined): string[] {
  const names = (leaf?.subjectAltName ?? '').slice(0, 8192);
  return names === '' ? [] : names.split(', ').map((one) => one.replace(/^(DNS|IP Address):/, ''));
}

/** Joins a name on one line; Node writes one attribute a line. */
function oneLine(name: string | undefined): string {
  return (name ?? '').slice(0, 4096).split('\n').join(', ');
}
