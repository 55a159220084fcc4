/**
 * Examines a connection step by step. Connections opened here carry only the TLS handshake, are verified like any
 * other, and end with it.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback } from '../../../../common/addresses/loopback.ts';
import type { ProxyPreference } from '../connection.ts';
import { toAppError } from '../errors.ts';
import type { Proxies, ProxyChoice } from '../proxies.ts';
import type { Trust } from '../trust.ts';
import { abortable } from './abortable.ts';
import { createDialer, withoutBrackets } from './dialer.ts';
import { type Handshake, type HandshakeOptions, performHandshake } from './handshake.ts';

export type { Handshake, HandshakeOptions } from './handshake.ts';

/** Returns every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly { readonly address: string }[]>;

export interface Examiner {
  /** Returns a host's addresses in order. @throws AppError as a request, `cancelled` */
  lookUp(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the proxy in between, if any, and why. */
  proxyFor(url: URL, wish: ProxyPreference): Promise<ProxyChoice>;
  /** Opens a tunnel and closes it. @throws AppError as a request, `cancelled` */
  tunnel(url: URL, wish: ProxyPreference, signal: AbortSignal): Promise<void>;
  /** Connects to one address and hangs up. @throws AppError as a request, `cancelled` */
  connect(url: URL, address: string, signal: AbortSignal): Promise<void>;
  /** Number of authorities of the operating system; null if this runtime cannot read them. */
  authoritiesOfComputer(): Promise<number | null>;
  /** Makes one handshake and nothing more. @throws AppError of the connection, `cancelled` */
  shake(url: URL, options: HandshakeOptions): Promise<Handshake>;
  /**
   * Downloads a small http file that a certificate names, sending nothing of the user's. It must not be nearer than the
   * server that showed the certificate: an outside server must not cause requests inside this network.
   * @param server the address that was dialled; null: through the proxy
   * @throws AppError `address-invalid` (another scheme, too near), `answer-too-large`, `http-status`, as a request
   */
  fetch(
    url: URL,
    server: string | null,
    wish: ProxyPreference,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

export function createExaminer(deps: {
  readonly trust: Trust;
  readonly proxies: Proxies;
  readonly online: () => boolean;
  readonly lookup?: Lookup | undefined;
}): Examiner {
  const { trust, proxies, online } = deps;
  const way = createDialer(deps);
  const { failure } = way;
  const lookup: Lookup = deps.lookup ?? ((hostname) => systemLookup(hostname, { all: true }));

  return {
    async lookUp(hostname, signal) {
      const name = withoutBrackets(hostname);
      if (isIP(name) !== 0) return [name];
      if (isLoopback(name)) return ['127.0.0.1', '::1'];
      try {
        const found = await abortable(lookup(name), signal);
        return [...new Set(found.map(({ address }) => address))];
      } catch (cause) {
        throw toAppError(cause, { host: hostname, identity: null, online });
      }
    },

    proxyFor: way.chosen,

    async tunnel(url, wish, signal) {
      try {
        (await way.throughProxy(url, wish, signal)).on('error', () => undefined).destroy();
      } catch (cause) {
        throw failure(cause, url);
      }
    },

    fetch: async (url, server, wish, signal) => {
      try {
        const { proxy } = await abortable(
          proxies.choose(url.hostname, url.port || '80', wish, 'http'),
          signal,
        );
        const { fetchNearby } = await import('./fetch.ts');
        return await fetchNearby(url, { server, proxy, lookup, signal });
      } catch (cause) {
        throw failure(cause, url);
      }
    },

    async connect(url, address, signal) {
      try {
        (await way.dial(url, address, signal)).destroy();
      } catch (cause) {
        throw failure(cause, url);
      }
    },

    authoritiesOfComputer: () => trust.ofComputer(),

    async shake(url, options) {
      await trust.ready();
      return performHandshake(way, trust, url, options);
    },
  };
}
