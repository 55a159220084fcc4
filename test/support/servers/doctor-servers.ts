import { once } from 'node:events';
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Pair, Pki } from '../worlds/pki.ts';
import { startAlertingServer, startOpensslServer } from './alerting-server.ts';
import { startNginx } from './nginx.ts';

/** A ServerHello of TLS 1.2, and then a list of certificates as long as a message can be, for ever. */
export function endlessCertificate(socket: Socket): void {
  const record = (body: Buffer): Buffer => {
    const header = Buffer.from([22, 3, 3, 0, 0]);
    header.writeUInt16BE(body.length, 3);
    return Buffer.concat([header, body]);
  };
  const hello = Buffer.concat([
    Buffer.from([2, 0, 0, 45, 3, 3]),
    Buffer.alloc(32, 7),
    Buffer.from([0, 0xc0, 0x2b, 0, 0, 5, 0xff, 1, 0, 1, 0]),
  ]);
  socket.once('data', () => {
    socket.write(record(hello));
    socket.write(record(Buffer.from([11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc])));
    const piece = record(Buffer.alloc(16_000));
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  });
}

export const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

/** Servers that are wrong in one way each, at `localhost`; all end with `stop`. @param dir theirs */
export function doctorServers(pki: () => Pki, dir: () => string) {
  let folders = 0;
  const cleanUps: (() => unknown)[] = [];

  async function nginx(options: Partial<Parameters<typeof startNginx>[0]> = {}): Promise<string> {
    const started = await startNginx({
      pki: pki(),
      dir: join(dir(), `nginx-${folders++}`),
      ...options,
    });
    cleanUps.push(() => started.stop());
    return started.baseUrl;
  }
  async function listening(server: Server | ReturnType<typeof createTcp>): Promise<number> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      sockets.add(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }
  const tcp = async (onSocket: (socket: Socket) => void): Promise<string> =>
    `https://localhost:${await listening(createTcp(onSocket))}`;
  async function https(
    listener: RequestListener,
    pair: Pair = pki().servers.good,
  ): Promise<string> {
    const { privateKeyPem: key, certificatePem: cert } = pair;
    return `https://localhost:${await listening(createHttps({ key, cert }, listener))}`;
  }
  async function proxy(listener: (target: string, socket: Socket) => void): Promise<string> {
    const server = createHttp();
    server.on('connect', ({ url }, socket) => listener(url ?? '', socket as Socket));
    return `http://127.0.0.1:${await listening(server)}`;
  }
  /** A provider of one document, with a token endpoint that says this. */
  async function provider(
    document: (origin: string) => unknown,
    token: readonly [number, unknown] = [400, { error: 'invalid_grant' }],
  ): Promise<string> {
    let origin = '';
    origin = await https((request, response) => {
      const isToken = request.url?.endsWith('/token');
      const [status, value] = isToken ? token : [200, document(origin)];
      request.resume();
      json(status, value)(request, response);
    });
    return origin;
  }
  const alerting = async (version: 'tls1_2' | 'tls1_3'): Promise<string> => {
    const server = await startAlertingServer(pki(), version);
    cleanUps.push(() => server.stop());
    return new URL(server.url).origin;
  };
  /** `openssl s_server`. */
  const openssl = async (pair: Pair, options: readonly string[]): Promise<string> => {
    const server = await startOpensslServer(pair, options);
    cleanUps.push(() => server.stop());
    return new URL(server.url).origin;
  };

  return {
    ...{ nginx, listening, tcp, https, proxy, provider, alerting, openssl },
    async stop() {
      for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    },
  };
}
