import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { modernTools } from './modern-tools.ts';

export interface ToolService {
  readonly url: string;
  /** Headers of the requests so far. */
  readonly seen: readonly IncomingMessage['headers'][];
  close(): Promise<void>;
}

/** A service of tools on loopback; `instead` answers in its place. */
export async function startToolService(
  instead?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean,
): Promise<ToolService> {
  const handler = createMcpHandler(modernTools);
  const seen: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push(request.headers);
    let body = '';
    for await (const piece of request) body += String(piece);
    if (instead?.(request, response, body) === true) return;
    const { method = 'GET', url = '/' } = request;
    const { fetch } = handler;
    const found = await fetch(
      new Request(`http://127.0.0.1${url}`, {
        method,
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ...(method === 'POST' && { body }),
      }),
    );
    response.writeHead(found.status, Object.fromEntries(found.headers));
    // A stream of changes has no end.
    if (found.body === null) response.end();
    else Readable.fromWeb(found.body as ReadableStream).pipe(response);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
