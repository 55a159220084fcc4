/** A server certificate that the user compared and trusts at one address. */
export interface Pin {
  /** `name:port`, the name as a URL writes it. */
  readonly host: string;
  /** SHA-256 over the DER, lower-case hex. */
  readonly fingerprint: string;
  readonly pem: string;
}

/** Trust for one address beyond the authorities of the operating system and the runtime. */
export interface TrustSet {
  /** PEM of authorities; each string may hold several. */
  readonly authorities: readonly string[];
  /** PEM of intermediate authorities: trusted only if the chain continues to a trusted one. */
  readonly intermediates: readonly string[];
  /** Pinned certificates of this address's server. */
  readonly pins: readonly Pin[];
}

/** Trusts the usual authorities only. */
export const defaultTrust: TrustSet = { authorities: [], intermediates: [], pins: [] };

/** The user's choice of proxy for a system's services. */
export type ProxyPreference =
  /** As the computer is configured: environment variables, else the operating system. */
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'manual';
      /** http or https, without credentials. */
      readonly url: URL;
      /** Hosts reached without it, in the form of `NO_PROXY`. */
      readonly except: string;
      /** Changes with the credentials. */
      readonly revision: string;
      /** @throws AppError `vault-locked` */
      readonly credentials: () => Promise<ProxyCredentials | null>;
    };

interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** The operator's settings for every connection. */
export interface OperatorNetwork {
  /** PEM of authorities trusted for every server. */
  readonly authorities: readonly string[];
  /** Replaces the computer's proxy; null leaves it as configured. */
  readonly proxy: ProxyPreference | null;
  /** Whether it overrides the user's choice. */
  readonly isFixed: boolean;
}

/** The user's settings for reaching and trusting a system's servers. */
export interface Connection {
  /** PEM of additional trusted authorities. */
  readonly authorities: readonly string[];
  /**
   * PEM of authorities that servers omit from their chains: they lead to a trusted one and are not trusted themselves.
   */
  readonly intermediates: readonly string[];
  readonly pins: readonly Pin[];
  readonly proxy: ProxyPreference;
  /** Servers (`name:port`, as in pins) that ask for the certificate after the request: TLS 1.2 at most. */
  readonly tls12: readonly string[];
  /** Called to store what was learnt about such a server. */
  readonly limitTls?: (host: string, isLimited: boolean) => Promise<void>;
}

/** Returns a connection with default settings and these authorities. */
export function defaultConnection(authorities: readonly string[] = []): Connection {
  return { authorities, intermediates: [], pins: [], proxy: { kind: 'system' }, tls12: [] };
}

/** Returns a key that is equal for equal connections. */
export function connectionKey(connection: Connection): string {
  const { authorities, intermediates, pins, proxy, tls12 } = connection;
  const through =
    proxy.kind === 'manual' ? [proxy.url.href, proxy.except, proxy.revision] : [proxy.kind];
  const pinned = pins.map(({ host, fingerprint }) => `${host} ${fingerprint}`);
  return JSON.stringify([authorities, intermediates, pinned, through, tls12]);
}

/** Returns host and port in the form of pins. @param hostname with or without the brackets of IPv6 */
export function pinnedHost(hostname: string, port: string | number): string {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return `${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Returns the trust for one address, with only that address's pins. */
export function trustAt(
  { authorities, intermediates, pins }: Connection,
  hostname: string,
  port: string | number,
): TrustSet {
  const host = pinnedHost(hostname, port);
  return { authorities, intermediates, pins: pins.filter((pin) => pin.host === host) };
}
