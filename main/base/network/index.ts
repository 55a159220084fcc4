import { networkInterfaces } from 'node:os';
import type { Readable } from 'node:stream';
import { isLoopback } from '../../../common/addresses/loopback.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ProxySettings } from '../proxy-settings.ts';
import { hostOf, parseAddress } from './addresses.ts';
import type { Agents } from './agents.ts';
import { type Connection, defaultConnection, type OperatorNetwork } from './connection.ts';
import { type FailureContext, toAppError } from './errors.ts';
import { createExaminer, type Examiner, type Lookup } from './examine/index.ts';
import { type Into, pour } from './exchange/pour.ts';
import { type Body, nextRequest, type Redirectable } from './exchange/redirects.ts';
import { type HttpResponse, send } from './exchange/send.ts';
import type { TlsIdentity } from './identity.ts';
import { createProxies, type ResolveProxy } from './proxies.ts';
import { createTls12Retry } from './tls12-retry.ts';
import { createTrust, type TrustOptions } from './trust.ts';

export type {
  Connection,
  OperatorNetwork,
  Pin,
  ProxyPreference,
} from './connection.ts';
export { defaultConnection, pinnedHost } from './connection.ts';
export { instantOf } from './errors.ts';
export type { Examiner, Handshake, Lookup } from './examine/index.ts';
export type { Into } from './exchange/pour.ts';
export type { TlsIdentity } from './identity.ts';
export type { LoopbackListener, LoopbackReply } from './loopback-listener.ts';
export { listenOnLoopback } from './loopback-listener.ts';
export { isPortHeld } from './loopback-port.ts';
export type { LoopbackServer } from './loopback-server.ts';
export { refuseUpgrade, startLoopbackServer } from './loopback-server.ts';
export type { ProxyChoice } from './proxies.ts';
export {
  proxyWithCredentials,
  proxyWithoutCredentials,
} from './proxy/proxy-address.ts';

export interface RequestOptions {
  /** Absolute; https, or http to loopback. */
  readonly url: string;
  /** Default GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent one after another; the caller sets their `content-length`. */
  readonly body?: Body;
  /** Client certificate to present; null or absent for none. */
  readonly identity?: TlsIdentity | null;
  /** Trust and proxy settings of a system's servers. */
  readonly connection?: Connection;
  /** Used without `connection`: PEM of additional trusted authorities. */
  readonly authorities?: readonly string[];
  /** From sending the request to the response headers, ms; 0 for none; default 30,000. */
  readonly headersTimeout?: number;
  /** Between pieces of the body, ms; 0 for none; default 30,000. */
  readonly bodyTimeout?: number;
  /**
   * `return` and `report` pass 3xx answers to the caller instead of following them within the origin; default `follow`.
   * Except with `return`, a redirect may be how a server refuses a client without a certificate.
   */
  readonly redirects?: 'follow' | 'return' | 'report';
  /** Rejects with `cancelled`; with `network-timeout` when it is an `AbortSignal.timeout`. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers joined with a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  /** Each `set-cookie` by itself: joined ones cannot be separated. */
  readonly setCookies: readonly string[];
  /** Address of the answer, after redirects. */
  readonly url: string;
  /**
   * True: the server refused without asking for the certificate, and does not support TLS 1.2, which could ask later.
   */
  readonly unasked?: boolean;
}
export interface BufferedAnswer extends Answer {
  readonly body: Uint8Array;
}
export interface StreamedAnswer extends Answer {
  /** Errors of the stream are AppErrors. Destroying it ends the request. */
  readonly body: Readable;
}

/**
 * The only client that opens sockets: one dispatcher per identity and kind of connection. Follows redirects only within
 * the same origin (never to another origin, never to http); others are `http-redirect-refused`. Every failure below
 * HTTP is an AppError with a `network-*` or `tls-*` code and `host` in its details; an HTTP status is never an error
 * here.
 *
 * Further details: `phase` and `reason` if known; `proxy`; for a rejected server certificate `subject`, `issuer`,
 * `names`, `notBefore`, `notAfter`, `fingerprint`; for an alert `alert`.
 */
export interface Network {
  /**
   * @param options.maxBytes Default 16 MB, before and after decompressing; more is `answer-too-large`.
   * @param options.into Takes the body of a 2xx answer, of any size, and leaves none in the answer.
   */
  request(
    options: RequestOptions & { readonly maxBytes?: number; readonly into?: Into },
  ): Promise<BufferedAnswer>;
  stream(options: RequestOptions): Promise<StreamedAnswer>;
  /** Returns this network's proxy settings for another network of the app. */
  proxyToTell(connection: Connection): ProxySettings;
  /** Forgets certificates, and their connections once the running requests have ended. */
  forgetIdentities(): void;
  close(): Promise<void>;
}

/** A network that can also examine single steps of a connection. */
export interface ExaminedNetwork extends Network {
  readonly examiner: Examiner;
}

