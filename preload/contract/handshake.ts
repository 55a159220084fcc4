/**
 * Mutual authentication of a tab and the web host before any other message on a WebSocket: both have the same secret,
 * neither sends it, each proves it over two nonces, the host first (HMAC-SHA-256, all values in base64url without
 * padding).
 *
 * ```
 * tab   GET /socket?id=…&nonce=…                which secret is meant
 * host  {"kind":"challenge","nonce","proof"}    or {"kind":"unknown"}, and the end
 * tab   {"proof"}                               and its calls
 * host  {"kind":"welcome"}                      and results and events
 * ```
 *
 * The secret of a first visit is the launch token in the fragment of the printed address, so that no request carries it.
 * It is valid once: both sides derive from it the secret that the tab stores.
 *
 * The tab's first message is part of the connection request, because it reveals nothing: so the challenge comes with
 * the response to that request, and calls follow with the proof, one round trip later.
 */
export interface Nonces {
  readonly tab: string;
  readonly host: string;
}

/** The texts for HMAC under the secret; their prefixes keep the uses apart. */
export const signedTexts = {
  /** Names the secret without revealing it. */
  id: 'compute-desk/1 id',
  host: ({ tab, host }: Nonces): string => `compute-desk/1 host ${tab} ${host}`,
  tab: ({ tab, host }: Nonces): string => `compute-desk/1 tab ${tab} ${host}`,
  /** Under a launch token: the secret that the tab stores. */
  secret: ({ tab, host }: Nonces): string => `compute-desk/1 secret ${tab} ${host}`,
} as const;

/** 32 bytes: a secret, a nonce, a proof. */
export const bytes32 = /^[\w-]{43}$/;

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
