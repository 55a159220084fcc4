import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parseForeign } from '../../../common/texts/json.ts';
import type { Genai, PassedAnswer } from '../../chat/service/index.ts';
import { passedHeaders, requireNoRedirect } from './exchange.ts';
import { missing, Refused } from './refusal.ts';
import type { StoredProgram } from './store.ts';

/** What the service offers to programs: nothing that administers keys, files or accounts. */
const asking: ReadonlySet<string> = new Set([
  '/chat/completions',
  '/completions',
  '/embeddings',
  '/responses',
]);
const listing = /^\/models(\/[\w:@-][\w.:@-]{0,199}){0,3}$/;

/** Levels of a body: schemas of tools nest. */
const deepest = 200;

/** Bytes of an answer that is read before it is passed on: a refusal, or a list of models. */
const most = { refusal: 64 * 1024, models: 4 * 1024 * 1024 };

export interface ModelCall {
  readonly program: StoredProgram;
  readonly method: string;
  /** Below `/v1`, without a query. */
  readonly path: string;
  readonly body: Uint8Array;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** Passes a call of OpenAI's API on. Returns the status that the program got. @throws Refused, AppError */
export async function passModelCall(
  genai: Pick<Genai, 'requireReady' | 'pass'>,
  { program, method, path, body, response, signal }: ModelCall,
): Promise<number> {
  const isListing = method === 'GET' && listing.test(path);
  if (!isListing && !(method === 'POST' && asking.has(path))) {
    throw new Refused(404, 'unknown-path', `There is no ${method} /v1${path} here.`);
  }
  const asked = isListing ? null : permitted(program, body);
  genai.requireReady(program.systemId);
  const answer = await genai.pass(
    program.systemId,
    {
      method: isListing ? 'GET' : 'POST',
      path,
      headers: isListing
        ? { accept: 'application/json' }
        : { accept: 'text/event-stream, application/json', 'content-type': 'application/json' },
      body: asked?.body ?? null,
      signal,
    },
    { programId: program.id, program: program.name, model: asked?.model ?? null },
  );
  try {
    requireNoRedirect(answer.status);
    await reply(answer, response, isListing && path === '/models' ? program.models : null);
    return answer.status;
  } finally {
    answer.body.destroy();
  }
}

/**
 * Returns the body with its model. Where only some models are permitted it is written anew, so that the service reads
 * the same model that was looked at. @throws Refused
 */
function permitted({ models }: StoredProgram, body: Uint8Array) {
  const value = jsonOf(body);
  const { model } = (value ?? {}) as { readonly model?: unknown };
  if (typeof model !== 'string' || model === '' || model.length > 200) {
    throw new Refused(400, 'no-model', 'The body must be JSON and name a model.');
  }
  if (models === null) return { model, body };
  if (!models.includes(model)) throw missing('model', model);
  return { model, body: Buffer.from(JSON.stringify(value)) };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return parseForeign(Buffer.from(body).toString('utf8'), deepest);
  } catch {
    return null;
  }
}

/** @param models those that a list of models may show; null: all */
async function reply(
  answer: PassedAnswer,
  response: ServerResponse,
  models: readonly string[] | null,
): Promise<void> {
  const { status, headers, body, masked } = answer;
  const isGood = status < 300;
  if (isGood && models === null) {
    response.writeHead(status, passedHeaders(headers));
    response.flushHeaders();
    await pipeline(body, response);
    return;
  }
  const text = masked(await start(body, isGood ? most.models : most.refusal));
  const { 'content-encoding': _, ...rest } = passedHeaders(headers);
  response.writeHead(status, rest);
  response.end(isGood && models !== null ? onlyThese(text, models) : text);
}

/** Returns a list of models without those that the key may not use. */
function onlyThese(text: string, models: readonly string[]): string {
  const list = jsonOf(Buffer.from(text)) as { readonly data?: unknown } | null;
  const data = Array.isArray(list?.data) ? (list.data as readonly unknown[]) : [];
  const isPermitted = (one: unknown): boolean =>
    models.includes(String((one as { readonly id?: unknown } | null)?.id));
  return JSON.stringify({ object: 'list', data: data.filter(isPermitted) });
}

async function start(body: PassedAnswer['body'], bytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(pieces, size).subarray(0, bytes).toString('utf8');
}
