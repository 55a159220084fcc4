import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { encodePart } from '../../../common/texts/encoded.ts';
import { removeSoon } from '../../base/outside/index.ts';
import { createOneTime, type OneTime } from './one-time.ts';

export interface Download {
  readonly name: string;
  /** A file goes when it was fetched, or was not. */
  readonly content: Uint8Array | { readonly file: string };
}

/**
 * Files that wait to be fetched by the browser, each at an address that nobody can guess, once and within
 * a minute: the address goes to the page over the socket that both ends have proven, and is all that the
 * browser has to know, because a download carries no secret of a tab.
 */
export type Downloads = OneTime<Download>;

export const createDownloads = (): Downloads =>
  createOneTime('/download', ({ content }) => {
    if (!(content instanceof Uint8Array)) removeSoon(content.file);
  });

/** Answers with it. A browser that ends before gets no more, and no second try. */
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
    removeSoon(content.file);
  }
}
