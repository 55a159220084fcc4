import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isRecord, readJsonFile, writePrivateFile } from '../files.ts';
import type { ApiKeys } from '../genai/index.ts';
import { pageLanguage, sendPage } from '../http/html-page.ts';
import { listenOnFirstFree, readBody } from '../http/server.ts';
import { createdPage, keysPage, refusedPage } from './pages.ts';

/** The running portal. */
export interface Portal {
  readonly port: number;
  /** The page for keys. */
  readonly keysUrl: string;
  close(): Promise<void>;
}

/** A form of the page needs no more. */
const maxFormBytes = 4 * 1024;

/**
 * Serves the page in which the user creates and revokes keys, project by project, as in the service's document. The
 * user's own browser opens it and does not know the demo's authority, so it is http on 127.0.0.1. Its path contains a
 * secret, because there is no sign-in; it accepts forms from its own pages only.
 */
export async function servePortal(options: {
  readonly folder: string;
  readonly keys: ApiKeys;
  readonly ports: readonly number[];
}): Promise<Portal> {
  const { keys } = options;
  const path = `/portal/${await pathSecret(join(options.folder, 'portal.json'))}/api-keys`;
  let origin = '';
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.headers.host !== new URL(origin).host || request.url !== path) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    } else if (request.method === 'GET') {
      sendPage(response, 200, keysPage(pageLanguage(request), listOf(keys)));
    } else if (request.method === 'POST') {
      await obey(request, response, keys, origin);
    } else {
      response.writeHead(405, { allow: 'GET, POST' }).end();
    }
  };
  const listener: RequestListener = (request, response) => {
    handle(request, response).catch(() => response.destroy());
  };
  const server = createServer(listener);
  await listenOnFirstFree(server, options.ports);
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  return {
    port,
    keysUrl: origin + path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function obey(
  request: IncomingMessage,
  response: ServerResponse,
  keys: ApiKeys,
  origin: string,
): Promise<void> {
  const language = pageLanguage(request);
  const body = await readBody(request, maxFormBytes);
  // A page without referrers sends only "null" as origin; the other header has its origin then.
  const fromPage =
    request.headers.origin === origin || request.headers['sec-fetch-site'] === 'same-origin';
  if (!fromPage || body === undefined) {
    sendPage(response, 403, refusedPage(language));
    return;
  }
  const form = new URLSearchParams(body.toString('utf8'));
  const project = form.get('project') ?? '';
  const refuse = (kind: 'taken' | 'unknown' | 'gone'): void =>
    sendPage(response, 409, keysPage(language, listOf(keys), { kind, project }));
  if (form.get('action') === 'create') {
    if (!keys.projects.includes(project)) refuse('unknown');
    else if (keys.of(project) !== undefined) refuse('taken');
    else sendPage(response, 200, createdPage(language, project, await keys.create(project)));
    return;
  }
  const record = keys.all().find(({ id }) => id === form.get('id'));
  if (form.get('action') !== 'revoke' || record === undefined || record.revokedAt !== null) {
    refuse('gone');
    return;
  }
  await keys.revoke(record.project);
  response.writeHead(303, { location: request.url ?? '/' }).end();
}

function listOf(keys: ApiKeys) {
  return {
    projects: keys.projects.filter((project) => keys.of(project) === undefined),
    keys: keys.all(),
  };
}

/** The same at every start, so that an open page stays valid. */
async function pathSecret(path: string): Promise<string> {
  const stored = await readJsonFile(path);
  if (isRecord(stored) && typeof stored.secret === 'string' && stored.secret.length >= 32) {
    return stored.secret;
  }
  const secret = randomBytes(24).toString('base64url');
  await writePrivateFile(path, `${JSON.stringify({ secret })}\n`);
  return secret;
}
