/**
 * Files of a compute system in the field's shape, in a process of its own and on no disk: `N.dat` has N megabytes, and
 * what is sent is hashed. Tells its port by IPC, then each file that it has given or taken. A message with a number of
 * bytes cuts the next one after these.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentOf, megabyte } from './content.ts';

/** That it will cut; of a file from where it gave it, or what it took of it: null if it was cut. */
export type Told =
  | { readonly cut: number }
  | { readonly from: number }
  | { readonly took: { readonly size: number; readonly hash: string } | null };

let cutAfter: number | null = null;
process.on('message', (bytes: number) => {
  cutAfter = bytes;
  tell({ cut: bytes });
});
process.once('disconnect', () => process.exit(0));
const tell = (told: Told): void => void process.send?.(told);

const done = JSON.stringify({ status: 'OK', error: '', output: '' });
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://x');
  if (url.searchParams.get('view') === 'read') {
    response.end(done);
    return;
  }
  // the states of machines, which the app asks about beside
  if (!url.pathname.startsWith('/file/')) {
    response.end('[]');
    return;
  }
  const cut = cutAfter;
  cutAfter = null;
  const work =
    request.method === 'GET' ? give(url, request, response, cut) : take(request, response, cut);
  work.catch(() => response.destroy());
});

async function give(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  cut: number | null,
): Promise<void> {
  const size = Number(/(\d+)\.dat$/.exec(url.pathname)?.[1]) * megabyte;
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  tell({ from });
  response.writeHead(from === 0 ? 200 : 206, {
    'content-length': size - from,
    'accept-ranges': 'bytes',
    etag: '"one"',
    ...(from > 0 && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
  });
  if (cut === null) return pipeline(Readable.from(contentOf(from, size)), response);
  await pipeline(Readable.from(contentOf(from, from + cut)), response, { end: false });
  await new Promise((resolve) => response.write('', resolve));
  response.destroy();
}

/** Hashes a body, or the only file of a form: what lies between its first empty line and its last boundary. */
async function take(
  request: IncomingMessage,
  response: ServerResponse,
  cut: number | null,
): Promise<void> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  const end = Number(length) - (boundary === undefined ? 0 : boundary.length + 8);
  const hash = createHash('sha256');
  let head: Buffer | null = boundary === undefined ? null : Buffer.alloc(0);
  let at = 0;
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    if (cut !== null && at > cut) {
      tell({ took: null });
      throw new Error('cut');
    }
    let content = piece.subarray(0, Math.max(0, end - at));
    at += piece.length;
    if (head !== null) {
      head = Buffer.concat([head, content]);
      const from = head.indexOf('\r\n\r\n');
      if (from === -1) continue;
      content = head.subarray(from + 4);
      head = null;
    }
    hash.update(content);
    size += content.length;
  }
  tell({ took: { size, hash: hash.digest('hex') } });
  response.end(done);
}

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
