/**
 * How a tab and the web host know each other before either says anything else on a WebSocket: both hold
 * the same secret, neither says it, each proves it over two nonces, the host first (HMAC-SHA-256, all
 * values in base64url without padding).
 *
 * ```
 * tab   {"id", "nonce"}                         which secret is meant
 * host  {"kind":"challenge","nonce","proof"}    or {"kind":"unknown"}, and the end
 * tab   {"proof"}                               and its calls
 * host  {"kind":"welcome"}                      and results and events
 * ```
 *
 * The secret of a first visit is the launch token, which stands in the fragment of the printed address,
 * so that no request carries it. It is good once: both make the secret that the tab keeps out of it.
 */
export interface Nonces {
  readonly tab: string;
  readonly host: string;
}

/** What is put through HMAC under the secret; the words in front keep the uses apart. */
export const signed = {
  /** Names the secret without giving it away. */
  id: 'compute-desk/1 id',
  host: ({ tab, host }: Nonces): string => `compute-desk/1 host ${tab} ${host}`,
  tab: ({ tab, host }: Nonces): string => `compute-desk/1 tab ${tab} ${host}`,
  /** Under a launch token: the secret that the tab keeps. */
  secret: ({ tab, host }: Nonces): string => `compute-desk/1 secret ${tab} ${host}`,
} as const;

/** 32 bytes: a secret, a nonce, a proof. */
export const word = /^[\w-]{43}$/;

/** The host's last word of it; `unknown` in its place where the token has been used meanwhile. */
export const welcome = { kind: 'welcome' } as const;

/** For the whole handshake, ms. */
export const handshakeTime = 10_000;

/** The name of the launch token in the fragment: `#token=…`. */
export const tokenField = 'token';
