import type { Readable } from 'node:stream';

/** Who the app is towards a server over TLS: PEM of the key and of leaf and chain. */
export interface TlsIdentity {
  /** Stable name of the identity (the certificate's fingerprint): connections are kept per identity. */
  readonly name: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly notAfter: string;
}

export interface RequestOptions {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Client certificate to present; null or absent: none. */
  readonly identity?: TlsIdentity | null;
  /** PEM of authorities to trust beyond the operating system's. */
  readonly authorities?: readonly string[];
  /** To the response headers, ms; default 30,000. */
  readonly headersTimeout?: number;
  /** Between pieces of the body, ms; 0 for none; default 30,000. */
  readonly bodyTimeout?: number;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
}
export interface BufferedAnswer extends Answer {
  readonly body: Uint8Array;
}
export interface StreamedAnswer extends Answer {
  /** Errors of the stream are AppErrors. */
  readonly body: Readable;
}

/**
 * The only place that opens sockets as a client: one dispatcher per identity and trust set.
 * Redirects are followed within the same origin only (never to another origin, never to http);
 * anything else is `http-redirect-refused`. Every failure below HTTP is an AppError of the
 * `network-*` and `tls-*` codes, with `host` in its details; an HTTP status is never an error here.
 */
export interface Network {
  /** @param options.maxBytes Default 16 MB; more is `answer-too-large`. */
  request(options: RequestOptions & { readonly maxBytes?: number }): Promise<BufferedAnswer>;
  stream(options: RequestOptions): Promise<StreamedAnswer>;
  close(): Promise<void>;
}
