/** A server's certificate that the user has compared and trusts at one address. */
export interface Pin {
  /** `name:port`, the name as a URL writes it. */
  readonly host: string;
  /** SHA-256 over the DER, lower-case hex. */
  readonly fingerprint: string;
  readonly pem: string;
}

/** Whom to trust at an address beyond the operating system's authorities and those that the runtime brings. */
export interface TrustSet {
  /** PEM of authorities, each may hold several. */
  readonly authorities: readonly string[];
  /** PEM of authorities that a chain may lead through: they are trusted where it goes on to a trusted one. */
  readonly intermediates: readonly string[];
  /** Certificates of this address's server. */
  readonly pins: readonly Pin[];
}

/** Of the usual authorities alone. */
export const usualTrust: TrustSet = { authorities: [], intermediates: [], pins: [] };

/** Which proxy a system's services are reached through. */
export type ProxyWish =
  /** As the computer is set up: the environment's, else what the operating system says. */
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'manual';
      /** http or https, without credentials. */
      readonly url: URL;
      /** Hosts that are reached without it, as in `NO_PROXY`. */
      readonly except: string;
      /** Another one for other credentials. */
      readonly revision: string;
      /** @throws AppError `vault-locked` */
      readonly credentials: () => Promise<ProxyCredentials | null>;
    };

interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** What a site decided for every connection. */
export interface SiteNetwork {
  /** PEM of authorities that are trusted at every server. */
  readonly authorities: readonly string[];
  /** What the computer's proxy is; null: as the computer is set up. */
  readonly proxy: ProxyWish | null;
  /** Whether that holds whatever the user wants. */
  readonly isFixed: boolean;
}

/** How the servers of a system are reached and trusted, as the user decided. */
export interface Connection {
  /** PEM of authorities to trust beyond the operating system's. */
  readonly authorities: readonly string[];
  /** PEM of authorities that servers leave out of their chains: they lead to a trusted one and are none. */
  readonly intermediates: readonly string[];
  readonly pins: readonly Pin[];
  readonly proxy: ProxyWish;
  /** Servers (`name:port`, as of pins) that ask for the certificate after the request: TLS 1.2 at most. */
  readonly tls12: readonly string[];
  /** Told what was learnt of such a server, so that it is kept. */
  readonly limitTls?: (host: string, isLimited: boolean) => Promise<void>;
}

/** That to a server about which nothing was decided but these authorities. */
export function plainConnection(authorities: readonly string[] = []): Connection {
  return { authorities, intermediates: [], pins: [], proxy: { kind: 'system' }, tls12: [] };
}

/** Two with the same key are the same. */
export function keyOfConnection(connection: Connection): string {
  const { authorities, intermediates, pins, proxy, tls12 } = connection;
  const through =
    proxy.kind === 'manual' ? [proxy.url.href, proxy.except, proxy.revision] : [proxy.kind];
  const pinned = pins.map(({ host, fingerprint }) => `${host} ${fingerprint}`);
  return JSON.stringify([authorities, intermediates, pinned, through, tls12]);
}

/** A host and port as pins have them. @param hostname with or without the brackets of IPv6 */
export function pinnedHost(hostname: string, port: string | number): string {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return `${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Whom to trust at one address: of the pins those of that address alone. */
export function trustAt(
  { authorities, intermediates, pins }: Connection,
  hostname: string,
  port: string | number,
): TrustSet {
  const host = pinnedHost(hostname, port);
  return { authorities, intermediates, pins: pins.filter((pin) => pin.host === host) };
}
