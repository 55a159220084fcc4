import { isLoopback } from '../../../../common/addresses/loopback.ts';
import { parseForeign } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { BufferedAnswer, Network } from '../../../base/network/index.ts';
import { plainLine, readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import type { ProtectedService } from './types.ts';

/** Metadata has a few KB. */
const maxBytes = 256 * 1024;
/** For one request as a whole, ms. */
export const timeout = 30_000;

/** @param detail in English words, as texts of servers are; what it quotes of theirs becomes one line of plain text */
export function refuse({ name }: Pick<ProtectedService, 'name'>, host: string, detail: string) {
  return new AppError('tool-server-sign-in-failed', {
    details: { name, host, detail: plainLine(detail, 200) },
  });
}

/**
 * Returns an address that a server named, if a token or the user may go there: https; at this computer only for a
 * service that is there itself, so that no other server reaches what listens here.
 * @throws AppError `tool-server-sign-in-failed`
 */
export function requireAddress(service: ProtectedService, address: string, what: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && isLoopback(url.hostname);
  const mayBeHere = isLoopback(service.url.hostname);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere);
  if (url !== null && isSafe && (!isHere || mayBeHere) && url.username === '') return url;
  throw refuse(service, service.url.host, `${what} is at ${address.slice(0, 100)}`);
}

/** Sends one request without a certificate; its answer is bounded in size and time. */
export function ask(
  network: Pick<Network, 'request'>,
  { connection }: ProtectedService,
  url: URL,
  signal: AbortSignal,
  posted?: object,
): Promise<BufferedAnswer> {
  return network.request({
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(posted && { 'content-type': 'application/json' }),
    },
    ...(posted && { method: 'POST', body: JSON.stringify(posted) }),
    redirects: posted ? 'return' : 'follow',
    connection,
    identity: null,
    maxBytes,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
}

/** Returns the JSON of a document; undefined if there is none at this address. @throws AppError */
export async function readDocument(
  network: Pick<Network, 'request'>,
  service: ProtectedService,
  url: URL,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await ask(network, service, url, signal);
  if (answer.status >= 500 && answer.status !== 502) throw refusalError(readRefusal(answer));
  return answer.status === 200 ? jsonOf(service, url, answer) : undefined;
}

/** @throws AppError `tool-server-sign-in-failed` */
export function jsonOf(service: ProtectedService, { host }: URL, answer: BufferedAnswer): unknown {
  try {
    return parseForeign(new TextDecoder().decode(answer.body));
  } catch {
    throw refuse(service, host, 'it sent no JSON');
  }
}
