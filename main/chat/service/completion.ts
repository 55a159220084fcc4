import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Connection, Network, StreamedAnswer } from '../../base/network/index.ts';
import { eventError, statusError } from './errors.ts';
import { encodeJson, jsonSize } from './json-body.ts';
import { authorizationOf } from './model-lists.ts';
import { largestBody } from './service.ts';
import { type CompletionOutcome, type Patience, receiveCompletion } from './stream/answer.ts';
import type { CompletionListener } from './stream/chunks.ts';
import { readStart } from './stream/receive.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: Json;
  readonly [field: string]: Json;
}

/** Size of images that a request only has placeholders for. */
export interface UnloadedImages {
  /** Bytes in the body. */
  readonly bytes: number;
  /** An estimate. */
  readonly tokens: number;
}

/** A request from chat; `extra` goes unchanged into the body, for fields without a control on screen. */
export interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Omitted if absent: the service then allows 32,768. */
  readonly maxTokens?: number;
  readonly extra?: Readonly<Record<string, Json>>;
  /** Asks for the whole answer at once, without streaming. */
  readonly whole?: boolean;
  /** Only to check it: the images must be in it before it is sent. */
  readonly unloaded?: UnloadedImages;
}

/** Timeouts, ms, and waits before each retry. */
export interface CompletionLimits extends Omit<Patience, 'start'> {
  /** For the whole request. */
  readonly request: number;
  readonly retries: readonly number[];
  /** A longer `Retry-After` ends the request. */
  readonly longestRetryAfter: number;
}

/** All but the timeout of a request, which each system sets. */
export const defaultLimits: Omit<CompletionLimits, 'request'> = {
  idle: 120_000,
  afterFinish: 5_000,
  retries: [500, 2_000],
  longestRetryAfter: 30_000,
};

/** Shorter waits before a retry are not reported, because nobody could read them, ms. */
const shortestTold = 1_000;

/** Services that no longer accept `max_tokens` say so in their refusal. */
export type LimitField = 'max_tokens' | 'max_completion_tokens';

/** Address of completions and what was learnt about the server. */
export interface CompletionServer {
  readonly url: string;
  /** Null for a service without keys. */
  readonly key: string | null;
  /** Trust and proxy settings of the server. */
  readonly connection: Connection;
  /** Whether it accepts `stream_options`; remembered between requests. */
  readonly streamOptions: { taken: boolean | null };
  /** The field in which this model accepts the limit of an answer; remembered between requests. */
  readonly limitField?: { name: LimitField };
}

export interface CompletionOptions {
  readonly signal: AbortSignal;
  readonly limits: CompletionLimits;
  readonly now: () => Date;
  /** Called when the service has accepted the request and answers: it counts, even if the answer ends early. */
  readonly onAnswer?: () => void;
  /** Called with the data for the network, secrets included, for each try. */
  readonly onSend?: (sent: SentRequest) => void;
}

/** A complete request before it is encoded. */
export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns the JSON body in pieces. @throws AppError `request-too-large` */
export function encodeBody(
  request: CompletionRequest,
  streamOptions: boolean,
  limitField?: LimitField,
): Uint8Array[] {
  const pieces = encodeJson(bodyOf(request, streamOptions, limitField));
  const size = sizeOf(pieces);
  if (size <= largestBody) return pieces;
  throw new AppError('request-too-large', { details: { size, limit: largestBody } });
}

const sizeOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Returns the body's size in bytes, without encoding it. */
export function bodySize(request: CompletionRequest): number {
  return jsonSize(bodyOf(request, true));
}

function bodyOf(
  request: CompletionRequest,
  streamOptions: boolean,
  limitField: LimitField = 'max_tokens',
): Record<string, unknown> {
  const { model, messages, maxTokens, extra, whole = false } = request;
  const body: Record<string, unknown> = { ...extra, model, messages, stream: !whole };
  if (maxTokens !== undefined) body[limitField] ??= maxTokens;
  if (streamOptions && !whole) body.stream_options = { include_usage: true };
  return body;
}

/**
 * Requests a completion, streamed unless `whole` is set, and passes its pieces to `listener`. Retries only while no
 * answer has been received. Whatever is thrown, what the listener received stays valid.
 * @throws AppError `cancelled` by the signal, `stream-interrupted`, `stream-error`, an HTTP or network code,
 * `context-overflow`, `request-too-large`, `image-not-supported`, `model-gone`, `format-refused`
 */
