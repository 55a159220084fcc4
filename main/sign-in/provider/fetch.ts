import type { CustomFetch } from 'openid-client';
import { AppError } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer, Network, TlsIdentity } from '../../network/index.ts';
import { readRefusal, refusalError } from '../../network/refusal/index.ts';
import { readTokenAnswer, type TokenFields } from './token-answer.ts';

/** As whom the app goes to the identity provider, and whom it trusts there. */
export interface ProviderConnection {
  readonly network: Network;
  /** Presented to the provider's own origin, not to wherever its metadata point. */
  readonly identity: TlsIdentity | null;
  /** PEM of authorities beyond the operating system's. */
  readonly authorities: readonly string[];
}

/** What was seen on the way, for what openid-client does not tell. */
export interface Seen {
  /** Provider's clock minus ours at the last answer, ms; null where it did not say. */
  clockSkew: number | null;
  /** Of the last token response. */
  fields: TokenFields | null;
}

/** Metadata, keys and token responses are small. */
const maxBytes = 2 * 1024 * 1024;
const timeout = 30_000;

/**
 * openid-client's requests over the app's own network. Only GET follows redirects, within the origin:
 * a form with secrets is sent once.
 */
export function fetchOver(
  { network, identity, authorities }: ProviderConnection,
  mayPresent: (url: string) => boolean,
  seen: Seen,
  now: () => number,
): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const post = method === 'POST';
    const answer = await network.request({
      url,
      method,
      headers,
      ...(body === null || body === undefined ? {} : { body: formOf(body) }),
      identity: mayPresent(url) ? identity : null,
      authorities,
      maxBytes,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      redirects: post ? 'return' : 'follow',
      ...(signal === undefined ? {} : { signal }),
    });
    seen.clockSkew = skewOf(answer, now()) ?? seen.clockSkew;
    const form = post ? new URLSearchParams(formOf(body)) : null;
    // Absent is something else than out of order.
    if (!post && answer.status >= 500) throw refusalError(readRefusal(answer));
    if (!form?.has('grant_type')) {
      return responseOf(answer.status, answer.body, contentType(answer));
    }
    const read = readTokenAnswer(answer, form);
    seen.fields = read.fields;
    return responseOf(read.status, read.body, 'application/json');
  };
}

function formOf(body: unknown): string {
  if (body instanceof URLSearchParams || typeof body === 'string') return body.toString();
  throw new AppError('internal');
}

/** Servers label JSON in many ways; a body that is none fails where it is parsed. */
function contentType({ headers }: BufferedAnswer): string {
  return /\bhtml\b/i.test(headers['content-type'] ?? '') ? 'text/html' : 'application/json';
}

function responseOf(status: number, body: string | Uint8Array, type: string): Response {
  const without = status === 204 || status === 205 || status === 304;
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  return new Response(without ? null : content, { status, headers: { 'content-type': type } });
}

/** RFC 9110, section 6.6.1; its grain is a second. */
function skewOf({ headers }: BufferedAnswer, now: number): number | null {
  const said = Date.parse(headers.date ?? '');
  return Number.isNaN(said) ? null : said - now;
}
