import { AppError } from '../../preload/contract/errors.ts';
import type { Access } from '../links/index.ts';
import type { Network, TlsIdentity } from '../network/index.ts';
import { readWords } from '../network/refusal/index.ts';
import { type MachineRecord, readMachines } from './answer.ts';
import { webApiRefusal } from './refusals.ts';
import { callWebApi } from './request.ts';

/** Machines are tens, their records two short fields (spec/web-api.md, "Machine state record"). */
const maxBytes = 256 * 1024;

/**
 * Get All Machine State: `GET {base_url}/status/`, no payload (spec/web-api.md).
 * @throws AppError of `network-*`, `tls-*`, `http-*`, `answer-*` and `session-*`
 */
export async function fetchStatus(
  network: Network,
  access: Access,
  now: () => Date,
  signal?: AbortSignal,
): Promise<MachineRecord[]> {
  const { host } = new URL(access.address);
  const answer = await callWebApi(network, access, {
    path: '/status/',
    headers: { accept: 'application/json' },
    maxBytes,
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    throw nameExpiry(cause, access.identity, now());
  });
  if (answer.status < 200 || answer.status > 299) {
    throw webApiRefusal(answer, access.identity, now());
  }
  try {
    return readMachines(new TextDecoder().decode(answer.body), host);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'answer-not-json') throw error;
    const contentType = answer.headers['content-type'] ?? '';
    const server = readWords(answer).text;
    throw new AppError(error.code, {
      details: { ...error.details, contentType, ...(server === '' ? {} : { server }) },
      retryable: error.retryable,
      cause: error,
    });
  }
}

/** Failures that a server which dislikes a client certificate may leave instead of saying so. */
const unclear = new Set(['tls-handshake', 'network-reset', 'tls-client-certificate-rejected']);

/** An own certificate known to be expired is the better explanation of a failure that has none. */
function nameExpiry(cause: unknown, identity: TlsIdentity | null, now: Date): unknown {
  if (!(cause instanceof AppError) || !unclear.has(cause.code) || identity === null) return cause;
  if (Date.parse(identity.notAfter) >= now.getTime()) return cause;
  return new AppError('tls-client-certificate-expired', {
    details: { ...cause.details, notAfter: identity.notAfter },
    cause,
  });
}
