import { X509Certificate } from 'node:crypto';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { TlsIdentity } from '../../../base/network/index.ts';
import { splitCertificates } from '../../../base/x509/pem.ts';
import { type ReadName, readName, readNames } from '../../../base/x509/server-chain/index.ts';
import { abortable, type ExaminationContext, isLimited, requireResult } from '../context.ts';
import { type Facts, fine, type Outcome, problem, trouble } from '../outcome.ts';

/** Tests whether the server requests a user certificate, from which authorities, and whether ours was sent. */
export async function clientCertificate(visit: ExaminationContext): Promise<Outcome> {
  const { access, network, systemId, service, known, signal, now } = visit;
  const url = requireResult(known.url);
  if (url.protocol === 'http:') {
    known.identity = null;
    return fine('tls-none');
  }
  const link = requireResult(known.link);
  const { server, problem: failure } = requireResult(known.handshake);
  const accepted = server?.accepted ?? null;
  const identity = await abortable(access.identity(systemId, service), signal);
  known.identity = identity;
  if (accepted === null && identity !== null && isLimited(link, url)) {
    return trouble('note', 'certificate-asked-later', {}, { host: url.host });
  }
  if (accepted === null) {
    return identity === null || service !== 'webApi' || link.byToken
      ? fine('certificate-unasked')
      : trouble('note', 'certificate-unasked-but-chosen');
  }
  const names = accepted.flatMap((der) => readName(der) ?? []);
  const issuers = identity === null ? [] : issuersOf(identity);
  const facts: Facts = {
    accepted: names.map(({ text }) => text),
    ours: issuers[0]?.text ?? null,
  };
  if (identity === null) {
    // A server that wants a certificate but continues without it may serve requests with a token or a key.
    const state = failure === null ? 'note' : 'bad';
    const code = service === 'genai' ? 'certificate-not-here' : 'certificate-none-chosen';
    return trouble(service === 'webApi' && !link.byToken ? 'bad' : state, code, facts);
  }
  const { connection } = link;
  const shown = await network.examiner.shake(url, {
    address: requireResult(known.address),
    connection,
    identity,
    signal,
  });
  if (shown.problem?.code.startsWith('tls-client-certificate-'))
    return problem(shown.problem, facts);
  const isAccepted =
    names.length === 0 || names.some(({ key }) => issuers.some((one) => one.key === key));
  if (!isAccepted) {
    return trouble('bad', 'certificate-other-authority', facts, { issuer: issuers[0]?.text ?? '' });
  }
  if (Date.parse(identity.notAfter) < now()) return problem(expired(identity, url.host), facts);
  return shown.presented
    ? fine('certificate-shown', facts)
    : trouble('bad', 'certificate-not-shown', facts);
}

function expired({ notAfter }: TlsIdentity, host: string): AppError {
  return new AppError('tls-client-certificate-expired', { details: { host, notAfter } });
}

/** Returns the authorities of our certificate, the nearest first. */
function issuersOf({ certificatePem }: TlsIdentity): ReadName[] {
  return splitCertificates(certificatePem).flatMap((pem) => {
    const read = readNames(new X509Certificate(pem).raw);
    return read === null ? [] : [read.issuer];
  });
}
