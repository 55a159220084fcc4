import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { ReasoningField } from '../../../preload/contract/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { parseForeign } from '../../../preload/contract/json.ts';
import {
  errorIn,
  plainLine,
  type ServerWords,
  withoutSecrets,
} from '../../network/refusal/index.ts';
import { bounded } from './bounded.ts';
import { type ToolCall, ToolCalls } from './tool-calls.ts';

/** Tokens as the server counted them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, what was in the server's cache; absent where it did not say. */
  readonly cachedTokens?: number;
  /** Of the output, what was reasoning; absent where the server did not say. */
  readonly reasoningTokens?: number;
}

/**
 * What a stream says, told as it is decoded: plain calls rather than event objects, because this
 * runs once per token. `choice` is the index of the choice, 0 unless several were asked for.
 */
export interface CompletionListener {
  content(text: string, choice: number): void;
  reasoning?(text: string, choice: number, field: ReasoningField): void;
  /** A tool call began or grew; `call` is the one object that keeps growing. */
  toolCall?(call: ToolCall, choice: number): void;
  finished?(reason: string, choice: number): void;
  /** May come several times; the last one counts. */
  usage?(usage: TokenUsage): void;
}

export interface CompletionDecoder {
  /** Takes the next bytes, split anywhere. @throws AppError `stream-error`, `answer-too-large` */
  push(bytes: Uint8Array): void;
  /** The body has ended: what is left undecoded is decoded. */
  end(): void;
  /** Takes an answer that came whole, not streamed. @throws AppError as `push` */
  whole(answer: unknown): void;
  /** `[DONE]` was seen: nothing more will come. */
  readonly done: boolean;
  /** A finish reason of choice 0, or `[DONE]`. Without either the answer was cut off. */
  readonly complete: boolean;
  /** Anything but comments was received. */
  readonly begun: boolean;
  readonly model: string | null;
  toolCalls(choice?: number): readonly ToolCall[];
}

/**
 * A single event may have this many characters; real ones have a few hundred, and a whole answer of 32,768
 * tokens, every character escaped, has about half of it.
 */
const longestEvent = 1024 * 1024;
/** Tool calls of one answer; models make a handful. Each is stored and told again with all the others. */
const mostCalls = 128;
const parserLimit = longestEvent + 64 * 1024;

interface Piece {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: unknown;
}
interface Choice {
  readonly index?: unknown;
  readonly delta?: Piece | null;
  readonly message?: Piece | null;
  readonly finish_reason?: unknown;
  readonly usage?: unknown;
}
interface Chunk {
  readonly choices?: readonly (Choice | null)[] | null;
  readonly usage?: unknown;
  readonly model?: unknown;
}

/**
 * Decodes the body of a streamed chat completion. The wire format is "not shown" by the service, so
 * it takes what OpenAI-compatible servers are known to send (design section 4): absent, null and
 * repeated fields, usage anywhere, errors in mid-stream, a missing `[DONE]`.
 * @param origin.toError Makes the error for an error event from the server's words
 */
