/**
 * How a tab and the web host know each other before either says anything else on a WebSocket: both hold
 * the same secret, neither says it, each proves it over two nonces, the host first (HMAC-SHA-256, all
 * values in base64url without padding).
 *
 * ```
 * tab   GET /socket?id=…&nonce=…                which secret is meant
 * host  {"kind":"challenge","nonce","proof"}    or {"kind":"unknown"}, and the end
 * tab   {"proof"}                               and its calls
 * host  {"kind":"welcome"}                      and results and events
 * ```
 *
 * The secret of a first visit is the launch token, which stands in the fragment of the printed address,
 * so that no request carries it. It is good once: both make the secret that the tab keeps out of it.
 *
 * What the tab says first stands in the request for the connection, because it gives nothing away: so the
 * challenge comes with the answer to that, and calls go with the proof, one way there and back later.
 */
export interface Nonces {
  readonly tab: string;
  readonly host: string;
}

/** The texts for HMAC under the secret; their prefixes keep the uses apart. */
export const signed = {
  /** Names the secret without revealing it. */
  id: 'compute-desk/1 id',
  host: ({ tab, host }: Nonces): string => `compute-desk/1 host ${tab} ${host}`,
  tab: ({ tab, host }: Nonces): string => `compute-desk/1 tab ${tab} ${host}`,
  /** Under a launch token: the secret that the tab stores. */
  secret: ({ tab, host }: Nonces): string => `compute-desk/1 secret ${tab} ${host}`,
} as const;

/** 32 bytes: a secret, a nonce, a proof. */
export const word = /^[\w-]{43}$/;

/** The tab's first message. */
export interface Hello {
  /** `signed.id` under the chosen secret. */
  readonly id: string;
  readonly nonce: string;
}

/** Returns the path for requesting a connection to the host. */
export function helloPath({ id, nonce }: Hello): string {
  return `/socket?id=${id}&nonce=${nonce}`;
}

/** Returns null for every other path. */
export function readHello(path: string): Hello | null {
  const [, id, nonce] = /^\/socket\?id=([\w-]{43})&nonce=([\w-]{43})$/.exec(path) ?? [];
  return id === undefined || nonce === undefined ? null : { id, nonce };
}

/** The host's last message; replaced by `unknown` if the token has been used meanwhile. */
export const welcome = { kind: 'welcome' } as const;

/** For the whole handshake, ms. */
export const handshakeTime = 10_000;

/** The name of the launch token in the fragment: `#token=…`. */
export const tokenField = 'token';
