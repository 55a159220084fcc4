import { AppError } from '../../../preload/contract/errors.ts';
import { type Connection, pinnedHost } from './connection.ts';
import type { Examiner } from './examine/index.ts';
import type { HttpResponse } from './exchange/send.ts';
import type { TlsIdentity } from './identity.ts';

/** A request that can be sent again. */
export interface Repeatable {
  readonly url: URL;
  readonly method: string;
  readonly identity: TlsIdentity | null;
  readonly connection: Connection;
  /** Whether the server may refuse with a redirect. */
  readonly refusesByRedirect: boolean;
  readonly signal: AbortSignal | undefined;
  readonly send: (connection: Connection) => Promise<HttpResponse>;
}

/** The server's response, and whether it came without a certificate request. */
export interface CheckedResponse {
  readonly answer: HttpResponse;
  readonly unasked: boolean;
}

/** A failed attempt is not repeated for this long, ms. */
const restTime = 600_000;
const mostRemembered = 200;
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'http:' ? '80' : '443');

/**
 * Retries a refused request once with TLS 1.2 if the server never asked for the certificate. Apache asks for the
 * certificate of a location after it has read the request. Under TLS 1.3 that is post-handshake authentication (RFC
 * 8446, 4.6.2), which none of our runtimes supports, so Apache refuses without having seen the certificate; under TLS
 * 1.2 it renegotiates. Only a refusal over TLS 1.3, from a server that asked for none in the handshake, is retried. The
 * server's certificate authenticates all of this, so nobody in between can cause it.
 */
export function createTls12Retry(
  examiner: Pick<Examiner, 'proxyFor' | 'lookUp' | 'shake'>,
  now: () => number = Date.now,
) {
  /** When a refusal was last examined without success, and whether the server had not asked. */
  const known = new Map<string, { readonly at: number; readonly unasked: boolean }>();

  function remember(key: string, unasked: boolean): void {
    if (known.size >= mostRemembered) known.clear();
    known.set(key, { at: now(), unasked });
  }

  /** Returns whether a separate handshake shows a trusted TLS 1.3 server that requests no certificate. */
  async function asksNothing({ url, connection, signal }: Repeatable): Promise<boolean> {
    const stopping = signal ?? new AbortController().signal;
    const { proxy } = await examiner.proxyFor(url, connection.proxy);
    const places = proxy === null ? await examiner.lookUp(url.hostname, stopping) : [null];
    for (const address of places.slice(0, 2)) {
      try {
        const options = { address, connection, identity: null, signal: stopping };
        const { server, trustedBy, problem } = await examiner.shake(url, options);
        return (
          problem === null &&
          trustedBy !== null &&
          server?.version === 'TLSv1.3' &&
          server.accepted === null
        );
      } catch (error) {
        if (stopping.aborted) throw error;
      }
    }
    return false;
  }

  async function tryTls12(
    request: Repeatable,
    first: HttpResponse,
    key: string,
  ): Promise<CheckedResponse> {
    const { url, connection } = request;
    const host = pinnedHost(url.hostname, portOf(url));
    let second: HttpResponse;
    try {
      second = await request.send({ ...connection, tls12: [...connection.tls12, host] });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
      if (!error.code.startsWith('tls-client-certificate-')) {
        remember(key, true);
        return { answer: first, unasked: true };
      }
      // It asked, and says what is wrong with the certificate.
      await connection.limitTls?.(host, true);
      throw error;
    }
    if (isRefusal(second, request) && !saysSo(first)) {
      remember(key, false);
      drop(second);
      return { answer: first, unasked: false };
    }
    await connection.limitTls?.(host, true);
    drop(first);
    return { answer: second, unasked: false };
  }

  return {
    /** Sends a request, again if needed to show the certificate to a server that asks late. */
    async send(request: Repeatable): Promise<CheckedResponse> {
      const { url, method, identity, connection } = request;
      const first = await sendFirst(request);
      const plain = { answer: first, unasked: false };
      const isSafe = method === 'GET' || method === 'HEAD';
      if (!isRefusal(first, request) || identity === null || !isSafe) return plain;
      const isLimited = connection.tls12.includes(pinnedHost(url.hostname, portOf(url)));
      if (url.protocol !== 'https:' || isLimited) return plain;
      const key = JSON.stringify([identity.name, url.origin, url.pathname]);
      const before = known.get(key);
      if (before !== undefined && now() - before.at < restTime) {
        return { answer: first, unasked: before.unasked };
      }
      try {
        if (await asksNothing(request)) return await tryTls12(request, first, key);
        remember(key, false);
        return plain;
      } catch (error) {
        drop(first);
        throw error;
      }
    },
  };
}

async function sendFirst(request: Repeatable): Promise<HttpResponse> {
  const { url, connection, send } = request;
  try {
    return await send(connection);
  } catch (error) {
    const host = pinnedHost(url.hostname, portOf(url));
    const others = connection.tls12.filter((one) => one !== host);
    if (others.length === connection.tls12.length || !wantsNewer(error)) throw error;
    // It no longer supports TLS 1.2; nothing of the request was sent.
    await connection.limitTls?.(host, false);
    return send({ ...connection, tls12: others });
  }
}

function isRefusal({ status, headers }: HttpResponse, { refusesByRedirect }: Repeatable): boolean {
  if (status === 401 || status === 403) return true;
  // Apache redirects like this if its error page is an address (`ErrorDocument 403 https://…`).
  return refusesByRedirect && status === 302 && headers.location !== undefined;
}

/** Apache's own page gives the reason. */
const saysSo = ({ body }: HttpResponse): boolean =>
  body instanceof Uint8Array && Buffer.from(body).includes('Post-Handshake Authentication');

/** An unread streamed body would hold its connection. */
function drop({ body }: HttpResponse): void {
  if (!(body instanceof Uint8Array)) body.on('error', () => undefined).destroy();
}

function wantsNewer(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'tls-handshake') return false;
  const { alertNumber, reason } = error.details;
  return alertNumber === 70 || /UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION/.test(String(reason));
}
