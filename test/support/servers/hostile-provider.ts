import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';

type Json = Record<string, unknown>;

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** What a behaviour may look at and use. */
export interface Context {
  readonly issuer: string;
  /** Of the last authorization request. */
  readonly asked: URLSearchParams;
  /** Claims of a proper id_token for it. */
  claims(change?: Json): Json;
  /** A signed JWT; `header` may say otherwise. */
  sign(claims: Json, header?: Json): string;
  /** The signature of a JWT's first two parts, whatever they are. */
  signText(text: string): string;
  /** The same with a key that the provider does not publish. */
  forge(claims: Json): string;
  /** Signed with the client's secret, as HS256. */
  signWithSecret(claims: Json, secret: string): string;
  /** A proper token response. */
  answer(change?: Json): Json;
}

type Handler = (
  context: Context,
  form: URLSearchParams,
) => Reply | ((response: ServerResponse) => void);

/** Where a provider differs from a good one. */
export interface Behaviour {
  /** Changes the metadata, knowing where else the provider is; null: no discovery is offered. */
  readonly metadata?: ((metadata: Json, elsewhere: string) => Json) | null;
  readonly discovery?: Handler;
  /** The redirect after the confirm page; default code, state and iss. */
  readonly authorize?: Handler;
  readonly exchange?: Handler;
  readonly refresh?: Handler;
  readonly keys?: Handler;
  readonly revoke?: Handler;
  /** The Web API's machine states. */
  readonly status?: Handler;
  /** Whatever it has no page for, such as the administration of its realm. */
  readonly other?: Handler;
  /** How far its clock is ahead, seconds. */
  readonly clock?: number;
  /** Sends no Date: nobody can tell its clock by its answers. */
  readonly dateless?: boolean;
}

export interface HostileProvider extends AsyncDisposable {
  readonly origin: string;
  readonly issuer: string;
  /** The same provider at another port of the same address. */
  readonly elsewhere: string;
  /** Every request, oldest first, and the common name of the client certificate that came with it. */
  readonly visits: readonly { readonly url: string; readonly presented: string | null }[];
  /** Forms at the token endpoint, oldest first. */
  readonly tokenForms: readonly URLSearchParams[];
  readonly revoked: readonly string[];
  /** Behaves otherwise from now on. */
  behave(behaviour: Behaviour): void;
}

const client = { clientId: 'app', clientSecret: 'the-client-secret-of-the-app' };
export const hostileClient = client;

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * An identity provider on loopback, good except where told otherwise; over http, or with a key over https,
 * where it asks for a client certificate.
 */