export async function runCompletion(
  network: Network,
  server: CompletionServer,
  request: CompletionRequest,
  listener: CompletionListener,
  { signal, limits, now, onAnswer, onSend }: CompletionOptions,
): Promise<CompletionOutcome> {
  const { host } = new URL(server.url);
  const asked = { model: request.model, hasForm: request.extra?.response_format !== undefined };
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), limits.request);
  const either = AbortSignal.any([signal, timeUp.signal]);
  let received = false;
  let attempt = 0;

  try {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        throwIfOver(error);
        const wait = received ? null : retryWait(error, attempt, limits);
        if (wait === null) throw error;
        attempt += 1;
        await pause(wait, error);
      }
    }
  } finally {
    clearTimeout(timer);
  }

  async function pause(ms: number, why: unknown): Promise<void> {
    const tells = ms >= shortestTold && why instanceof AppError;
    if (tells) listener.waits?.({ ms, problem: why });
    try {
      await delay(ms, undefined, { signal: either }).catch(throwIfOver);
    } finally {
      if (tells) listener.waits?.(null);
    }
  }

  async function ask(): Promise<CompletionOutcome> {
    const { streamOptions, limitField = { name: 'max_tokens' } } = server;
    const asksUsage = streamOptions.taken !== false && request.whole !== true;
    let [withUsage, field] = [asksUsage, limitField.name];
    for (;;) {
      const answer = await send(withUsage, field);
      if (isSuccess(answer)) {
        if (asksUsage) streamOptions.taken = withUsage;
        limitField.name = field;
        return receive(answer);
      }
      const refusal = await readRefusal(answer);
      const isLimited = request.maxTokens !== undefined && field === 'max_tokens';
      if (isLimited && wantsOtherLimit(refusal)) field = 'max_completion_tokens';
      else if (withUsage && refusesStreamOptions(refusal, streamOptions.taken)) withUsage = false;
      else throw refusal;
    }
  }

  function send(withUsage: boolean, field: LimitField): Promise<StreamedAnswer> {
    const body = encodeBody(request, withUsage, field);
    const headers = {
      ...authorizationOf(server.key),
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      'content-length': String(sizeOf(body)),
    };
    onSend?.({ url: server.url, headers, body: bodyOf(request, withUsage, field) });
    return network.stream({
      url: server.url,
      method: 'POST',
      headers,
      body,
      identity: null,
      connection: server.connection,
      headersTimeout: limits.request,
      bodyTimeout: 0,
      signal: either,
    });
  }

  function receive(answer: StreamedAnswer): Promise<CompletionOutcome> {
    onAnswer?.();
    return receiveCompletion(answer, listener, {
      host,
      patience: { start: limits.request, idle: limits.idle, afterFinish: limits.afterFinish },
      secrets: secretsOf(server),
      toError: (words) => eventError(words, host, asked),
      timeUp: timeUp.signal,
      onFirstByte: () => {
        received = true;
      },
    });
  }

  async function readRefusal(answer: StreamedAnswer): Promise<AppError> {
    const patience = Math.min(10_000, limits.idle);
    const body = await readStart(answer, { bytes: 16 * 1024, patience });
    return statusError({ ...answer, body }, { now: now(), secrets: secretsOf(server), ...asked });
  }

  function throwIfOver(error: unknown): void {
    if (signal.aborted) throw new AppError('cancelled', { cause: error });
    if (!timeUp.signal.aborted) return;
    throw new AppError('stream-interrupted', {
      details: { reason: 'request-limit', seconds: limits.request / 1000, host },
      retryable: true,
      cause: error,
    });
  }
}

const secretsOf = ({ key }: CompletionServer): string[] => (key === null ? [] : [key]);

function isSuccess(answer: StreamedAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/**
 * Returns whether a refusal may be about `stream_options`: by its text, or unclear from a server that never accepted
 * it.
 */
function refusesStreamOptions(refusal: AppError, taken: boolean | null): boolean {
  const { status, server } = refusal.details;
  if (refusal.code !== 'http-status' || (status !== 400 && status !== 422)) return false;
  return taken === null || /stream_options|include_usage/i.test(String(server ?? ''));
}

/** Returns whether a refusal names `max_tokens`. */
function wantsOtherLimit(refusal: AppError): boolean {
  const { status, server } = refusal.details;
  if (refusal.code !== 'http-status' || (status !== 400 && status !== 422)) return false;
  const words = String(server ?? '').toLowerCase();
  if (!words.includes('max_tokens')) return false;
  return refusedFields.some((phrase) => words.includes(phrase));
}

/** Texts with which servers refuse a field. */
const refusedFields = [
  "max_completion_tokens' instead",
  'max_completion_tokens instead',
  'use max_completion_tokens',
  'unsupported',
  'not supported',
  'unrecognized',
  'unknown',
  'unexpected',
  'deprecated',
  'not permitted',
  'not allowed',
];

const retriedStatuses = new Set([408, 425, 429, 502, 503, 504]);
const retriedCodes = new Set(['network-reset', 'stream-interrupted']);

/** Returns the wait before a retry, ms; null if the error is to be shown. */
function retryWait(error: unknown, attempt: number, limits: CompletionLimits): number | null {
  if (!(error instanceof AppError)) return null;
  const wait = limits.retries[attempt];
  if (wait === undefined) return null;
  const { status, retryAfter } = error.details;
  if (typeof status === 'number') {
    if (!retriedStatuses.has(status)) return null;
    if (typeof retryAfter !== 'number') return wait;
    return retryAfter * 1000 <= limits.longestRetryAfter ? retryAfter * 1000 : null;
  }
  return retriedCodes.has(error.code) ? wait : null;
}
