import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { encodePart } from '../../../common/texts/percent-encode.ts';
import { removeEventually } from '../../base/outside/index.ts';
import { createOneTime, type OneTime } from './one-time.ts';

export interface Download {
  readonly name: string;
  /** The file is deleted after the download, or its expiry. */
  readonly content: Uint8Array | { readonly file: string };
}

/**
 * Files waiting for a download by the browser, each at an unguessable address, once and within a minute: the address
 * goes to the page over the authenticated socket and is the browser's only credential, because a download carries no
 * secret of a tab.
 */
export type Downloads = OneTime<Download>;

export const createDownloads = (): Downloads =>
  createOneTime('/download', ({ content }) => {
    if (!(content instanceof Uint8Array)) removeEventually(content.file);
  });

/** Sends it. A browser that disconnects early gets neither the rest nor a second try. */
export async function sendDownload(
  { name, content }: Download,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const size = content instanceof Uint8Array ? content.byteLength : (await stat(content.file)).size;
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodePart(name)}`,
    'content-length': size,
    'cache-control': 'no-store',
  });
  if (content instanceof Uint8Array) {
    response.end(content);
    return;
  }
  try {
    await pipeline(createReadStream(content.file), response);
  } finally {
    removeEventually(content.file);
  }
}