export async function startHostileProvider(
  first: Behaviour = {},
  tls: { readonly key: string; readonly cert: string } | null = null,
): Promise<HostileProvider> {
  let behaviour = first;
  let asked = new URLSearchParams();
  let issuer = '';
  const visits: { url: string; presented: string | null }[] = [];
  const tokenForms: URLSearchParams[] = [];
  const revoked: string[] = [];
  const seconds = (): number => Math.floor(Date.now() / 1000) + (behaviour.clock ?? 0);

  const encode = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (claims: Json, header: Json, key: typeof pair.privateKey): string => {
    const text = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'k1', ...header })}.${encode(claims)}`;
    if (header.alg === 'none') return `${text}.`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
  };
  const context: Context = {
    get issuer() {
      return issuer;
    },
    get asked() {
      return asked;
    },
    claims: (change = {}) => ({
      iss: issuer,
      sub: 'user-1',
      aud: client.clientId,
      iat: seconds(),
      exp: seconds() + 300,
      nonce: asked.get('nonce'),
      preferred_username: 'grace',
      ...change,
    }),
    sign: (claims, header = {}) => signed(claims, header, pair.privateKey),
    signText: (text) =>
      createSign('RSA-SHA256').update(text).sign(pair.privateKey).toString('base64url'),
    forge: (claims) => signed(claims, {}, strangers.privateKey),
    signWithSecret(claims, secret) {
      const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    },
    answer: (change = {}) => ({
      access_token: `access-${randomUUID()}`,
      expires_in: 300,
      id_token: context.sign(context.claims()),
      refresh_expires_in: 1800,
      refresh_token: `refresh-${randomUUID()}`,
      token_type: 'bearer',
      'not-before-policy': 0,
      session_state: 'state-1',
      scope: 'openid',
      ...change,
    }),
  };

  const handle = (path: string, form: URLSearchParams): ReturnType<Handler> => {
    const base = '/auth/realms/op';
    if (path === `${base}/.well-known/openid-configuration`) {
      if (behaviour.discovery) return behaviour.discovery(context, form);
      if (behaviour.metadata === null) return { status: 404, body: 'no' };
      const endpoint = `${issuer}/protocol/openid-connect`;
      const metadata: Json = {
        issuer,
        authorization_endpoint: `${endpoint}/auth`,
        token_endpoint: `${endpoint}/token`,
        jwks_uri: `${endpoint}/certs`,
        revocation_endpoint: `${endpoint}/revoke`,
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      };
      return { body: behaviour.metadata?.(metadata, other.origin) ?? metadata };
    }
    if (path === `${base}/protocol/openid-connect/certs`) {
      const jwk = {
        ...pair.publicKey.export({ format: 'jwk' }),
        kid: 'k1',
        use: 'sig',
        alg: 'RS256',
      };
      return behaviour.keys?.(context, form) ?? { body: { keys: [jwk] } };
    }
    if (path === `${base}/protocol/openid-connect/auth`) {
      asked = form;
      return behaviour.authorize?.(context, form) ?? back(context, {});
    }
    if (path === `${base}/protocol/openid-connect/token`) {
      tokenForms.push(form);
      const isRefresh = form.get('grant_type') === 'refresh_token';
      const handler = isRefresh ? behaviour.refresh : behaviour.exchange;
      return handler?.(context, form) ?? { body: context.answer() };
    }
    if (path === `${base}/protocol/openid-connect/revoke`) {
      revoked.push(form.get('token') ?? '');
      return behaviour.revoke?.(context, form) ?? { body: {} };
    }
    if (path === '/status/') {
      return behaviour.status?.(context, form) ?? { status: 403, body: { error: 'no' } };
    }
    return behaviour.other?.(context, form) ?? { status: 404, body: 'not here' };
  };

  const answer = (request: IncomingMessage, response: ServerResponse, sent: string): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const reply = handle(pathname, sent === '' ? searchParams : new URLSearchParams(sent));
    if (typeof reply === 'function') {
      reply(response);
      return;
    }
    const { status = 200, headers = {}, body = '' } = reply;
    response.sendDate = behaviour.dateless !== true;
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...(behaviour.dateless ? {} : { date: new Date(seconds() * 1000).toUTCString() }),
      ...headers,
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const scheme = tls === null ? 'http' : 'https';
    visits.push({
      url: `${scheme}://${request.headers.host}${request.url}`,
      presented: tls === null ? null : presentedBy(request.socket as TLSSocket),
    });
    read(request).then(
      (sent) => answer(request, response, sent),
      () => response.destroy(),
    );
  };
  const listen = async () => {
    const options = { ...tls, requestCert: true, rejectUnauthorized: false };
    const server = tls === null ? createServer(listener) : createTlsServer(options, listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { server, origin: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}` };
  };
  const { server, origin } = await listen();
  const other = await listen();
  issuer = `${origin}/auth/realms/op`;
  return {
    origin,
    issuer,
    elsewhere: other.origin,
    visits,
    tokenForms,
    revoked,
    behave(next) {
      behaviour = next;
    },
    async [Symbol.asyncDispose]() {
      for (const one of [server, other.server]) {
        one.closeAllConnections();
        await new Promise<void>((resolve) => one.close(() => resolve()));
      }
    },
  };
}

/** The redirect back to the app; a parameter of null is left out. */
export function back(
  { asked, issuer }: Context,
  change: Readonly<Record<string, string | null>>,
): Reply {
  const parameters = {
    code: 'the-code-of-the-provider',
    state: asked.get('state'),
    iss: issuer,
    ...change,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) query.set(name, value);
  }
  return { status: 302, headers: { location: `${asked.get('redirect_uri')}?${query}` } };
}

function presentedBy(socket: TLSSocket): string | null {
  const { subject } = socket.getPeerCertificate();
  return subject === undefined ? null : String(subject.CN);
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