export interface NetworkOptions extends TrustOptions {
  /** Source of `HTTPS_PROXY` and `NO_PROXY` (either case); default the process's environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Returns the operating system's proxy; absent if it cannot be asked. */
  readonly resolveProxy?: ResolveProxy | undefined;
  /** Returns whether a network interface beyond loopback is up. */
  readonly online?: () => boolean;
  /** The operator's settings for every connection. */
  readonly site?: OperatorNetwork;
  /** Reads the operating system's authorities at once, in a thread, instead of with the first request. */
  readonly readAhead?: boolean;
  /** Resolves names for the examiner; default the operating system's resolver. */
  readonly lookup?: Lookup;
}

const defaultTimeout = 30_000;
const defaultMaxBytes = 16 * 1024 * 1024;

/** Without the header any coding is allowed. A buffered body is decoded even if a server ignores it. */
const defaultHeaders = { accept: '*/*', 'accept-encoding': 'identity' };

export function createNetwork(options: NetworkOptions): ExaminedNetwork {
  const online = options.online ?? hasInterface;
  const trust = createTrust({ ...options, siteAuthorities: options.site?.authorities ?? [] });
  const proxies = createProxies(options.env ?? process.env, {
    log: options.log,
    resolve: options.resolveProxy,
    site: options.site,
  });
  if (options.readAhead) void trust.ready();
  const examiner = createExaminer({ trust, proxies, online, lookup: options.lookup });
  const askedLater = createTls12Retry(examiner);
  let agents: Agents | null = null;
  let closed = false;

  /** @throws AppError `cancelled` */
  async function openAgents(): Promise<Agents> {
    const [{ createAgents }] = await Promise.all([import('./agents.ts'), trust.ready()]);
    if (closed) throw new AppError('cancelled');
    agents ??= createAgents({ trust, proxies });
    return agents;
  }

  async function run(
    request: RequestOptions,
    maxBytes: number | null,
  ): Promise<Answer & HttpResponse> {
    if (closed) throw new AppError('cancelled');
    let next: Redirectable = {
      method: (request.method ?? 'GET').toUpperCase(),
      headers: request.headers,
      body: request.body,
    };
    let url = parseAddress(request.url);
    // import() of what has long been read costs a third of a call.
    const { take } = agents ?? (await openAgents());
    const identity = request.identity ?? null;
    for (let hops = 0; ; hops++) {
      const { hostname, host } = hostOf(url);
      const context: FailureContext = {
        host,
        identity,
        online: () => online() || isLoopback(hostname),
      };
      const fail = (cause: unknown): AppError => {
        const failure = failureOf(cause, context);
        // Not the cause itself: undici's parser errors carry server text.
        options.log?.info('network.failed', { code: failure.code, ...failure.details });
        return failure;
      };
      const follows = (request.redirects ?? 'follow') === 'follow';
      const exchange = {
        url,
        method: next.method,
        headers: withDefaults(next.headers),
        body: next.body ?? null,
        headersTimeout: request.headersTimeout ?? defaultTimeout,
        bodyTimeout: request.bodyTimeout ?? defaultTimeout,
        maxBytes,
        collectRedirects: follows,
        signal: request.signal,
        host,
        fail,
      };
      const { answer, unasked } = await askedLater.send({
        url,
        method: next.method,
        identity,
        connection: request.connection ?? defaultConnection(request.authorities),
        refusesByRedirect: request.redirects !== 'return',
        signal: request.signal,
        send: (connection) => send(take(url.origin, identity, connection), exchange),
      });
      const ended = { ...answer, url: url.href, ...(unasked ? { unasked } : {}) };
      if (!follows) return ended;
      const following = nextRequest(url, next, answer, hops);
      if (following === null) return ended;
      url = following.url;
      next = { ...next, ...following.request };
    }
  }

  return {
    examiner,
    async request(request) {
      const { into, maxBytes = defaultMaxBytes } = request;
      const answer = await run(request, into === undefined ? maxBytes : null);
      if (into !== undefined) return pour(answer, into, maxBytes);
      const { body } = answer;
      if (!(body instanceof Uint8Array)) throw new AppError('internal');
      return { ...answer, body };
    },
    async stream(request) {
      const answer = await run(request, null);
      const { body } = answer;
      if (body instanceof Uint8Array) throw new AppError('internal');
      return { ...answer, body };
    },
    proxyToTell: ({ proxy }) => proxies.tell(proxy),
    forgetIdentities: () => agents?.forgetIdentities(),
    async close() {
      closed = true;
      await agents?.close();
    },
  };
}

/** Never throws: it runs while a socket fails, where nothing would catch the error. */
function failureOf(cause: unknown, context: FailureContext): AppError {
  try {
    return toAppError(cause, context);
  } catch (fault) {
    return new AppError('internal', { details: { host: context.host }, cause: fault });
  }
}

function withDefaults(given: RequestOptions['headers'] = {}): Record<string, string> {
  const headers: Record<string, string> = { ...defaultHeaders };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  return headers;
}

function hasInterface(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    (addresses ?? []).some((address) => !address.internal),
  );
}
