import type { HttpRule } from '../../../preload/contract/http-rules.ts';

/** How far a connection got before it failed. */
export type Phase = 'proxy' | 'connect' | 'handshake' | 'open';

export interface ConnectionFacts {
  readonly phase: Phase;
  /** `host:port` of the proxy in between, or null. */
  readonly proxy: string | null;
  /** DER of the server's certificate, if the handshake got that far. */
  readonly peer: Uint8Array | null;
  /**
   * An earlier error of the connection: under TLS 1.3 the alert about a client certificate comes first, then the end of
   * the connection, which undici reports.
   */
  readonly earlier: Error | null;
  /** Whether data was received on it before; absent if unknown. */
  readonly used?: boolean;
  /** The HTTP rule that its last bytes break, if the error does not tell. */
  readonly rule?: HttpRule | undefined;
}

/** Facts about the connection of an error; the errors themselves stay unchanged. */
const factsOf = new WeakMap<object, ConnectionFacts>();

export function noteFacts(error: Error, facts: ConnectionFacts): void {
  if (!factsOf.has(error)) factsOf.set(error, facts);
}

export function readFacts(error: unknown): ConnectionFacts | undefined {
  return typeof error === 'object' && error !== null ? factsOf.get(error) : undefined;
}
