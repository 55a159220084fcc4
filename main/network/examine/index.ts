/**
 * A connection looked at step by step. What is opened here carries nothing but the handshake of TLS, is judged as
 * every other connection is, and ends with it.
 */
import { X509Certificate } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  connect as connectTls,
  rootCertificates,
  TLSSocket,
} from 'node:tls';
import { AppError } from '../../../preload/contract/errors.ts';
import { isLoopback } from '../../../preload/contract/loopback.ts';
import { type FailureContext, toAppError } from '../errors.ts';
import { noteFacts, type Phase } from '../facts.ts';
import type { TlsIdentity } from '../identity.ts';
import { certificateBlocks } from '../pem.ts';
import type { Proxies, ProxyChoice } from '../proxies.ts';
import type { Trust } from '../trust.ts';
import { openTunnel } from '../tunnel.ts';
import { errors } from '../undici.ts';
import { hasPresented, readServerFlight, type ServerFlight } from './flight.ts';
import { leadsTo } from './path.ts';
import { HandshakeTooLong, Tap } from './tap.ts';

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly { readonly address: string }[]>;

export interface ShakeOptions {
  /** Where to dial; null: through the proxy. */
  readonly address: string | null;
  /** PEM of authorities to trust beyond the operating system's. */
  readonly authorities: readonly string[];
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
  /** Whose the authority is that the chain ends at; null where it is not trusted. */
  readonly trustedBy: 'system-settings' | 'public' | 'computer' | null;
  /** Why there is no trusted connection. */
  readonly problem: AppError | null;
}

export interface Examiner {
  /** The addresses of a host, in order. @throws AppError as a request, `cancelled` */
  lookUp(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether a proxy stands in between, and why. */
  proxyFor(url: URL): ProxyChoice;
  /** Opens a tunnel and closes it. @throws AppError as a request, `cancelled` */
  tunnel(url: URL, signal: AbortSignal): Promise<void>;
  /** Connects to one address and hangs up. @throws AppError as a request, `cancelled` */
  connect(url: URL, address: string, signal: AbortSignal): Promise<void>;
  /** One handshake and nothing after it. @throws AppError of the way there, `cancelled` */
  shake(url: URL, options: ShakeOptions): Promise<Handshake>;
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
    ...{ host: url.host, identity },
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

  async function throughProxy(url: URL, signal: AbortSignal): Promise<Socket> {
    const { proxy } = proxies.choose(url.hostname, String(portOf(url)));
    if (proxy === null) throw new AppError('internal');
    const target = {
      hostname: bare(url.hostname),
      host: url.host,
      protocol: url.protocol,
      port: String(portOf(url)),
    };
    const context = () => trust.context(null, []);
    const opening = openTunnel(proxy, target, context, connectTimeout, signal);
    const tunnel = opening.catch((cause: Error) => {
      noteFacts(cause, { phase: 'proxy', proxy: proxy.name, peer: null, earlier: null });
      throw cause;
    });
    // Who stops waiting for it leaves nothing open.
    return unlessAborted(tunnel, signal, (late) => late.on('error', () => undefined).destroy());
  }

  const reach = (url: URL, address: string | null, signal: AbortSignal): Promise<Socket> =>
    address === null ? throughProxy(url, signal) : dial(url, address, signal);

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

    proxyFor: (url) => proxies.choose(url.hostname, String(portOf(url))),

    async tunnel(url, signal) {
      try {
        (await throughProxy(url, signal)).on('error', () => undefined).destroy();
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

    async shake(url, { address, authorities, identity, highest, signal }) {
      const context = trust.context(identity, authorities, highest);
      let socket: Socket;
      try {
        socket = await reach(url, address, signal);
      } catch (cause) {
        throw failure(cause, url);
      }
      const tap = new Tap(socket);
      const hostname = bare(url.hostname);
      const options: ConnectionOptions = {
        socket: tap,
        host: hostname,
        servername: isIP(hostname) === 0 ? hostname : '',
        secureContext: context,
        rejectUnauthorized: true,
        checkServerIdentity: trust.checkServer(authorities),
        ALPNProtocols: ['http/1.1'],
      };
      const secrets = new Map<string, Buffer>();
      const secure = connectTls(options);
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
      const own = authorities.flatMap(certificateBlocks);
      const cipher = secure.getCipher()?.standardName ?? null;
      const server = readServerFlight(tap.received, secrets);
      const trustedBy =
        problem === null
          ? rootOf(secure.getPeerCertificate(true), own)
          : endedEarly(problem) && leadsTo(server?.chain ?? [], own, hostname, Date.now())
            ? 'system-settings'
            : null;
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

type Chained = Partial<ReturnType<ReturnType<typeof connectTls>['getPeerCertificate']>> & {
  readonly issuerCertificate?: Chained;
};

/** The server hung up before its certificate was judged. */
const endedEarly = ({ code }: AppError): boolean =>
  !code.startsWith('tls-server-') && code !== 'cancelled';

/** Whose the authority is that a verified chain ends at. */
function rootOf(leaf: Chained, own: readonly string[]): Handshake['trustedBy'] {
  let at: Chained | undefined = leaf;
  for (let depth = 0; depth < 12; depth++) {
    const above: Chained | undefined = at?.issuerCertificate;
    if (above?.raw === undefined || at?.raw === undefined || above.raw.equals(at.raw)) break;
    at = above;
  }
  const root = at?.raw?.toString('base64');
  const has = (pems: readonly string[]): boolean =>
    pems.some((pem) => new X509Certificate(pem).raw.toString('base64') === root);
  if (has(own)) return 'system-settings';
  return publicRoots().has(root ?? '') ? 'public' : 'computer';
}

function publicRoots(): Set<string> {
  return new Set(
    rootCertificates.map((pem) =>
      pem.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, ''),
    ),
  );
}
