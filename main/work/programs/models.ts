import type { ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseForeign } from '../../../common/texts/json.ts';
import type { PassingMask } from '../../base/log/passing-mask.ts';
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
  const { status, headers, body } = answer;
  const isGood = status < 300;
  const { 'content-encoding': encoding = 'identity', ...rest } = passedHeaders(
    headers,
    answer.masked,
  );
  const isReadable = encoding === 'identity';
  // Nobody asked for it, and the key cannot be taken out.
  if (isGood && !isReadable) {
    throw new Refused(502, 'answer-encoding', `The service answers in ${encoding}, unasked.`);
  }
  if (isGood && models === null) {
    response.writeHead(status, rest);
    response.flushHeaders();
    await pipeline(body, passing(answer.mask()), response);
    return;
  }
  const text = await start(answer, isGood ? most.models : most.refusal);
  response.writeHead(status, rest);
  if (isGood && models !== null) response.end(onlyThese(text, models));
  else response.end(isReadable ? text : '');
}

const passing = (mask: PassingMask): Transform =>
  new Transform({
    transform: (piece: Buffer, _, done) => done(null, mask.push(piece)),
    flush: (done) => done(null, mask.end()),
  });

/** Returns a list of models without those that the key may not use. */
function onlyThese(text: string, models: readonly string[]): string {
  const list = jsonOf(Buffer.from(text)) as { readonly data?: unknown } | null;
  const data = Array.isArray(list?.data) ? (list.data as readonly unknown[]) : [];
  const isPermitted = (one: unknown): boolean =>
    models.includes(String((one as { readonly id?: unknown } | null)?.id));
  return JSON.stringify({ object: 'list', data: data.filter(isPermitted) });
}

/** Returns the start of an answer without the key: nor a part of it, where the answer is cut. */
async function start({ body, masked, mask }: PassedAnswer, bytes: number): Promise<string> {
  const passed = mask();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    const clean = passed.push(piece);
    pieces.push(clean);
    size += clean.length;
    if (size >= bytes) break;
  }
  if (size < bytes) pieces.push(passed.end());
  return masked(Buffer.concat(pieces).subarray(0, bytes).toString('utf8'));
}
