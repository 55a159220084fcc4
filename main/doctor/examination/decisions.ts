import { createHash, type X509Certificate } from 'node:crypto';
import { readFingerprint } from '../../../common/texts/fingerprint.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { FoundIssuer, PinOutcome } from '../../../preload/contract/systems/doctor.ts';
import type { AddressField, Authority } from '../../../preload/contract/systems/systems.ts';
import { type Connection, instantOf, pinnedHost } from '../../base/network/index.ts';
import type { Connections } from '../../systems/connections/index.ts';
import { type ExaminationContext, requireResult } from './context.ts';
import { caIssuersOf, issued, lacksIssuer, readIssuer } from './issuer.ts';
import { address, connect, lookup, proxy } from './steps/connection.ts';
import { certificatesOf, isTrustFailure, tls } from './steps/tls.ts';

/** The user's decisions about a server's certificate, each with a new connection to the server. */
interface Decisions {
  /** Trusts the certificate that a server shows at its address, if it has this fingerprint. @param typed as typed */
  pin(visit: ExaminationContext, typed: string): Promise<PinOutcome>;
  /** Downloads the authority certificate that the server omitted, from the address in its own certificate. */
  askIssuer(visit: ExaminationContext): Promise<FoundIssuer>;
  /** Stores it for that system. False if it is gone, or no longer leads to a trusted authority. */
  keepIssuer(visit: ExaminationContext, fingerprint: string): Promise<boolean>;
  forget(systemId: string): void;
}

export function createDecisions(
  connections: Pick<Connections, 'pin' | 'addIntermediate'>,
): Decisions {
  /** The last one found for each service, until the app ends. */
  const found = new Map<string, X509Certificate>();
  const keyOf = (systemId: string, service: AddressField): string => `${systemId} ${service}`;

  return {
    async pin(visit, typed) {
      const fingerprint = readFingerprint(typed);
      if (fingerprint === null) return { outcome: 'unreadable', problem: null };
      const chain = await chainShown(visit);
      const [leaf] = chain;
      if (leaf === undefined) throw new AppError('internal');
      if (fingerprintOf(leaf) !== fingerprint) return { outcome: 'differs', problem: null };
      const url = requireResult(visit.known.url);
      const pin = {
        host: pinnedHost(url.hostname, url.port || '443'),
        ...described(leaf),
        pinnedAt: new Date(visit.now()).toISOString(),
      };
      const { problem, trustedBy } = await shaken(visit, (connection) => ({
        ...connection,
        pins: [...connection.pins.filter(({ host }) => host !== pin.host), pin],
      }));
      // A pin does not help against a wrong name or time.
      if (problem !== null && isTrustFailure(problem)) {
        return { outcome: 'not-good', problem: problem.toData() };
      }
      if (trustedBy !== 'pin') return { outcome: 'not-good', problem: problem?.toData() ?? null };
      await connections.pin(visit.systemId, pin);
      return { outcome: 'pinned', problem: null };
    },

    async askIssuer(visit) {
      const chain = await chainShown(visit);
      const [leaf] = chain;
      const at = leaf === undefined || !lacksIssuer(chain) ? null : caIssuersOf(leaf);
      const none = (outcome: FoundIssuer['outcome']): FoundIssuer => ({
        outcome,
        address: at,
        authority: null,
      });
      if (leaf === undefined || at === null) return none('not-named');
      const { network, known, signal } = visit;
      const bytes = await fetched(() =>
        network.examiner.fetch(
          new URL(at),
          known.address ?? null,
          requireResult(known.link).connection.proxy,
          signal,
        ),
      );
      if (typeof bytes === 'string') return none(bytes);
      const issuer = readIssuer(bytes);
      if (issuer === null) return none('no-certificate');
      if (!issued(issuer, leaf)) return none('another');
      if (issued(issuer, issuer)) return none('root');
      const { problem } = await shaken(visit, including(issuer));
      if (problem !== null && isTrustFailure(problem)) {
        return { ...none('leads-nowhere'), authority: described(issuer) };
      }
      found.set(keyOf(visit.systemId, visit.service), issuer);
      return { outcome: 'found', address: at, authority: described(issuer) };
    },

    async keepIssuer(visit, fingerprint) {
      const issuer = found.get(keyOf(visit.systemId, visit.service));
      if (issuer === undefined || fingerprintOf(issuer) !== fingerprint) return false;
      await chainShown(visit);
      const { problem } = await shaken(visit, including(issuer));
      if (problem !== null && isTrustFailure(problem)) return false;
      await connections.addIntermediate(visit.systemId, described(issuer));
      return true;
    },

    forget(systemId) {
      for (const key of found.keys()) if (key.startsWith(`${systemId} `)) found.delete(key);
    },
  };
}

/** Returns the server's current certificates, the server's own first. @throws AppError why there are none */
async function chainShown(visit: ExaminationContext): Promise<X509Certificate[]> {
  for (const look of [address, proxy, lookup, connect, tls]) {
    const { state, verdict } = await look(visit);
    visit.signal.throwIfAborted();
    if (state !== 'bad') continue;
    if (verdict?.kind === 'problem') {
      const { code, ...data } = verdict.problem;
      throw new AppError(code, data);
    }
    throw new AppError('network-unreachable', { details: { host: visit.known.url?.host ?? '' } });
  }
  const chain = certificatesOf(visit.known.handshake?.server?.chain ?? []);
  if (chain.length > 0) return chain;
  throw new AppError('tls-handshake', { details: { host: visit.known.url?.host ?? '' } });
}

/** Makes a handshake as it would be after the decision. */
function shaken(
  { network, known, signal }: ExaminationContext,
  decided: (now: Connection) => Connection,
) {
  return network.examiner.shake(requireResult(known.url), {
    address: requireResult(known.address),
    connection: decided(requireResult(known.link).connection),
    identity: null,
    signal,
  });
}

const including =
  (issuer: X509Certificate) =>
  (connection: Connection): Connection => ({
    ...connection,
    intermediates: [...connection.intermediates, issuer.toString()],
  });

/** Returns the downloaded certificate, or why there is none. */
async function fetched(
  fetch: () => Promise<Uint8Array>,
): Promise<Uint8Array | 'not-http' | 'too-near' | 'too-large'> {
  try {
    return await fetch();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { problem } = error.details;
    if (error.code === 'answer-too-large') return 'too-large';
    if (error.code === 'address-invalid') return problem === 'too-near' ? problem : 'not-http';
    throw error;
  }
}

const fingerprintOf = ({ raw }: X509Certificate): string =>
  createHash('sha256').update(raw).digest('hex');

function described(certificate: X509Certificate): Authority {
  return {
    subject: certificate.subject.split('\n').reverse().join(', '),
    // An issuer without an expiry date is not accepted as one (readIssuer).
    notAfter: instantOf(certificate.validTo) ?? '',
    fingerprint: fingerprintOf(certificate),
    pem: certificate.toString(),
  };
}
