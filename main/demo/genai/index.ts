import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { bearerToken, type Handler, readBody, sendJson } from '../http/server.ts';
import { answer, lastQuestion } from './answers/index.ts';
import type { ApiKeys } from './api-keys.ts';
import { envelope, toCompletion } from './completion.ts';
import { GenaiError } from './errors.ts';
import { type Fault, faultBody, parseFault } from './faults.ts';
import { modelList } from './models.ts';
import { type ChatRequest, parseChatRequest } from './request.ts';
import { type Pace, streamCompletion } from './stream.ts';

export { type ApiKeyRecord, type ApiKeys, openApiKeys } from './api-keys.ts';
export type { ChatRequest } from './request.ts';
export type { Pace } from './stream.ts';

export interface GenaiOptions {
  readonly keys: ApiKeys;
  /** Read for each request, so that it can be changed while the demo runs. */
  readonly pace: () => Pace;
  /** Timeout of a request, milliseconds: 600 s by the spec. */
  readonly timeoutMs: number;
  readonly onCompletion: (event: 'started' | 'finished' | 'aborted') => void;
  readonly onRequest: (request: ChatRequest) => void;
}

/** The spec's limit of a request body: 32 MB. */
export const maxBodyBytes = 32 * 1024 * 1024;

/** The generative AI service: `GET /v1/models` and `POST /v1/chat/completions`, with an API key. */
export function createGenai(options: GenaiOptions): Handler {
  return async (request, response) => {
    try {
      await route(request, response, options);
    } catch (error) {
      if (!(error instanceof GenaiError)) throw error;
      sendJson(response, error.status, error.toBody());
    }
  };
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  options: GenaiOptions,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'https://127.0.0.1');
  if (!pathname.startsWith('/v1/')) {
    sendJson(response, 404, { detail: 'Only paths under /v1 are served.' });
    return;
  }
  authenticate(request, options.keys);
  if (pathname === '/v1/models') {
    if (allows(request, response, 'GET')) sendJson(response, 200, modelList());
  } else if (pathname === '/v1/chat/completions') {
    if (allows(request, response, 'POST')) await complete(request, response, options);
  } else {
    throw new GenaiError(404, `Unknown request URL: ${request.method} ${pathname}`);
  }
}

function authenticate(request: IncomingMessage, keys: ApiKeys): void {
  const key = bearerToken(request);
  if (key === undefined) {
    throw new GenaiError(401, 'You did not provide an API key (Authorization: Bearer KEY).');
  }
  if (keys.projectOf(key) === undefined) {
    throw new GenaiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' });
  }
}

function allows(request: IncomingMessage, response: ServerResponse, method: string): boolean {
  if (request.method === method) return true;
  const error = new GenaiError(405, `Use ${method} here.`);
  sendJson(response, 405, error.toBody(), { allow: method });
  return false;
}

async function complete(
  request: IncomingMessage,
  response: ServerResponse,
  options: GenaiOptions,
): Promise<void> {
  requireJson(request);
  const chat = parseChatRequest(await readWithinLimit(request));
  options.onRequest(chat);
  const header = request.headers['x-demo-fault'];
  const fault =
    typeof header === 'string' ? parseFault(`!${header}`) : parseFault(lastQuestion(chat.messages));
  if (fault?.kind === 'error') {
    const { type, body } = faultBody(fault.status, fault.shape);
    response.writeHead(fault.status, { 'content-type': type });
    response.end(body);
    return;
  }
  await answerWithin(response, options, (signal) =>
    chat.stream
      ? streamCompletion(response, chat, toCompletion(chat, answer(chat)), {
          pace: options.pace(),
          fault,
          signal,
        })
      : sendWhole(response, chat, { pace: options.pace(), fault, signal }),
  );
}

/** Checks the type, as the spec says, and nothing else of the body. */
function requireJson(request: IncomingMessage): void {
  const type = request.headers['content-type'] ?? '';
  if (/^\s*application\/json\s*(?:;|$)/i.test(type)) return;
  request.resume();
  throw new GenaiError(415, 'The body must be JSON: send Content-Type: application/json.');
}

async function readWithinLimit(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new GenaiError(413, 'The request body is larger than 32 MB.');
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    // Answers at once; reads and drops the rest of the request.
    request.resume();
    throw tooLarge;
  }
  const body = await readBody(request, maxBodyBytes);
  if (body === undefined) throw tooLarge;
  return body;
}

/** Runs an answer until it ends, the client goes away, or the time is up. */
async function answerWithin(
  response: ServerResponse,
  options: GenaiOptions,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timedOut), options.timeoutMs);
  response.once('close', () => controller.abort(clientGone));
  options.onCompletion('started');
  try {
    await run(controller.signal);
    options.onCompletion('finished');
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    options.onCompletion('aborted');
    if (controller.signal.reason === timedOut) sendTimeout(response, options.timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

const clientGone = new Error('the client has gone');
const timedOut = new Error('the request timeout has passed');

function sendTimeout(response: ServerResponse, timeoutMs: number): void {
  const error = new GenaiError(504, `The request took longer than ${timeoutMs / 1000} s.`);
  if (!response.headersSent) sendJson(response, error.status, error.toBody());
  else response.end(`data: ${JSON.stringify(error.toBody())}\n\n`);
}

async function sendWhole(
  response: ServerResponse,
  request: ChatRequest,
  options: { readonly pace: Pace; readonly fault: Fault | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { pace, fault, signal } = options;
  const completion = toCompletion(request, answer(request));
  const tokens = completion.usage.completion_tokens ?? 0;
  const slow = fault?.kind === 'slow' ? fault.seconds * 1000 : 0;
  const generating = pace.tokensPerSecond > 0 ? (tokens * 1000) / pace.tokensPerSecond : 0;
  await delay(slow + generating, undefined, { signal });
  if (fault?.kind === 'stall') await delay(2 ** 31 - 1, undefined, { signal });
  if (fault?.kind === 'drop' || fault?.kind === 'truncate') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'midstream') {
    throw new GenaiError(500, 'The demo was asked to fail while answering');
  }
  sendJson(response, 200, {
    ...envelope('chat.completion', request.model.id),
    choices: [{ index: 0, message: completion.message, finish_reason: completion.finishReason }],
    usage: completion.usage,
  });
}
