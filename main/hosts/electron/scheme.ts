import { protocol, type Session } from 'electron';
import {
  diagramFrameHeaders,
  isDiagramFrame,
  securityHeaders,
} from '../content-security-policy.ts';
import type { StaticFile } from '../static-files.ts';
import { appScheme, isAppUrl } from './origin.ts';

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the built renderer, and nothing else, under app://compute-desk/. @param files by `listStaticFiles` */
export function serveAppScheme(
  session: Session,
  files: Promise<ReadonlyMap<string, StaticFile>>,
): void {
  session.protocol.handle(appScheme, async (request) => answer(request, await files));
}

/** @param files URL path -> file: an allow list, so no path can climb out of the folder */
export async function answer(
  request: Pick<Request, 'url' | 'method'>,
  files: ReadonlyMap<string, StaticFile>,
): Promise<Response> {
  const headers = securityHeaders({ connectSrc: "'none'" });
  const path = isAppUrl(request.url) ? new URL(request.url).pathname : '';
  const file = files.get(path);
  if (file === undefined) return new Response('not found', { status: 404, headers });
  if (request.method !== 'GET') return new Response('', { status: 405, headers });
  const body = new Uint8Array(await file.read());
  return new Response(body, {
    headers: {
      ...(isDiagramFrame(path) ? diagramFrameHeaders(body) : headers),
      'content-type': file.type,
      'cache-control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
    },
  });
}
