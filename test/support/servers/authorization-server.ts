import { createHash, randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { startToolService } from './tool-service.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** What an authorization server does otherwise. */
export interface Faults {
  /** Fields of its metadata that are others; undefined takes one out. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Parameters of its answer to the browser that are others; undefined takes one out. */
  answer?: (usual: Record<string, string>) => Record<string, string | undefined>;
  /** Answers in place of an endpoint, by path. */
  instead?: Readonly<Record<string, Answer>>;
  /** Of its client `known`; absent: it is a public one. */
  clientSecret?: string;
  /** Fields of its tokens that are others. */
  tokens?: Readonly<Record<string, unknown>>;
}

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};

/** An authorization server on loopback that lets everybody in; it checks PKCE, redirect address, client and resource. */
export async function startAuthorizationServer(faults: Faults = {}) {
  const registered: Record<string, unknown>[] = [];
  const authorized: URLSearchParams[] = [];
  const asked: URLSearchParams[] = [];
  const revoked: string[] = [];
  const codes = new Map<string, URLSearchParams>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  const clients = new Set(['known']);
  let issuer = '';

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...faults.metadata,
  });

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    authorized.push(query);
    const code = randomUUID();
    codes.set(code, query);
    const usual = { code, state: query.get('state') ?? '', iss: issuer };
    const back = new URL(query.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries(faults.answer?.(usual) ?? usual)) {
      if (value !== undefined) back.searchParams.set(name, value);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  function refusalOf(form: URLSearchParams, [id, secret]: readonly string[]): string | null {
    if (!clients.has(id ?? '')) return 'invalid_client';
    if (id === 'known' && secret !== faults.clientSecret) return 'invalid_client';
    if (form.get('grant_type') === 'refresh_token') {
      return refresh.delete(form.get('refresh_token') ?? '') ? null : 'invalid_grant';
    }
    const query = codes.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const same = ['redirect_uri', 'resource'];
    const isSame =
      query?.get('client_id') === id && same.every((name) => query?.get(name) === form.get(name));
    return isSame && query?.get('code_challenge') === challenge ? null : 'invalid_grant';
  }

  /** By the form, or by HTTP's basic authentication with both encoded (RFC 6749, section 2.3.1). */
  function clientOf(form: URLSearchParams, { authorization = '' }: IncomingHttpHeaders) {
    if (!authorization.startsWith('Basic ')) {
      const secret = form.get('client_secret');
      return [form.get('client_id') ?? '', ...(secret === null ? [] : [secret])];
    }
    const pair = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
    // what a form does not encode stays as it is
    return pair.map((part) => {
      const read = decodeURIComponent(part.replaceAll('+', ' '));
      return new URLSearchParams([['', read]]).toString() === `=${part}` ? read : part;
    });
  }

  function token(form: URLSearchParams, by: readonly string[], response: ServerResponse): void {
    asked.push(form);
    const error = refusalOf(form, by);
    if (error !== null) {
      json(response, 400, { error });
      return;
    }
    const [one, other] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.add(one);
    refresh.add(other);
    json(response, 200, {
      ...{ access_token: one, refresh_token: other, token_type: 'Bearer', expires_in: 3600 },
      ...faults.tokens,
    });
  }

  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const piece of request) body += String(piece);
      const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
      const form = new URLSearchParams(body);
      const instead = faults.instead?.[pathname];
      if (instead !== undefined) return instead(request, response, body);
      if (pathname === '/.well-known/oauth-authorization-server') {
        return json(response, 200, metadata());
      }
      if (pathname === '/authorize') return authorize(searchParams, response);
      if (pathname === '/token') return token(form, clientOf(form, request.headers), response);
      if (pathname === '/revoke') {
        revoked.push(form.get('token') ?? '');
        refresh.delete(form.get('token') ?? '');
        return json(response, 200, {});
      }
      if (pathname !== '/register') return json(response, 404, {});
      const wanted = JSON.parse(body) as Record<string, unknown>;
      const id = `client-${registered.push(wanted)}`;
      clients.add(id);
      json(response, 201, { ...wanted, client_id: id });
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    ...{ registered, authorized, asked, revoked },
    accepts: (token: string): boolean => access.has(token),
    /** Ends tokens that it gave, as their time does. */
    expire: (): void => access.clear(),
    endAll(): void {
      access.clear();
      refresh.clear();
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type AuthorizationServer = Awaited<ReturnType<typeof startAuthorizationServer>>;

/** A service of tools that takes calls only with a token of that server. */
export async function startProtectedService(
  by: Pick<AuthorizationServer, 'issuer' | 'accepts'>,
  faults: {
    readonly metadata?: Readonly<Record<string, unknown>>;
    /** What follows `Bearer` in its refusals. */
    readonly challenge?: string;
    /** What it answers to a call in place of a result; null: the result. */
    readonly instead?: (body: string, response: ServerResponse) => boolean;
  } = {},
) {
  const service = await startToolService((request, response, body) => {
    const { pathname, origin } = new URL(request.url ?? '/', service.url);
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      json(response, 200, {
        resource: `${origin}/mcp`,
        authorization_servers: [by.issuer],
        scopes_supported: ['tools'],
        ...faults.metadata,
      });
      return true;
    }
    if (pathname !== '/mcp') {
      json(response, 404, {});
      return true;
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (by.accepts(token)) return faults.instead?.(body, response) ?? false;
    response.writeHead(401, {
      'www-authenticate': `Bearer ${faults.challenge ?? 'realm="tools"'}`,
    });
    response.end();
    return true;
  });
  return service;
}
