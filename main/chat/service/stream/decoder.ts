import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import { hasMoreParts, parseForeign, parseJson } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { plainLine, withoutSecrets } from '../../../base/network/refusal/index.ts';
import { type CompletionListener, createChunkReader, type StreamOrigin } from './chunks.ts';
import type { ToolCall } from './tool-calls.ts';

export interface CompletionDecoder {
  /** Decodes the next bytes, split anywhere. @throws AppError `stream-error`, `answer-too-large` */
  push(bytes: Uint8Array): void;
  /** Decodes the remaining bytes at the end of the body. */
  end(): void;
  /** Decodes an answer that was not streamed. @throws AppError as `push` */
  whole(answer: unknown): void;
  /** Nothing more will come: `[DONE]` was received, or the token count that ends a stream. */
  readonly done: boolean;
  /** A finish reason of choice 0, or `[DONE]`. Without either the answer was cut off. */
  readonly complete: boolean;
  /** Some text, reasoning or tool call was received. */
  readonly begun: boolean;
  /** Number of events received, without comments. */
  readonly events: number;
  readonly model: string | null;
  toolCalls(choice?: number): readonly ToolCall[];
}

/** Maximum characters of an event; real ones have a few hundred, and one with an image millions. */
export const longestEvent = 8 * 1024 * 1024;
/** Maximum without an image: many parts take long to read. */
const longestOfParts = 1024 * 1024;
const mostParts = 10_000;
const parserLimit = longestEvent + 64 * 1024;

/** An event this short cannot nest too deep for recursion; checking takes a third of reading it. */
const longestFlat = 1_000;

/** Refuses a long event, or a long whole answer, without an image. @throws AppError `answer-too-large` */
export function requireFewParts(text: string, host: string): void {
  if (text.length <= longestOfParts || !hasMoreParts(text, mostParts)) return;
  throw new AppError('answer-too-large', { details: { host, limit: longestOfParts } });
}

/**
 * Decodes the body of a streamed chat completion. The wire format is "not shown" by the service, so it accepts what
 * OpenAI-compatible servers are known to send (design section 4): absent, null and repeated fields, usage anywhere,
 * errors in mid-stream, a missing `[DONE]`.
 */
export function createDecoder(
  listener: CompletionListener,
  origin: StreamOrigin,
): CompletionDecoder {
  const text = new StringDecoder('utf8');
  const chunks = createChunkReader(listener, origin);
  let done = false;
  let complete = false;
  let events = 0;
  let ending = false;

  const parser = createParser({
    maxBufferSize: parserLimit,
    onEvent({ data, event }) {
      if (done || data === '') return;
      events += 1;
      if (data.charCodeAt(0) === 91 && data.trim() === '[DONE]') {
        done = true;
        complete = true;
        return;
      }
      readEvent(data, event);
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') {
        throw new AppError('answer-too-large', {
          details: { host: origin.host, limit: longestEvent },
        });
      }
    },
  });

  function readEvent(data: string, event: string | undefined): void {
    let chunk: unknown;
    requireFewParts(data, origin.host);
    try {
      chunk = data.length > longestFlat ? parseForeign(data) : parseJson(data);
    } catch (cause) {
      // A last event cut off by the end of the body is an interruption, reported by `complete`.
      if (ending) return;
      const start = withoutSecrets(data.slice(0, 1000), origin.secrets, data.length > 1000);
      const server = plainLine(start, 200);
      throw new AppError('stream-error', {
        details: { host: origin.host, server, reason: 'not-json' },
        retryable: true,
        cause,
      });
    }
    if (typeof chunk !== 'object' || chunk === null) return;
    chunks.read(chunk, event);
    if (chunks.sealed) done = true;
  }

  return {
    push(bytes) {
      const piece = text.write(bytes);
      if (piece !== '' && !done) parser.feed(piece);
    },
    end() {
      if (done) return;
      ending = true;
      // A last event without its blank line still counts.
      parser.feed(`${text.end()}\n\n`);
    },
    whole(answer) {
      const value: unknown = Array.isArray(answer) ? answer[0] : answer;
      if (typeof value !== 'object' || value === null) return;
      events += 1;
      chunks.read(value, undefined);
      complete ||= 'choices' in value && Array.isArray(value.choices) && value.choices.length > 0;
    },
    get done() {
      return done;
    },
    get complete() {
      return complete || chunks.finished;
    },
    get begun() {
      return chunks.said;
    },
    get events() {
      return events;
    },
    get model() {
      return chunks.model;
    },
    toolCalls: chunks.toolCalls,
  };
}
