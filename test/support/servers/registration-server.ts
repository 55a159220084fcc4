import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server was asked, its body parsed. */
export interface RegistrationRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

/** A client registration server (RFC 7591, RFC 7592) on loopback. */
export interface RegistrationServer {
  readonly endpoint: string;
  readonly initialAccessToken: string;
  readonly requests: readonly RegistrationRequest[];
  /** Ids of the clients that exist. */
  readonly clientIds: readonly string[];
  /** The next request is answered with this instead. */
  answerNext(reply: Reply): void;
  /** Added to every answer to a registration, over what is there. */
  metadata: Record<string, unknown>;
  close(): Promise<void>;
}

export async function startRegistrationServer(): Promise<RegistrationServer> {
  const initialAccessToken = randomBytes(12).toString('hex');
  const clients = new Map<string, string>();
  const requests: RegistrationRequest[] = [];
  const replies: Reply[] = [];
  let origin = '';

  const register = ({ authorization, body }: RegistrationRequest): Reply => {
    if (authorization !== `Bearer ${initialAccessToken}`) return refuse(401, 'invalid_token');
    const id = typeof body.client_id === 'string' ? body.client_id : randomBytes(6).toString('hex');
    if (clients.has(id)) {
      return refuse(400, 'invalid_client_metadata', 'Client Identifier in use');
    }
    const token = randomBytes(12).toString('hex');
    clients.set(id, token);
    return {
      status: 201,
      body: {
        ...body,
        client_id: id,
        client_secret: `secret-of-${id}`,
        client_id_issued_at: 1_767_225_600,
        client_secret_expires_at: 0,
        registration_client_uri: `${origin}/register/${id}`,
        registration_access_token: token,
        ...server.metadata,
      },
    };
  };
  /** As RFC 7592, section 2: without secrets and dates in its answers unless `metadata` has them. */
  const manage = ({ method, path, authorization, body }: RegistrationRequest): Reply => {
    const id = path.replace('/register/', '');
    if (authorization !== `Bearer ${clients.get(id)}`) return refuse(401, 'invalid_token');
    return {
      status: 200,
      body: { ...(method === 'PUT' ? body : {}), client_id: id, ...server.metadata },
    };
  };
  const unregister = ({ path, authorization }: RegistrationRequest): Reply => {
    const id = path.replace('/register/', '');
    const token = clients.get(id);
    if (token === undefined || authorization !== `Bearer ${token}`) {
      return refuse(401, 'invalid_token');
    }
    clients.delete(id);
    return { status: 204 };
  };
  const answer = (request: RegistrationRequest): Reply => {
    const scripted = replies.shift();
    if (scripted !== undefined) return scripted;
    if (request.method === 'POST' && request.path === '/register') return register(request);
    if (request.method === 'DELETE') return unregister(request);
    if (['GET', 'PUT'].includes(request.method)) return manage(request);
    return refuse(404, 'not_found');
  };

  const http = createServer((request, response) => {
    read(request).then(
      (seen) => {
        requests.push(seen);
        const { status, body } = answer(seen);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: RegistrationServer = {
    endpoint: `${origin}/register`,
    initialAccessToken,
    requests,
    get clientIds() {
      return [...clients.keys()];
    },
    answerNext: (reply) => void replies.push(reply),
    metadata: {},
    async close() {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
  return server;
}

function refuse(status: number, error: string, description?: string): Reply {
  return { status, body: { error, error_description: description } };
}

async function read(request: IncomingMessage): Promise<RegistrationRequest> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece as Uint8Array);
  const text = Buffer.concat(pieces).toString('utf8');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
