import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Exchange } from './described.ts';

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
export interface Told {
  readonly status: number;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Answers itself, or returns null for the API's own answer. */
export type Instead = (asked: Asked, response: ServerResponse) => Told | 'answered' | null;

export interface ApiServer {
  readonly address: string;
  readonly asked: Asked[];
  /** What did not fit the description. */
  readonly problems: string[];
  /** Another answer, which need not fit. */
  instead: Instead | null;
  close(): Promise<void>;
}

/** A server of an API whose requests and answers are checked against its description, if it is there. */
export async function startApiServer(
  answer: (asked: Asked) => Told | Promise<Told>,
  check: ((exchange: Exchange) => string[]) | null,
): Promise<ApiServer> {
  const state: Pick<ApiServer, 'asked' | 'problems'> & { instead: Instead | null } = {
    asked: [],
    problems: [],
    instead: null,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://localhost'),
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    state.asked.push(asked);
    const other = state.instead?.(asked, response) ?? null;
    if (other === 'answered') return;
    const told = other ?? (await answer(asked));
    const text = told.json === undefined ? '' : JSON.stringify(told.json);
    response.writeHead(told.status, {
      ...told.headers,
      'content-type': told.bytes === undefined ? 'application/json' : 'application/octet-stream',
    });
    if (other === null && check !== null) {
      const { body, ...rest } = asked;
      const exchange = { ...rest, body: body.toString(), status: told.status, answer: text };
      state.problems.push(...check(exchange));
    }
    response.end(told.bytes ?? text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(state, {
    address: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Reads the file of a form as servers do. */
export async function uploaded({ headers, body }: Asked): Promise<{ name: string; bytes: Buffer }> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const file = form.get('file');
  if (!(file instanceof File)) throw new Error('no file');
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}
