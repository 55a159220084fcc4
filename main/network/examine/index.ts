/**
 * A connection looked at step by step. What is opened here carries nothing but the handshake of TLS, is judged as
 * every other connection is, and ends with it.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import { AppError } from '../../../preload/contract/errors.ts';
import { isLoopback } from '../../../preload/contract/loopback.ts';
import { type Connection, type ProxyWish, trustAt, usualTrust } from '../connection.ts';
import { type FailureContext, toAppError } from '../errors.ts';
import { noteFacts, type Phase } from '../facts.ts';
import type { TlsIdentity } from '../identity.ts';
import type { Proxies, ProxyChoice } from '../proxies.ts';
import type { Trust } from '../trust.ts';
import { errors } from '../undici-errors.ts';
import { hasPresented, readServerFlight, type ServerFlight } from './flight.ts';
import { HandshakeTooLong, Tap } from './tap.ts';
import { type TrustedBy, trustOf } from './trusted-by.ts';

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly { readonly address: string }[]>;

export interface ShakeOptions {
  /** Where to dial; null: through the proxy. */
  readonly address: string | null;
  readonly connection: Connection;
  /** Shown where the server asks: to be given only for a server that was found to be trusted. */
  readonly identity: TlsIdentity | null;
  /** The highest version to offer; default the highest that there is. */
  readonly highest?: 'TLSv1.2';
  readonly signal: AbortSignal;
}

export interface Handshake {
  /** What the server said; null where it did not come so far. */
  readonly server: ServerFlight | null;
  /** OpenSSL's name of the cipher suite; null as above. */
  readonly cipher: string | null;
  /** Whether `identity` was shown. */
  readonly presented: boolean;
  /** Whose the authority is that the chain ends at, or `pin` for a pinned certificate; null where it is not trusted. */
  readonly trustedBy: TrustedBy | null;
  /** Why there is no trusted connection. */
  readonly problem: AppError | null;
}

