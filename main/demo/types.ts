import type { AppClient, Lifetimes, TokenResponseStyle } from './identity/index.ts';

/** Ports on 127.0.0.1; 0 or absent: that of the last start if it is free, else any free one. */
export interface DemoPorts {
  readonly webApi?: number;
  readonly identity?: number;
  readonly genai?: number;
  readonly portal?: number;
}

/** How to start the demo; only `folder` is needed. Plain data, so that it can be sent to a worker. */
export interface DemoOptions {
  /** Folder of the demo's certificates, keys and state; created if missing. */
  readonly folder: string;
  readonly ports?: DemoPorts;
  /** Tokens per second of a streamed answer (default 60); 0: as fast as the client reads. */
  readonly tokensPerSecond?: number;
  /** Milliseconds of silence before a keep-alive comment in a stream (default 10,000). */
  readonly keepAliveMs?: number;
  /** Timeout of a completion, milliseconds (default 600,000, the spec's limit). */
  readonly requestTimeoutMs?: number;
  /** Milliseconds between steps of the machine states (default 20,000); 0: they change only by `inspect`. */
  readonly machineStepMs?: number;
  readonly seed?: number;
  /** Lifetimes of tokens in seconds (default: access 300, refresh 28,800, authorization code 60). */
  readonly lifetimes?: Partial<Lifetimes>;
  /** How the token response differs from the spec. */
  readonly tokenResponse?: Partial<TokenResponseStyle>;
  /** Refresh tokens are single-use (default true). */
  readonly rotateRefreshTokens?: boolean;
  /** The Web API's status for refusals (default 403, as the spec says). */
  readonly refusalStatus?: 401 | 403;
}

/** Everything needed to use the demo, as plain data. */
export interface DemoInfo {
  /** Base address of the Web API, without a slash at its end. */
  readonly webApiUrl: string;
  /** Address of the identity provider: the part before `/auth`. */
  readonly authUrl: string;
  /** Base address of the generative AI service: the part before `/v1`. */
  readonly genaiUrl: string;
  /** The certificate authority to trust, PEM. */
  readonly authorityPem: string;
  readonly p12Path: string;
  readonly p12Passphrase: string;
  /** The API key of `apiKeyProject`; empty once it is revoked. */
  readonly apiKey: string;
  readonly apiKeyProject: string;
  /** The page for creating and revoking keys; http, for browsers that do not know the authority. */
  readonly portalKeysUrl: string;
  /** Allows clients to be registered (RFC 7591, section 3). */
  readonly initialAccessToken: string;
  readonly registrationEndpoint: string;
  /** The client registered for the app itself. */
  readonly oauthClient: AppClient;
}

/** Messages to the demo's worker. */
export type DemoRequest =
  | { readonly type: 'start'; readonly options: DemoOptions }
  | { readonly type: 'stop' };

/** Messages from the demo's worker; after `stop` it exits with 0 and says nothing. */
export type DemoReply =
  | { readonly type: 'ready'; readonly info: DemoInfo }
  | { readonly type: 'failed'; readonly message: string };
