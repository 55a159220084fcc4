import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the fake server received, its body whole. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
  /** Resolves when the client has gone away or the answer has ended. */
  readonly closed: Promise<void>;
}

/** What the fake does with one chat completion; the request is there for answers that depend on it. */
export type Script = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

export interface FakeGenai {
  /** `{genai_base_url}`, without `/v1`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Of a long run: what was asked so far is let go. */
  forget(): void;
  /** Waits for the n-th chat completion request, from 1. */
  seen(count: number): Promise<SeenRequest>;
  /** Scripts for the next chat completions, in order; after them `usual` answers. */
  queue(...scripts: Script[]): void;
  /** Answers of `GET /v1/models` from now on. */
  models: Script;
  usual: Script;
  close(): Promise<void>;
}

/** Answers with a status, a body and headers, at once. */
export function plain(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  return (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

/** Begins an event stream. */
export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** Writes one chunk with a delta. */
export function delta(response: ServerResponse, piece: object, finish: string | null = null): void {
  const chunk = { model: 'fake', choices: [{ index: 0, delta: piece, finish_reason: finish }] };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

/** Streams these texts as content and ends properly, with usage where it was asked for. */
export function says(...texts: string[]): Script {
  return (response, { body }) => {
    begin(response);
    delta(response, { role: 'assistant', content: null });
    for (const text of texts) delta(response, { content: text });
    delta(response, {}, 'stop');
    if (body.stream_options !== undefined) {
      const usage = { prompt_tokens: 7, completion_tokens: texts.length };
      response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  };
}

/** An answer that calls functions, its deltas in pieces. */
export function callsTools(...wanted: [name: string, input: string][]): Script {
  return (response) => {
    begin(response);
    for (const [index, [name, input]] of wanted.entries()) {
      const head = {
        index,
        id: `call-${index}`,
        type: 'function',
        function: { name, arguments: '' },
      };
      delta(response, { tool_calls: [head] });
      for (const piece of [input.slice(0, 3), input.slice(3)]) {
        delta(response, { tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    delta(response, {}, 'tool_calls');
    response.end('data: [DONE]\n\n');
  };
}

/** A gate that a test opens: scripts wait for it in mid-stream. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece as Uint8Array);
  const text = Buffer.concat(pieces).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** A generative AI server on loopback that does what its scripts say, faults included. */
export async function startFakeGenai(): Promise<FakeGenai> {
  const requests: SeenRequest[] = [];
  const scripts: Script[] = [];
  const waiting = new Set<() => void>();

  const completions = (): SeenRequest[] =>
    requests.filter(({ path }) => path === '/v1/chat/completions');

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: await readBody(request),
      closed,
    };
    requests.push(seen);
    for (const check of waiting) check();
    const script = seen.path === '/v1/models' ? fake.models : (scripts.shift() ?? fake.usual);
    await script(response, seen);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const fake: FakeGenai = {
    url: `http://127.0.0.1:${port}`,
    requests,
    forget: () => void requests.splice(0),
    seen: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = completions()[count - 1];
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    queue: (...more) => void scripts.push(...more),
    models: plain(200, { object: 'list', data: [{ id: 'alpha3.6-35b', object: 'model' }] }),
    usual: says('Hello', ' there.'),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return fake;
}
