import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { isLoopback } from '../../../common/addresses/loopback.ts';
import { readBeforeFailing } from './early-answers.ts';
import { noteFacts, type Phase } from './facts.ts';
import { isLengthMismatch, ruleInHead } from './http-rules.ts';
import type { ProxyServer } from './proxies.ts';
import { lastSlice, withSlices } from './slices.ts';
import { openTunnel } from './tunnel.ts';
import { errors } from './undici-errors.ts';
import type { Verification } from './verification.ts';

export interface ConnectorOptions {
  /** The TLS verification settings for an address. */
  readonly verifying: (hostname: string, port: string) => Verification;
  /** Returns the proxy for an address, or null. */
  readonly proxyFor: (hostname: string, port: string) => Promise<ProxyServer | null>;
  readonly verifyingProxy: () => Verification;
}

/** Until the end of the handshake, ms. */
const connectTimeout = 10_000;
const attemptTimeout = 2_000;
const keepAliveDelay = 60_000;
const maxSessions = 100;

/**
 * undici's connector with three additions: a TLS context created once, a tunnel through a proxy chosen per host, and
 * notes on the connection's progress and the server's certificate.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const sessions = new Map<string, Buffer>();

  function secure(
    target: buildConnector.Options,
    tunnel: Socket | null,
    proxy: string | null,
    callback: buildConnector.Callback,
  ): void {
    const { hostname } = target;
    const port = Number(target.port || 443);
    const servername = target.servername || (isIP(hostname) === 0 ? hostname : '');
    const key = `${hostname}:${port}`;
    const session = sessions.get(key);
    const { context, checkServer } = options.verifying(hostname, String(port));
    const dialling: ConnectionOptions & Partial<TcpNetConnectOpts> = {
      ...(tunnel === null ? {} : { socket: tunnel }),
      host: hostname,
      port,
      servername,
      secureContext: context,
      // Set explicitly: the environment can change the default (NODE_TLS_REJECT_UNAUTHORIZED).
      rejectUnauthorized: true,
      checkServerIdentity: checkServer,
      ALPNProtocols: ['http/1.1'],
      autoSelectFamilyAttemptTimeout: attemptTimeout,
      ...lookupOf(hostname),
      ...(session === undefined ? {} : { session }),
    };
    const socket = connectTls(dialling);
    socket.on('session', (fresh) => {
      if (sessions.size >= maxSessions) sessions.clear();
      sessions.set(key, fresh);
    });
    settle(socket, 'secureConnect', tunnel === null ? 'connect' : 'handshake', {
      proxy,
      onFailure: () => sessions.delete(key),
      callback,
    });
  }

  /** Opens a tunnel through the proxy, if there is one. */
  async function tunnelTo(target: buildConnector.Options): Promise<[Socket | null, string | null]> {
    const proxy = await options.proxyFor(target.hostname, target.port || '443');
    if (proxy === null) return [null, null];
    try {
      return [await openTunnel(proxy, target, options.verifyingProxy, connectTimeout), proxy.name];
    } catch (cause) {
      const facts = { phase: 'proxy', proxy: proxy.name, peer: null, earlier: null } as const;
      if (cause instanceof Error) noteFacts(cause, facts);
      throw cause;
    }
  }

  return withSlices((target, callback) => {
    if (target.protocol !== 'https:') {
      const socket = connectTcp({
        host: target.hostname,
        port: Number(target.port || 80),
        autoSelectFamilyAttemptTimeout: attemptTimeout,
        ...lookupOf(target.hostname),
      });
      settle(socket, 'connect', 'connect', { proxy: null, callback });
      return;
    }
    tunnelTo(target)
      .then(([tunnel, proxy]) => secure(target, tunnel, proxy, callback))
      .catch((error: Error) => callback(error, null));
  });
}

const loopbackAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
] as const;

/** Resolves `localhost` without DNS (RFC 6761, section 6.3): http goes there in clear text. */
const lookUpLoopback: LookupFunction = (_name, { all, family }, callback) => {
  const found = loopbackAddresses.filter((one) => !family || one.family === family);
  const [first = loopbackAddresses[0]] = found;
  if (all) callback(null, [...found]);
  else callback(null, first.address, first.family);
};

function lookupOf(hostname: string): { lookup?: LookupFunction } {
  return isLoopback(hostname) ? { lookup: lookUpLoopback } : {};
}

interface Settling {
  readonly proxy: string | null;
  readonly onFailure?: () => void;
  readonly callback: buildConnector.Callback;
}

/** Calls back once, when the socket is ready or has failed, and records facts for every error. */
function settle(
  socket: Socket | TLSSocket,
  ready: 'connect' | 'secureConnect',
  start: Phase,
  { proxy, onFailure, callback }: Settling,
): void {
  let phase = start;
  let settled = false;
  let first: Error | null = null;
  let peer: Uint8Array | null = null;
  const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), connectTimeout);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveDelay);
  if (ready === 'secureConnect') {
    socket.once('connect', () => {
      if (phase === 'connect') phase = 'handshake';
    });
    // Runs before Node checks the certificate: after a rejection it is no longer available. (Not
    // getPeerX509Certificate: after it Node's own check finds no names in the certificate.)
    socket.prependOnceListener('secure', () => {
      peer = peerOf(socket);
    });
  }
  socket.once(ready, () => {
    clearTimeout(timer);
    phase = 'open';
    peer = null;
    settled = true;
    readBeforeFailing(socket);
    callback(null, socket);
  });
  socket.on('error', (error: Error) => {
    clearTimeout(timer);
    const used = settled && socket.bytesRead > 0;
    const rule = isLengthMismatch(error) ? ruleInHead(lastSlice(socket)) : undefined;
    noteFacts(error, { phase, proxy, peer: peer ?? peerOf(socket), earlier: first, used, rule });
    first ??= error;
    onFailure?.();
    if (settled) return;
    settled = true;
    callback(error, null);
  });
}

function peerOf(socket: Socket | TLSSocket): Uint8Array | null {
  return socket instanceof TLSSocket ? (socket.getPeerCertificate()?.raw ?? null) : null;
}