export function createDecoder(
  told: CompletionListener,
  origin: {
    readonly host: string;
    readonly secrets: readonly string[];
    readonly toError: (words: ServerWords) => AppError;
  },
): CompletionDecoder {
  const listener = bounded(told, origin.host);
  const text = new StringDecoder('utf8');
  const toolCalls = new Map<number, ToolCalls>();
  let done = false;
  let complete = false;
  let begun = false;
  let ending = false;
  let model: string | null = null;

  const parser = createParser({
    maxBufferSize: parserLimit,
    onEvent({ data, event }) {
      if (done || data === '') return;
      begun = true;
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
    try {
      chunk = parseForeign(data);
    } catch (cause) {
      // A last event cut off by the end of the body is an interruption, told by `complete`.
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
    readChunk(chunk, event);
  }

  function readChunk(chunk: Chunk, event: string | undefined): void {
    const { choices } = chunk;
    if (!Array.isArray(choices) || 'error' in chunk || event === 'error') {
      const words = errorIn(chunk, origin.secrets);
      if (words !== null) throw origin.toError(words);
    }
    if (Array.isArray(choices)) {
      for (let at = 0; at < choices.length; at += 1) {
        const choice: Choice | null | undefined = choices[at];
        if (choice !== null && choice !== undefined) readChoice(choice);
      }
    }
    if (chunk.usage !== undefined && chunk.usage !== null) readUsage(chunk.usage);
    if (model === null && typeof chunk.model === 'string') model = chunk.model;
  }

  function readChoice(choice: Choice): void {
    const index = typeof choice.index === 'number' ? choice.index : 0;
    const { delta, message } = choice;
    if (delta !== undefined && delta !== null) readPiece(delta, index, false);
    else if (message !== undefined && message !== null) readPiece(message, index, true);
    const reason = choice.finish_reason;
    if (typeof reason === 'string' && reason !== '') {
      if (index === 0) complete = true;
      listener.finished?.(reason, index);
    }
    if (choice.usage !== undefined && choice.usage !== null) readUsage(choice.usage);
  }

  /** @param whole It is all that the choice says: each of its calls is one. */
  function readPiece(piece: Piece, index: number, whole: boolean): void {
    // Some servers send the same text under both names; one of them is enough.
    const { reasoning_content: thought, reasoning: otherThought } = piece;
    if (typeof thought === 'string' && thought !== '') {
      listener.reasoning?.(thought, index, 'reasoning_content');
    } else if (typeof otherThought === 'string' && otherThought !== '') {
      listener.reasoning?.(otherThought, index, 'reasoning');
    }
    const { content } = piece;
    if (typeof content === 'string') {
      if (content !== '') listener.content(content, index);
    } else if (Array.isArray(content)) {
      for (const part of content) readPart(part, index);
    }
    if (typeof piece.refusal === 'string' && piece.refusal !== '') {
      listener.content(piece.refusal, index);
    }
    if (Array.isArray(piece.tool_calls)) {
      let calls = toolCalls.get(index);
      if (calls === undefined) {
        calls = new ToolCalls();
        toolCalls.set(index, calls);
      }
      for (const [at, delta] of piece.tool_calls.entries()) {
        const call = calls.add(delta, whole ? at : undefined);
        if (calls.list().length > mostCalls) {
          throw new AppError('answer-too-large', {
            details: { host: origin.host, limit: mostCalls },
          });
        }
        if (call !== null) listener.toolCall?.(call, index);
      }
    }
  }

  function readPart(part: unknown, index: number): void {
    if (typeof part === 'object' && part !== null && 'text' in part) {
      if (typeof part.text === 'string' && part.text !== '') listener.content(part.text, index);
    }
  }

  function readUsage(usage: unknown): void {
    const read = toUsage(usage);
    if (read !== null) listener.usage?.(read);
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
      begun = true;
      readChunk(value, undefined);
      complete ||= 'choices' in value && Array.isArray(value.choices) && value.choices.length > 0;
    },
    get done() {
      return done;
    },
    get complete() {
      return complete;
    },
    get begun() {
      return begun;
    },
    get model() {
      return model;
    },
    toolCalls: (choice = 0) => toolCalls.get(choice)?.list() ?? [],
  };
}

/**
 * Reads `prompt_tokens` and `completion_tokens` (or `input_tokens`, `output_tokens`), and what of them was cached
 * or reasoning: in OpenAI's `…_details`, or in the fields of DeepSeek (`prompt_cache_hit_tokens`) and SGLang
 * (`reasoning_tokens`).
 */
export function toUsage(usage: unknown): TokenUsage | null {
  if (typeof usage !== 'object' || usage === null) return null;
  const fields = usage as Readonly<Record<string, unknown>>;
  const input = fields.prompt_tokens ?? fields.input_tokens;
  const output = fields.completion_tokens ?? fields.output_tokens;
  if (!isCount(input) && !isCount(output)) return null;
  const cached =
    fieldIn(fields.prompt_tokens_details ?? fields.input_tokens_details, 'cached_tokens') ??
    fields.prompt_cache_hit_tokens;
  const reasoning =
    fieldIn(fields.completion_tokens_details ?? fields.output_tokens_details, 'reasoning_tokens') ??
    fields.reasoning_tokens;
  return {
    inputTokens: isCount(input) ? input : 0,
    outputTokens: isCount(output) ? output : 0,
    ...(isCount(cached) ? { cachedTokens: cached } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
}

function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
