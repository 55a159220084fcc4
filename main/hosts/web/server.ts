import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readHello } from '../../../preload/contract/handshake.ts';
import type { App } from '../../app.ts';
import type { Log } from '../../base/host.ts';
import { refuseUpgrade, startLoopbackServer } from '../../base/network/index.ts';
import {
  diagramFrameHeaders,
  isDiagramFrame,
  noConnections,
  ownConnections,
  securityHeaders,
} from '../content-security-policy.ts';
import { listStaticFiles } from '../static-files.ts';
import { type Downloads, sendDownload } from './downloads.ts';
import { type ExternalRedirects, sendRedirect } from './external-redirects.ts';
import { isLoopbackHost, isOwnOrigin } from './guard.ts';
import { createKeys, type Keys } from './keys.ts';
import { createLaunches, type Launch } from './launches.ts';
import { type EntryProblem, refusedPage, tabRefusedPage } from './pages.ts';
import { type PrintedPages, sendPrinted } from './printing.ts';
import { createRefusals, type Refusal } from './refusals.ts';
import { announceHost, answerRunningHost } from './running-host.ts';
import type { SignInTabs } from './sign-in-tabs.ts';
import { createSockets } from './socket.ts';

const headers = { ...securityHeaders({ connectSrc: "'self'" }), ...ownConnections };

/** Returns why the app's page sent its tab away: `visit` names the secret that was not accepted. */
function problemOf(query: string, keys: Keys): EntryProblem {
  const visit = new URLSearchParams(query).get('visit');
  return visit === null ? 'bare' : (keys.endOf(visit) ?? 'other');
}

export interface WebServer {
  /** Returns a new address for one first visit. */
  issue(options: { readonly withPage: boolean }): Promise<Launch>;
  close(): Promise<void>;
}

/**
 * Serves the renderer and the contract on 127.0.0.1. The renderer's files are no secret, but their path is new at each
 * start, so that files that somebody else once served at this port and the browser cached are never used. Everything
 * that matters goes over the socket, to authenticated tabs.
 * @param options.port 0 lets the operating system choose
 * @param options.dataFolder where the user's next start finds this one, and pages for a browser are written; null:
 * neither
 * @param options.launchLifetime ms; default a minute
 */
export async function startWebServer(options: {
  app: App;
  port: number;
  rendererFolder: string;
  downloads: Downloads;
  leaving: ExternalRedirects;
  printing: PrintedPages;
  signInTabs: SignInTabs;
  log: Log;
  dataFolder: string | null;
  launchLifetime?: number;
}): Promise<WebServer> {
  const { app, rendererFolder, downloads, leaving, printing, signInTabs, log, dataFolder } =
    options;
  const files = await listStaticFiles(rendererFolder);
  const root = `/${randomBytes(16).toString('base64url')}`;
  const keys = createKeys();
  const count = createRefusals(log);

  const refuse = (response: ServerResponse, status: number, kind: Refusal, body = ''): void => {
    count(kind);
    response.writeHead(status, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLoopbackHost(request) || !isOwnOrigin(request)) return refuse(response, 403, 'host');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, 405, 'method');
    }
    // Not parsed as a URL: `//` is not one. Only the page of a failed entry looks at the query.
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const download = request.method === 'GET' ? downloads.take(path) : undefined;
    if (download !== undefined) return sendDownload(download, response, headers);
    const printed = request.method === 'GET' ? printing.take(path) : undefined;
    if (printed !== undefined) return sendPrinted(response, printed);
    const address = request.method === 'GET' ? leaving.take(path) : undefined;
    if (address !== undefined) return sendRedirect(response, address);
    const tab = request.method === 'GET' && signInTabs.take(path, request.headers.host ?? '');
    if (tab) return sendRedirect(response, tab);
    if (!path.startsWith(`${root}/`)) {
      const problem = path === '/' ? problemOf(query, keys) : 'other';
      const accepted = request.headers['accept-language'];
      return refuse(response, 403, 'path', refusedPage(problem, server.port, accepted));
    }
    const name = path.slice(root.length);
    const file = files.get(name);
    if (file === undefined) return refuse(response, 404, 'path');
    const body = await file.read();
    response.writeHead(200, {
      ...(isDiagramFrame(name) ? { ...diagramFrameHeaders(body), ...noConnections } : headers),
      'content-type': file.type,
      'cache-control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const server = await startLoopbackServer({
    port: options.port,
    answer(request, response) {
      if (signInTabs.answer(request, response)) return;
      answer(request, response).catch((cause: unknown) => {
        log.error('web-answer-failed', cause);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, 'path');
      });
    },
    upgrade(request, stream, head) {
      const hello = readHello(request.url ?? '');
      const ours =
        isLoopbackHost(request) && request.headers.origin !== undefined && isOwnOrigin(request);
      if (ours && hello !== null) {
        sockets.upgrade({ request, stream, head, hello });
        return;
      }
      count('upgrade');
      refuseUpgrade(stream);
    },
  });
  signInTabs.serveBy({
    port: server.port,
    trust: server.trust,
    refuse: (response, status) => refuse(response, status, 'tab', tabRefusedPage),
  });
  const launches = createLaunches({
    keys,
    address: `http://127.0.0.1:${server.port}${root}/`,
    dataFolder,
    lifetime: options.launchLifetime,
  });
  const sockets = createSockets({
    app,
    keys,
    log,
    askedByOwner: (message) => answerRunningHost(message, launches.issue),
    trusted: server.trust,
    refused: () => count('handshake'),
  });
  const takeBack =
    dataFolder === null
      ? null
      : await announceHost(dataFolder, { port: server.port, secret: keys.owner });

  return {
    issue: launches.issue,
    async close() {
      await takeBack?.();
      keys.close();
      sockets.close();
      await server.close(0);
    },
  };
}
