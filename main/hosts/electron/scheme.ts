import { type ProtocolRequest, type ProtocolResponse, protocol, type Session } from 'electron';
import type { Log } from '../../base/host.ts';
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
      // No `corsEnabled`: only the page's own origin makes requests. A frame with an opaque origin (sandboxed, without
      // `allow-same-origin`) would need it to load scripts or fonts of the app; that of diagrams contains everything.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/**
 * Serves only the built renderer, under app://compute-desk/. Does not use `protocol.handle`: its `Response` is Node's,
 * and loading that takes a tenth of the app's start (docs/decisions.md).
 * @param files from `listStaticFiles`
 */
export function serveAppScheme(
  session: Session,
  files: Promise<ReadonlyMap<string, StaticFile>>,
  log: Log,
): void {
  session.protocol.registerBufferProtocol(appScheme, (request, callback) => {
    files
      .then((served) => answer(request, served))
      .then(callback, (cause: unknown) => {
        log.error('page-not-read', cause);
        callback({ error: netFailed });
      });
  });
}

/** net::ERR_FAILED in Chromium's list. */
const netFailed = -2;

/** @param files URL path -> file: an allow list, so no path can leave the folder */
async function answer(
  request: Pick<ProtocolRequest, 'url' | 'method'>,
  files: ReadonlyMap<string, StaticFile>,
): Promise<ProtocolResponse> {
  const headers = securityHeaders({ connectSrc: "'none'" });
  const path = isAppUrl(request.url) ? new URL(request.url).pathname : '';
  const file = files.get(path);
  if (file === undefined) return { statusCode: 404, headers, data: Buffer.from('not found') };
  if (request.method !== 'GET') return { statusCode: 405, headers, data: Buffer.alloc(0) };
  const data = await file.read();
  return {
    statusCode: 200,
    headers: {
      ...(isDiagramFrame(path) ? diagramFrameHeaders(data) : headers),
      'content-type': file.type,
      'cache-control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
    },
    data,
  };
}
