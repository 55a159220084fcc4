import { AppError } from '../../../preload/contract/errors.ts';
import { type Connection, pinnedHost } from './connection.ts';
import type { Examiner } from './examine/index.ts';
import type { Received } from './exchange/send.ts';
import type { TlsIdentity } from './identity.ts';

/** One request as it can be sent again. */
export interface Repeatable {
  readonly url: URL;
  readonly method: string;
  readonly identity: TlsIdentity | null;
  readonly connection: Connection;
  /** Whether a redirect may be how the server refuses. */
  readonly refusesByRedirect: boolean;
  readonly signal: AbortSignal | undefined;
  readonly send: (connection: Connection) => Promise<Received>;
}

/** What the server answered, and whether it did so without having asked for the certificate. */
export interface Judged {
  readonly answer: Received;
  readonly unasked: boolean;
}

/** What did not help is not tried again for so long, ms. */
const restTime = 600_000;
const mostRemembered = 200;
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'http:' ? '80' : '443');

/**
 * Apache asks for the certificate of a location after it has read the request. Under TLS 1.3 that is post-handshake
 * authentication (RFC 8446, 4.6.2), which no runtime of ours has, so it refuses without having seen the certificate;
 * under TLS 1.2 it renegotiates. A server that refuses so, over TLS 1.3 and without having asked in the handshake, is
 * asked once more with TLS 1.2. All of that is authenticated by its certificate: nobody in between can bring it about.
 */
export function createAskedLater(
  examiner: Pick<Examiner, 'proxyFor' | 'lookUp' | 'shake'>,
  now: () => number = Date.now,
) {
  /** When a refusal was looked at in vain, and whether the server was not asking. */
  const known = new Map<string, { readonly at: number; readonly unasked: boolean }>();

  function remember(key: string, unasked: boolean): void {
    if (known.size >= mostRemembered) known.clear();
    known.set(key, { at: now(), unasked });
  }

  /** Whether a handshake of its own shows a trusted server of TLS 1.3 that asks for no certificate. */
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

  async function tryTls12(request: Repeatable, first: Received, key: string): Promise<Judged> {
    const { url, connection } = request;
    const host = pinnedHost(url.hostname, portOf(url));
    let second: Received;
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
    /** Sends a request, as often as it takes to show the certificate to a server that asks late. */
    async send(request: Repeatable): Promise<Judged> {
      const { url, method, identity, connection } = request;
      const host = pinnedHost(url.hostname, portOf(url));
      const first = await request.send(connection).catch(async (error: unknown) => {
        const others = connection.tls12.filter((one) => one !== host);
        if (others.length === connection.tls12.length || !wantsNewer(error)) throw error;
        // It speaks TLS 1.2 no more; nothing of the request was sent.
        await connection.limitTls?.(host, false);
        return request.send({ ...connection, tls12: others });
      });
      const plain = { answer: first, unasked: false };
      const isSafe = method === 'GET' || method === 'HEAD';
      if (url.protocol !== 'https:' || identity === null || !isSafe) return plain;
      if (connection.tls12.includes(host) || !isRefusal(first, request)) return plain;
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

function isRefusal({ status, headers }: Received, { refusesByRedirect }: Repeatable): boolean {
  if (status === 401 || status === 403) return true;
  // Apache redirects so where its page for errors is an address (`ErrorDocument 403 https://…`).
  return refusesByRedirect && status === 302 && headers.location !== undefined;
}

/** Apache's own page gives the reason. */
const saysSo = ({ body }: Received): boolean =>
  body instanceof Uint8Array && Buffer.from(body).includes('Post-Handshake Authentication');

/** A streamed body that nobody reads holds its connection. */
function drop({ body }: Received): void {
  if (!(body instanceof Uint8Array)) body.on('error', () => undefined).destroy();
}

function wantsNewer(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'tls-handshake') return false;
  const { alertNumber, reason } = error.details;
  return alertNumber === 70 || /UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION/.test(String(reason));
}
