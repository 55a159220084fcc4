import { AppError } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer, Network, TlsIdentity } from '../../base/network/index.ts';
import { readErrorMessage } from '../../base/network/refusal/index.ts';
import type { Access } from '../../systems/access/index.ts';
import { type MachineRecord, readMachines } from './answer.ts';
import { webApiRefusal } from './refusals.ts';
import { callWebApi, largestStatus, statusPath } from './request.ts';

const longestTag = 500;
const utf8 = new TextDecoder();

/** A good answer with its validators (RFC 9110, section 8.8.3); null for none. */
export interface StatusAnswer {
  readonly records: readonly MachineRecord[];
  readonly tag: string | null;
  /** When it was created by the server's clock, ms since 1970; null if not stated. */
  readonly served: number | null;
}

/**
 * Get All Machine State: `GET {base_url}/status/`, no payload (spec/web-api.md).
 * @param options.last the last answer of this address to this identity: returned again if it is still valid
 * @throws AppError of `network-*`, `tls-*`, `http-*`, `answer-*` and `session-*`
 */
export async function fetchStatus(
  network: Network,
  access: Access,
  now: () => Date,
  { signal, last = null }: { signal?: AbortSignal; last?: StatusAnswer | null } = {},
): Promise<StatusAnswer> {
  const named: Record<string, string> = last?.tag == null ? {} : { 'if-none-match': last.tag };
  let answer: BufferedAnswer;
  try {
    answer = await callWebApi(network, access, {
      path: statusPath,
      headers: { accept: 'application/json', ...named },
      maxBytes: largestStatus,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (cause) {
    throw nameExpiry(cause, access.identity, now());
  }
  const served = servedAt(answer.headers.date);
  if (answer.status === 304 && last?.tag != null) return { ...last, served };
  if (answer.status < 200 || answer.status > 299) {
    throw webApiRefusal(answer, access.identity, now());
  }
  try {
    const records = readMachines(utf8.decode(answer.body), access.address);
    return { records, tag: tagOf(answer.headers.etag), served };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'answer-not-json') throw error;
    const contentType = answer.headers['content-type'] ?? '';
    const server = readErrorMessage(answer).text;
    throw new AppError(error.code, {
      details: { ...error.details, contentType, ...(server === '' ? {} : { server }) },
      retryable: error.retryable,
      cause: error,
    });
  }
}

/** Returns the entity tag to send with the next request; null if it is missing or invalid. */
function tagOf(etag = ''): string | null {
  return etag.length <= longestTag && /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null;
}

function servedAt(date = ''): number | null {
  const at = Date.parse(date);
  return Number.isNaN(at) ? null : at;
}

/** Unspecific failures that a server may cause when it rejects a client certificate. */
const unclear = new Set(['tls-handshake', 'network-reset', 'tls-client-certificate-rejected']);

/** If the own certificate is known to be expired, that explains an unspecific failure better. */
function nameExpiry(cause: unknown, identity: TlsIdentity | null, now: Date): unknown {
  if (!(cause instanceof AppError) || !unclear.has(cause.code) || identity === null) return cause;
  if (Date.parse(identity.notAfter) >= now.getTime()) return cause;
  return new AppError('tls-client-certificate-expired', {
    details: { ...cause.details, notAfter: identity.notAfter },
    cause,
  });
}