export interface Examiner {
  /** The addresses of a host, in order. @throws AppError as a request, `cancelled` */
  lookUp(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether a proxy stands in between, and why. */
  proxyFor(url: URL, wish: ProxyWish): Promise<ProxyChoice>;
  /** Opens a tunnel and closes it. @throws AppError as a request, `cancelled` */
  tunnel(url: URL, wish: ProxyWish, signal: AbortSignal): Promise<void>;
  /** Connects to one address and hangs up. @throws AppError as a request, `cancelled` */
  connect(url: URL, address: string, signal: AbortSignal): Promise<void>;
  /** One handshake and nothing after it. @throws AppError of the way there, `cancelled` */
  shake(url: URL, options: ShakeOptions): Promise<Handshake>;
  /**
   * A small file over http that a certificate names, asked for without anything of the user's. It may lie no nearer
   * than the server that showed the certificate: a server out there has nothing asked of this network.
   * @param server the address that was dialled; null: through the proxy
   * @throws AppError `address-invalid` (another scheme, too near), `answer-too-large`, `http-status`, as a request
   */
  fetch(url: URL, server: string | null, wish: ProxyWish, signal: AbortSignal): Promise<Uint8Array>;
}

const connectTimeout = 3_000;
const handshakeTimeout = 5_000;

export function createExaminer(deps: {
  readonly trust: Trust;
  readonly proxies: Proxies;
  readonly online: () => boolean;
  readonly lookup?: Lookup | undefined;
}): Examiner {
  const { trust, proxies, online } = deps;
  const lookup: Lookup = deps.lookup ?? ((hostname) => systemLookup(hostname, { all: true }));

  const contextOf = (url: URL, identity: TlsIdentity | null): FailureContext => ({
    host: url.host,
    identity,
    online: () => online() || isLoopback(url.hostname),
  });
  const failure = (cause: unknown, url: URL, identity: TlsIdentity | null = null): AppError =>
    cause instanceof HandshakeTooLong
      ? new AppError('answer-too-large', { details: { host: url.host }, cause })
      : toAppError(cause, contextOf(url, identity));

  async function dial(url: URL, address: string, signal: AbortSignal): Promise<Socket> {
    const socket = connectTcp({ host: address, port: portOf(url) });
    try {
      await opened(socket, 'connect', { phase: 'connect', time: connectTimeout, signal });
      return socket;
    } catch (cause) {
      socket.destroy();
      throw cause;
    }
  }

  const chosen = (url: URL, wish: ProxyWish): Promise<ProxyChoice> =>
    proxies.choose(url.hostname, String(portOf(url)), wish);

  async function throughProxy(url: URL, wish: ProxyWish, signal: AbortSignal): Promise<Socket> {
    const { proxy } = await unlessAborted(chosen(url, wish), signal);
    if (proxy === null) throw new AppError('internal');
    const target = {
      hostname: bare(url.hostname),
      host: url.host,
      protocol: url.protocol,
      port: String(portOf(url)),
    };
    const context = () => trust.context(null, usualTrust);
    const { openTunnel } = await import('../tunnel.ts');
    const opening = openTunnel(proxy, target, context, connectTimeout, signal);
    const tunnel = opening.catch((cause: Error) => {
      noteFacts(cause, { phase: 'proxy', proxy: proxy.name, peer: null, earlier: null });
      throw cause;
    });
    // Who stops waiting for it leaves nothing open.
    return unlessAborted(tunnel, signal, (late) => late.on('error', () => undefined).destroy());
  }

  const reach = (
    url: URL,
    { address, connection, signal }: Pick<ShakeOptions, 'address' | 'connection' | 'signal'>,
  ): Promise<Socket> =>
    address === null ? throughProxy(url, connection.proxy, signal) : dial(url, address, signal);

  return {
    async lookUp(hostname, signal) {
      const name = bare(hostname);
      if (isIP(name) !== 0) return [name];
      if (isLoopback(name)) return ['127.0.0.1', '::1'];
      try {
        const found = await unlessAborted(lookup(name), signal);
        return [...new Set(found.map(({ address }) => address))];
      } catch (cause) {
        throw toAppError(cause, { host: hostname, identity: null, online });
      }
    },

    proxyFor: chosen,

    async tunnel(url, wish, signal) {
      try {
        (await throughProxy(url, wish, signal)).on('error', () => undefined).destroy();
      } catch (cause) {
        throw failure(cause, url);
      }
    },

    fetch: async (url, server, wish, signal) => {
      try {
        const { proxy } = await unlessAborted(proxies.choose(url.hostname, '80', wish), signal);
        const { fetchNearby } = await import('./fetch.ts');
        return await fetchNearby(url, { server, proxy, lookup, signal });
      } catch (cause) {
        throw failure(cause, url);
      }
    },

    async connect(url, address, signal) {
      try {
        (await dial(url, address, signal)).destroy();
      } catch (cause) {
        throw failure(cause, url);
      }
    },

    async shake(url, options) {
      const { connection, identity, highest, signal } = options;
      const trusted = trustAt(connection, url.hostname, portOf(url));
      const context = trust.context(identity, trusted, highest);
      let socket: Socket;
      try {
        socket = await reach(url, options);
      } catch (cause) {
        throw failure(cause, url);
      }
      const tap = new Tap(socket);
      const hostname = bare(url.hostname);
      const dialling: ConnectionOptions = {
        socket: tap,
        host: hostname,
        servername: isIP(hostname) === 0 ? hostname : '',
        secureContext: context,
        rejectUnauthorized: true,
        checkServerIdentity: trust.checkServer(trusted),
        ALPNProtocols: ['http/1.1'],
      };
      const secrets = new Map<string, Buffer>();
      const secure = connectTls(dialling);
      secure.on('keylog', (line: Buffer) => noteSecret(secrets, line));
      let problem: AppError | null = null;
      try {
        await opened(secure, 'secureConnect', {
          phase: 'handshake',
          time: handshakeTimeout,
          signal,
        });
      } catch (cause) {
        problem = failure(cause, url, identity);
      }
      const cipher = secure.getCipher()?.standardName ?? null;
      const server = readServerFlight(tap.received, secrets);
      const trustedBy = trustOf(trusted, {
        problem,
        hostname,
        sent: server?.chain ?? [],
        verified: () => secure.getPeerCertificate(true),
      });
      const presented =
        server !== null && identity !== null && hasPresented(tap.sent, server, secrets);
      secure.destroy();
      tap.destroy();
      if (problem?.code === 'cancelled') throw problem;
      return { server, cipher: server === null ? null : cipher, presented, trustedBy, problem };
    },
  };
}

const portOf = ({ protocol, port }: URL): number =>
  Number(port || (protocol === 'http:' ? '80' : '443'));

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** NSS key log format: label, client random and secret, the latter in hexadecimal. */
function noteSecret(secrets: Map<string, Buffer>, line: Buffer): void {
  const [label, , secret] = line.toString('latin1').trim().split(' ');
  if (label?.endsWith('HANDSHAKE_TRAFFIC_SECRET') === true && secret !== undefined) {
    secrets.set(label, Buffer.from(secret, 'hex'));
  }
}

/** Waits for a socket, for so long; its error has the facts of how far it came. */
function opened(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  { phase, time, signal }: { phase: Phase; time: number; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let peer: Uint8Array | null = null;
    let first: Error | null = null;
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      // What comes later is of no interest any more, and must not end the process.
      socket.on('error', () => undefined);
    };
    const fail = (error: Error): void => {
      end();
      noteFacts(error, { phase, proxy: null, peer: peer ?? peerOf(socket), earlier: first });
      first ??= error;
      reject(error);
    };
    const stop = (): void => {
      fail(new AppError('cancelled'));
      socket.destroy();
    };
    const timer = setTimeout(() => {
      fail(new errors.ConnectTimeoutError());
      socket.destroy();
    }, time);
    if (ready === 'secureConnect') {
      // Before Node judges the certificate: once refused it can no longer be asked for.
      socket.prependOnceListener('secure', () => {
        peer = peerOf(socket);
      });
    }
    socket.once(ready, () => {
      end();
      resolve();
    });
    socket.once('error', fail);
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}

function peerOf(socket: Socket): Uint8Array | null {
  return socket instanceof TLSSocket ? (socket.getPeerCertificate()?.raw ?? null) : null;
}

/** @param late what becomes of a result that comes after the end */
function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  late: (value: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('cancelled'));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    work
      .then((value) => {
        if (signal.aborted) late(value);
        resolve(value);
      }, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
