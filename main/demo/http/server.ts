import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { KeyAndCertificate } from '../pki/index.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface HttpsServerOptions {
  readonly identity: KeyAndCertificate;
  readonly authorityPem: string;
  /** Requests a client certificate; never required in TLS, so that a page can say it was missing. */
  readonly requestCertificate: boolean;
  /** Ports to try in turn, then any free one. */
  readonly ports: readonly number[];
}

/** A listening server of the demo. */
export interface HttpsServer {
  readonly port: number;
  /** `https://127.0.0.1:<port>` */
  readonly origin: string;
  /** Passes requests to `handler` from now on; before that, answers 503. */
  serve(handler: Handler): void;
  /** Stops listening and cuts every connection. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 with TLS. If a handler throws, answers 500 (or cuts the connection if the answer had begun). */
export async function listen(options: HttpsServerOptions): Promise<HttpsServer> {
  let handler: Handler = async (_request, response) => {
    sendJson(response, 503, { error: 'starting' });
  };
  const server = createServer(
    {
      key: options.identity.keyPem,
      cert: options.identity.certificatePem + options.authorityPem,
      ca: options.authorityPem,
      requestCert: options.requestCertificate,
      rejectUnauthorized: false,
    },
    (request, response) => {
      handler(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendJson(response, 500, { error: 'internal', message: String(error) });
      });
    },
  );
  // A client that breaks off its handshake needs no answer; the connection is gone either way.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await listenOnFirstFree(server, options.ports);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://127.0.0.1:${port}`,
    serve: (next) => {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with JSON and the content length. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

/** Returns the token of an `Authorization: Bearer` header (RFC 6750, section 2.1), if there is one. */
export function bearerToken(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Reads a request's body. Returns `undefined` if it is longer than `limit` bytes; the rest is read and dropped, because
 * a client that is still sending would see a broken connection instead of the answer.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (length > 8 * limit) request.destroy();
  }
  return length > limit ? undefined : Buffer.concat(chunks);
}

/** Listens on the first free one on 127.0.0.1, or else any. */
export async function listenOnFirstFree(server: Server, ports: readonly number[]): Promise<void> {
  for (const port of [...ports, 0]) {
    if (await tryListen(server, port)) return;
  }
  throw new Error('no free port on 127.0.0.1');
}

function tryListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}
