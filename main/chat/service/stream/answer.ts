import { parseForeign } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { StreamedAnswer } from '../../../base/network/index.ts';
import { type ErrorMessage, readErrorMessage } from '../../../base/network/refusal/index.ts';
import type { CompletionListener } from './chunks.ts';
import { createDecoder, longestEvent, requireFewParts } from './decoder.ts';
import { receiveBody } from './receive.ts';
import { sniffBody } from './sniff.ts';
import type { ToolCall } from './tool-calls.ts';

/** Timeouts without data, ms. */
export interface Patience {
  /** Before the first text, reasoning or tool call. */
  readonly start: number;
  /** Between pieces of a started stream, comments included. */
  readonly idle: number;
  /** After the finish reason, until the answer is shown as finished; it still waits for the rest of `idle`. */
  readonly afterFinish: number;
}

export interface CompletionOutcome {
  /** The model's name as the server gives it. */
  readonly model: string | null;
  /** Tool calls of choice 0. */
  readonly toolCalls: readonly ToolCall[];
  /** Nothing more could follow: the server said so, or it came whole. Every choice has ended then. */
  readonly closed: boolean;
}

export interface AnswerContext {
  readonly host: string;
  readonly patience: Patience;
  /** The request's secrets, masked in the server's text. */
  readonly secrets: readonly string[];
  readonly toError: (words: ErrorMessage) => AppError;
  readonly onFirstByte: () => void;
  /** Aborts when the request's time is up: a finished answer then counts as whole. */
  readonly timeUp: AbortSignal;
}

/**
 * Receives the answer to a stream request to its end, with or without events.
 * @throws AppError `stream-interrupted` (`reason`: `ended`, `silent`, `broken`), `stream-error`, `answer-not-json`,
 * `answer-too-large`
 */
export async function receiveCompletion(
  answer: StreamedAnswer,
  listener: CompletionListener,
  { host, patience, secrets, toError, onFirstByte, timeUp }: AnswerContext,
): Promise<CompletionOutcome> {
  const decoder = createDecoder(listener, { host, secrets, toError });
  const contentType = answer.headers['content-type'];
  let kind: ReturnType<typeof sniffBody> = null;
  let untouched = true;
  let held: Uint8Array[] = [];
  let heldSize = 0;
  const lull = createLull(patience.afterFinish, (isQuiet) => listener.quiet?.(isQuiet));

  const decode = (bytes: Uint8Array): void => {
    const before = decoder.events;
    decoder.push(bytes);
    if (decoder.events === before) return;
    if (decoder.complete && !decoder.done) lull.begin();
    else lull.end();
  };

  const decideKind = (final: boolean): void => {
    const head = held.length === 1 ? held[0] : Buffer.concat(held);
    kind = sniffBody(head ?? new Uint8Array(), contentType, final);
    if (kind !== 'events') return;
    const bytes = held;
    held = [];
    for (const piece of bytes) decode(piece);
  };

  const body = receiveBody(answer, {
    push(bytes) {
      if (untouched) {
        untouched = false;
        onFirstByte();
      }
      if (kind === 'events') {
        decode(bytes);
        return;
      }
      held.push(bytes);
      heldSize += bytes.length;
      if (heldSize > longestEvent) {
        throw new AppError('answer-too-large', { details: { host, limit: longestEvent } });
      }
      if (kind === null) decideKind(false);
    },
    get done() {
      return decoder.done;
    },
    get patience() {
      return decoder.begun ? patience.idle : patience.start;
    },
  });

  const end = await body.finally(lull.cancel);

  if (kind === null) decideKind(true);
  if (kind === 'events') decoder.end();
  else {
    readWhole(Buffer.concat(held), end.kind === 'ended');
  }
  // A finish reason may come too early; then a broken connection has cut off the rest.
  const isBroken = end.kind === 'broken' && !timeUp.aborted;
  if (!decoder.complete || (isBroken && kind === 'events')) {
    const details: Record<string, string> = { host, reason: end.kind };
    if (end.kind === 'broken' && end.cause instanceof AppError) details.network = end.cause.code;
    const cause = end.kind === 'broken' ? end.cause : undefined;
    throw new AppError('stream-interrupted', { details, retryable: true, cause });
  }
  const closed = decoder.done || kind !== 'events';
  return { model: decoder.model, toolCalls: decoder.toolCalls(), closed };

  function readWhole(body: Uint8Array, whole: boolean): void {
    const text = new TextDecoder().decode(body);
    requireFewParts(text, host);
    let value: unknown;
    try {
      value = parseForeign(text);
    } catch (cause) {
      if (!whole && kind === 'json') return;
      const server = readErrorMessage({ headers: answer.headers, body }, secrets).text;
      throw new AppError('answer-not-json', {
        details: server === '' ? { host } : { host, server },
        cause,
      });
    }
    decoder.whole(value);
    if (!decoder.complete)
      throw new AppError('answer-shape', { details: { host, expected: 'choices' } });
  }
}

/** Reports when nothing has come for `after` ms since it was started, and when something comes again. */
function createLull(after: number, tell: (isQuiet: boolean) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isQuiet = false;
  const end = (): void => {
    clearTimeout(timer);
    if (!isQuiet) return;
    isQuiet = false;
    tell(false);
  };
  return {
    begin() {
      end();
      timer = setTimeout(() => {
        isQuiet = true;
        tell(true);
      }, after);
    },
    end,
    /** Stops reporting. */
    cancel: () => clearTimeout(timer),
  };
}
