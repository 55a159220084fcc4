import { connect as connectTcp, type Socket } from 'node:net';
import { isLoopback } from '../../../../common/addresses/loopback.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { type Connection, defaultTrust, type ProxyPreference } from '../connection.ts';
import { type FailureContext, toAppError } from '../errors.ts';
import { noteFacts } from '../facts.ts';
import type { TlsIdentity } from '../identity.ts';
import type { Proxies, ProxyChoice } from '../proxies.ts';
import type { Trust } from '../trust.ts';
import { abortable, waitForSocket } from './abortable.ts';
import { HandshakeTooLong } from './tap.ts';

/** Destination of a connection. */
interface Target {
  /** Where to dial; null: through the proxy. */
  readonly address: string | null;
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

const connectTimeout = 3_000;

export type Dialer = ReturnType<typeof createDialer>;

/** Connects to a server, directly or through its proxy, and explains failures. */
export function createDialer(deps: {
  readonly trust: Trust;
  readonly proxies: Proxies;
  readonly online: () => boolean;
}) {
  const { trust, proxies, online } = deps;

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
      await waitForSocket(socket, 'connect', { phase: 'connect', time: connectTimeout, signal });
      return socket;
    } catch (cause) {
      socket.destroy();
      throw cause;
    }
  }

  const chosen = (url: URL, wish: ProxyPreference): Promise<ProxyChoice> =>
    proxies.choose(url.hostname, String(portOf(url)), wish);

  async function throughProxy(
    url: URL,
    wish: ProxyPreference,
    signal: AbortSignal,
  ): Promise<Socket> {
    const { proxy } = await abortable(chosen(url, wish), signal);
    if (proxy === null) throw new AppError('internal');
    const target = {
      hostname: withoutBrackets(url.hostname),
      host: url.host,
      protocol: url.protocol,
      port: String(portOf(url)),
    };
    const verifying = () => ({
      context: trust.context(null, defaultTrust),
      checkServer: trust.checkServer(defaultTrust),
    });
    const { openTunnel } = await import('../tunnel.ts');
    const opening = openTunnel(proxy, target, verifying, connectTimeout, signal);
    const tunnel = opening.catch((cause: Error) => {
      noteFacts(cause, { phase: 'proxy', proxy: proxy.name, peer: null, earlier: null });
      throw cause;
    });
    // Cancelling leaves no socket open.
    return abortable(tunnel, signal, (late) => late.on('error', () => undefined).destroy());
  }

  const reach = (url: URL, { address, connection, signal }: Target): Promise<Socket> =>
    address === null ? throughProxy(url, connection.proxy, signal) : dial(url, address, signal);

  return { failure, dial, chosen, throughProxy, reach };
}

export const portOf = ({ protocol, port }: URL): number =>
  Number(port || (protocol === 'http:' ? '80' : '443'));

export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
