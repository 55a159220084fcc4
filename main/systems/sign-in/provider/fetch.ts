import type { CustomFetchOptions } from 'oauth4webapi';
import { AppError } from '../../../../preload/contract/errors.ts';
import type {
  BufferedAnswer,
  Connection,
  Network,
  TlsIdentity,
} from '../../../base/network/index.ts';
import { readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import { readTokenAnswer } from './token-answer.ts';
import { TokenResponse } from './token-response.ts';

/** The app's identity and connection at the identity provider. */
export interface ProviderConnection {
  readonly network: Network;
  /** Presented only at the provider's own origin, not wherever its metadata points. */
  readonly identity: TlsIdentity | null;
  readonly connection: Connection;
}

/** oauth4webapi's function for sending a request. */
export type ProviderFetch = (
  url: string,
  options: CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>,
) => Promise<Response>;

/** Metadata and keys have a few KB. */
const maxBytes = 512 * 1024;
/** Three tokens of a few KB, with many roles tens of KB; larger ones would block main while claims are read. */
const maxGrantBytes = 192 * 1024;
const timeout = 30_000;

/**
 * Returns a function that sends oauth4webapi's requests over the app's own network. Only GET follows redirects, within
 * the origin: a form with secrets is sent once. A token response becomes a `TokenResponse`.
 */
export function fetchOver(
  { network, identity, connection }: ProviderConnection,
  mayPresent: (url: string) => boolean,
  now: () => number,
): ProviderFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await network.request({
      url,
      method,
      headers,
      ...(body === undefined ? {} : { body: body.toString() }),
      identity: mayPresent(url) ? identity : null,
      connection,
      maxBytes: body?.has('grant_type') ? maxGrantBytes : maxBytes,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      redirects: method === 'POST' ? 'return' : 'follow',
      ...(signal === undefined ? {} : { signal }),
    });
    // A server error does not mean that the metadata is absent.
    if (method === 'GET' && answer.status >= 500) throw refusalError(readRefusal(answer));
    if (body?.has('grant_type')) return new TokenResponse(readTokenAnswer(answer, body, now()));
    return responseOf(answer);
  };
}

/** Returns the response to a grant request, as `fetchOver` read it. */
export function asTokenResponse(response: Response): TokenResponse {
  if (response instanceof TokenResponse) return response;
  throw new AppError('internal');
}

function responseOf({ status, headers, body }: BufferedAnswer): Response {
  const without = status === 204 || status === 205 || status === 304;
  // Servers label JSON in many ways; an invalid body fails when it is parsed.
  const looksLikeJson = /^\s*[{[]/.test(new TextDecoder().decode(body.subarray(0, 200)));
  const isPage = /\bhtml\b/i.test(headers['content-type'] ?? '') && !looksLikeJson;
  const type = isPage ? 'text/html' : 'application/json';
  const content = without ? null : new Uint8Array(body);
  return new Response(content, { status, headers: { 'content-type': type } });
}
