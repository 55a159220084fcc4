import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { KeycloakFacts } from './keycloak.ts';
import { asksForCertificates, presentedTo } from './presented.ts';

/** A form that was posted to Keycloak's protocol endpoints, and how Keycloak answered it. */
export interface SeenRequest {
  readonly endpoint: 'token' | 'revoke' | 'logout';
  readonly form: URLSearchParams;
  readonly status: number;
  /** The parsed answer of the token endpoint; null elsewhere. */
  readonly answer: Readonly<Record<string, unknown>> | null;
}

/**
 * Keycloak behind a TLS server of the test, as a site's reverse proxy would be: it presents to Keycloak
 * what certificate the browser presented to it, and keeps an account of what came to which endpoint.
 */
export interface Front {
  /** The same facts, at the front's address: Keycloak names itself by what it is called. */
  readonly facts: KeycloakFacts;
  readonly seen: readonly SeenRequest[];
  /** Statuses of the refreshes so far, in order. */
  refreshes(): readonly number[];
  /** The refresh token that Keycloak issued last. @throws Where it has issued none */
  lastRefreshToken(): string;
  /** Keeps every answer to a refresh back until the function that it gives is called. */
  holdRefreshes(): () => void;
}

export async function startFront(keycloak: KeycloakFacts): Promise<Front> {
  const { authorities, server: pair } = keycloak;
  const presentedBy = presentedTo(keycloak);
  const seen: SeenRequest[] = [];
  let held: Promise<void> = Promise.resolve();

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bytesOf(incoming);
    const presented = presentedBy(incoming);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const forwarded = request(`${keycloak.authUrl}${incoming.url}`, {
        method: incoming.method,
        headers: incoming.headers,
        agent: false,
        ca: authorities.server.pem,
        ...(presented ? { cert: presented.certificatePem, key: presented.privateKeyPem } : {}),
      });
      forwarded.on('error', reject);
      forwarded.on('response', resolve);
      forwarded.end(body);
    });
    const status = answer.statusCode ?? 0;
    const said = await bytesOf(answer);
    const endpoint = /\/openid-connect\/(token|revoke|logout)$/.exec(incoming.url ?? '')?.[1];
    if (incoming.method === 'POST' && endpoint !== undefined) {
      const form = new URLSearchParams(body.toString('utf8'));
      seen.push({
        endpoint: endpoint as SeenRequest['endpoint'],
        form,
        status,
        answer: endpoint === 'token' ? JSON.parse(said.toString('utf8')) : null,
      });
      if (form.get('grant_type') === 'refresh_token') await held;
    }
    const { 'transfer-encoding': chunked, connection, ...headers } = answer.headers;
    // Keycloak itself sends no Date.
    outgoing.sendDate = false;
    outgoing.writeHead(status, { ...headers, 'content-length': said.length });
    outgoing.end(said);
  };
  const front = createServer(
    {
      cert: pair.certificatePem,
      key: pair.privateKeyPem,
      ...asksForCertificates(keycloak),
    },
    (incoming, outgoing) => {
      handle(incoming, outgoing).catch((error: unknown) =>
        outgoing.destroy(error instanceof Error ? error : undefined),
      );
    },
  );
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    front.closeAllConnections();
    await new Promise<void>((resolve) => front.close(() => resolve()));
  });
  const { port } = front.address() as AddressInfo;
  const authUrl = `https://localhost:${port}`;
  return {
    facts: { ...keycloak, authUrl, issuer: `${authUrl}/auth/realms/op`, port },
    seen,
    refreshes: () =>
      seen
        .filter(({ form }) => form.get('grant_type') === 'refresh_token')
        .map(({ status }) => status),
    lastRefreshToken() {
      const token = seen.findLast(({ answer }) => answer?.refresh_token !== undefined)?.answer;
      if (typeof token?.refresh_token !== 'string') throw new Error('No refresh token yet');
      return token.refresh_token;
    },
    holdRefreshes() {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of message) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}
