import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';

/** How a server gives and takes files; tests change it between requests. */
export interface FileManners {
  /** It gives parts, and names the content by a tag. */
  ranges: boolean;
  /** It says how long an answer is. */
  lengths: boolean;
  /** Bytes after which it cuts the next answer. */
  cutAfter: number | null;
  /** The tag of a file's content. */
  tag: string;
}

/** A server with files in the field's shape, in `folder`; nothing of a file is held in memory as a whole. */
export async function startFilesServer(folder: string) {
  const manners: FileManners = { ranges: true, lengths: true, cutAfter: null, tag: '"one"' };
  const asked: { readonly method: string; readonly range: string | null }[] = [];
  const server = createServer((request, response) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', 'http://x');
    const path = join(folder, decodeURIComponent(url.pathname.split('/').slice(3).join('/')));
    if (url.searchParams.get('view') === 'read') return void list(path, response);
    asked.push({ method, range: headers.range ?? null });
    const work =
      method === 'GET' ? give(path, request, response, manners) : take(path, request, response);
    work.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, manners, asked };
}

async function list(path: string, response: ServerResponse): Promise<void> {
  const names = await readdir(path);
  const lines = await Promise.all(
    names.map(async (name) => {
      const { size } = await stat(join(path, name));
      return `-rw-r--r-- 1 u g ${size} Nov 26 18:01 ${name}`;
    }),
  );
  response.end(JSON.stringify({ status: 'OK', error: '', output: lines.join('\n') }));
}

async function give(
  path: string,
  { headers }: IncomingMessage,
  response: ServerResponse,
  manners: FileManners,
): Promise<void> {
  const { ranges, lengths, tag, cutAfter } = manners;
  manners.cutAfter = null;
  const { size } = await stat(path);
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const isPart = ranges && isSame && first + last !== '';
  const from = !isPart ? 0 : first === '' ? Math.max(0, size - Number(last)) : Number(first);
  if (isPart && from >= size) return void response.writeHead(416).end();
  response.writeHead(isPart ? 206 : 200, {
    ...(lengths && { 'content-length': size - from }),
    ...(ranges && { 'accept-ranges': 'bytes', etag: tag }),
    ...(isPart && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
  });
  if (cutAfter === null) return pipeline(createReadStream(path, { start: from }), response);
  const bytes = createReadStream(path, { start: from, end: from + cutAfter - 1 });
  for await (const piece of bytes) response.write(piece);
  await new Promise((resolve) => response.write('', resolve));
  response.destroy();
}

/** Takes the only file of a form: what lies between its first empty line and its last boundary. */
async function take(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (request.method === 'POST' && exists) {
    request.resume();
    response.writeHead(409).end('{}');
    return;
  }
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
  const end = Number(request.headers['content-length']) - boundary.length - 8;
  await pipeline(
    request,
    async function* (pieces: AsyncIterable<Buffer>) {
      let head: Buffer | null = Buffer.alloc(0);
      let at = 0;
      for await (const piece of pieces) {
        let content = piece.subarray(0, Math.max(0, end - at));
        at += piece.length;
        if (head !== null) {
          head = Buffer.concat([head, content]);
          const from = head.indexOf('\r\n\r\n');
          if (from === -1) continue;
          content = head.subarray(from + 4);
          head = null;
        }
        yield content;
      }
    },
    createWriteStream(`${path}.new`),
  );
  await rename(`${path}.new`, path);
  response.end(JSON.stringify({ status: 'OK', output: '', error: '' }));
}
