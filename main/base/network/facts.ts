import type { HttpRule } from '../../../preload/contract/http-rules.ts';

/** How far a connection had come when it failed. */
export type Phase = 'proxy' | 'connect' | 'handshake' | 'open';

export interface ConnectionFacts {
  readonly phase: Phase;
  /** `host:port` of the proxy in between, or null. */
  readonly proxy: string | null;
  /** DER of the server's certificate, where the handshake came so far. */
  readonly peer: Uint8Array | null;
  /**
   * What the connection had said before this error: under TLS 1.3 the alert about a client
   * certificate comes first, and the end of the connection, which is what undici reports, after it.
   */
  readonly earlier: Error | null;
  /** Something was received on it before; absent: nobody looked. */
  readonly used?: boolean;
  /** The rule of HTTP that its last bytes break, where the error does not tell. */
  readonly rule?: HttpRule | undefined;
}

/** What is known about the connection that an error came from; errors themselves stay unchanged. */
const factsOf = new WeakMap<object, ConnectionFacts>();

export function noteFacts(error: Error, facts: ConnectionFacts): void {
  if (!factsOf.has(error)) factsOf.set(error, facts);
}

export function readFacts(error: unknown): ConnectionFacts | undefined {
  return typeof error === 'object' && error !== null ? factsOf.get(error) : undefined;
}
