import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../../app.ts';
import type { Log } from '../../host.ts';
import {
  diagramFrameHeaders,
  isDiagramFrame,
  noConnections,
  ownConnections,
  securityHeaders,
} from '../content-security-policy.ts';
import { listStaticFiles } from '../static-files.ts';
import type { Downloads } from './downloads.ts';
import { createGuard } from './guard.ts';
import { type Leaving, sendOn } from './leaving.ts';
import { launchedPage, refusedPage } from './pages.ts';
import { createSockets } from './socket.ts';

const headers = { ...securityHeaders({ connectSrc: "'self'" }), ...ownConnections };

/**
 * Serves the renderer and the contract on 127.0.0.1 to the one browser that opens the launch address.
 * @param options.port 0 lets the operating system choose
 */
export async function startWebServer(options: {
  app: App;
  port: number;
  rendererFolder: string;
  downloads: Downloads;
  leaving: Leaving;
  log: Log;
}): Promise<{ url: string; close(): Promise<void> }> {
  const { app, port, rendererFolder, downloads, leaving, log } = options;
  const files = await listStaticFiles(rendererFolder);
  const guard = createGuard();
  const sockets = createSockets(app, log);

  const refuse = (response: ServerResponse, status: number, body = ''): void => {
    response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!guard.hostIsLoopback(request) || !guard.originIsOurs(request))
      return refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');

    if (!guard.hasCookie(request)) {
      const token = searchParams.get('token');
      if (pathname !== '/' || token === null || !guard.redeem(token)) {
        return refuse(response, 403, refusedPage);
      }
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': guard.setCookie,
        'cache-control': 'no-store',
      });
      response.end(launchedPage);
      return;
    }
    if (pathname.startsWith('/download/')) {
      const download = downloads.take(pathname);
      if (download === undefined) return refuse(response, 404);
      response.writeHead(200, {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(download.name)}`,
        'cache-control': 'no-store',
      });
      response.end(download.bytes);
      return;
    }
    if (pathname.startsWith('/leave/')) {
      const address = leaving.take(pathname);
      return address === undefined ? refuse(response, 404) : sendOn(response, address);
    }
    const file = files.get(pathname);
    if (file === undefined) return refuse(response, 404);
    const body = await file.read();
    response.writeHead(200, {
      ...(isDiagramFrame(pathname) ? { ...diagramFrameHeaders(body), ...noConnections } : headers),
      'content-type': file.type,
      'cache-control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => {
      log.error('web-answer-failed', cause);
      if (response.headersSent) response.destroy();
      else refuse(response, 500);
    });
  });
  server.on('upgrade', (request, stream, head) => {
    const allowed =
      request.url === '/socket' &&
      guard.hostIsLoopback(request) &&
      request.headers.origin !== undefined &&
      guard.originIsOurs(request) &&
      guard.hasCookie(request);
    if (allowed) sockets.upgrade(request, stream, head);
    else stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}/?token=${guard.launchToken}`,
    close: () =>
      new Promise((resolve) => {
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
