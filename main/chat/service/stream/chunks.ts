import type { ReasoningField, SourceLink } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { type ErrorMessage, findError } from '../../../base/network/refusal/index.ts';
import { AnswerLimit } from './answer-limit.ts';
import { ExtraContent } from './extra-content.ts';
import { type ToolCall, ToolCalls } from './tool-calls.ts';
import { type TokenUsage, toUsage } from './usage.ts';

/**
 * Receives a stream as it is decoded: plain calls instead of event objects, because this runs once per token. `choice`
 * is the index of the choice, 0 unless several were requested.
 */
export interface CompletionListener {
  content(text: string, choice: number): void;
  reasoning?(text: string, choice: number, field: ReasoningField): void;
  /** Content so far was reasoning: only its end was marked. */
  thought?(choice: number): void;
  /** An image of the answer: `data:` with the image in it. Reported once each. */
  image?(url: string, choice: number): void;
  /** A reference of the answer; reported again if its title comes later. */
  link?(link: SourceLink, choice: number): void;
  /** The model's name in the answer, which may differ from the requested one. */
  model?(name: string): void;
  /** A tool call began or grew; `call` is always the same growing object. */
  toolCall?(call: ToolCall, choice: number): void;
  finished?(reason: string, choice: number): void;
  /**
   * A finish reason came and then nothing for a while: the answer looks finished, but more may come. False: something
   * came again.
   */
  quiet?(isQuiet: boolean): void;
  /** May come several times; the last one counts. */
  usage?(usage: TokenUsage): void;
  /** The request was refused for now and is retried after `ms`; null: the wait is over. Nothing has come so far. */
  waits?(wait: { readonly ms: number; readonly problem: AppError } | null): void;
}

export interface StreamOrigin {
  readonly host: string;
  readonly secrets: readonly string[];
  /** Creates the error for an error event from the server's text. */
  readonly toError: (words: ErrorMessage) => AppError;
}

/** Maximum tool calls of one answer; models make a handful. Each change stores and sends all of them. */
const mostCalls = 128;

interface Piece {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: unknown;
}
interface ContentPart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
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

/** Reads one event of a stream, or a whole answer. */
export function createChunkReader(listener: CompletionListener, origin: StreamOrigin) {
  const pieces = createPieceReader(listener, origin.host);
  let finished = false;
  let sealed = false;
  let model: string | null = null;

  function readChunk(chunk: Chunk, event: string | undefined): void {
    const { choices } = chunk;
    if (!Array.isArray(choices) || 'error' in chunk || event === 'error') {
      const words = findError(chunk, origin.secrets);
      if (words !== null) throw origin.toError(words);
    }
    if (Array.isArray(choices)) {
      for (let at = 0; at < choices.length; at += 1) {
        const choice: Choice | null | undefined = choices[at];
        if (choice !== null && choice !== undefined) readChoice(choice);
      }
    }
    if (chunk.usage !== undefined && chunk.usage !== null) {
      const isRead = readUsage(chunk.usage);
      // Servers that count in every chunk do so beside choices.
      if (isRead && finished && Array.isArray(choices) && choices.length === 0) sealed = true;
    }
    pieces.beside(0).readChunk(chunk);
    // Azure begins with a chunk without a model.
    if (model === null && typeof chunk.model === 'string' && chunk.model !== '') {
      model = chunk.model;
      listener.model?.(model);
    }
  }

  function readChoice(choice: Choice): void {
    const index = typeof choice.index === 'number' ? choice.index : 0;
    const { delta, message } = choice;
    if (delta !== undefined && delta !== null) pieces.read(delta, index, false);
    else if (message !== undefined && message !== null) pieces.read(message, index, true);
    const reason = choice.finish_reason;
    if (typeof reason === 'string' && reason !== '') {
      if (index === 0) finished = true;
      listener.finished?.(reason, index);
    }
    if (choice.usage !== undefined && choice.usage !== null) readUsage(choice.usage);
  }

  /** @returns whether it was a token count */
  function readUsage(usage: unknown): boolean {
    const read = toUsage(usage);
    if (read !== null) listener.usage?.(read);
    return read !== null;
  }

  return {
    read: readChunk,
    /** A finish reason of choice 0 was received. */
    get finished() {
      return finished;
    },
    /** The final count was received: usage without a choice, after the finish reason. */
    get sealed() {
      return sealed;
    },
    /** Some text, reasoning or tool call was received. */
    get said() {
      return pieces.said;
    },
    get model() {
      return model;
    },
    toolCalls: pieces.toolCalls,
  };
}

/** Reads texts, reasoning and tool calls in the pieces of choices. */
function createPieceReader(listener: CompletionListener, host: string) {
  const toolCalls = new Map<number, ToolCalls>();
  const besides = new Map<number, ExtraContent>();
  const bound = new AnswerLimit(host);
  let said = false;

  function besideOf(index: number): ExtraContent {
    let beside = besides.get(index);
    if (beside === undefined) {
      beside = new ExtraContent(
        (url) => listener.image?.(url, index),
        (link) => listener.link?.(link, index),
      );
      besides.set(index, beside);
    }
    return beside;
  }

  /** @param whole whether it is the whole choice: then each of its calls is complete */
  function readPiece(piece: Piece, index: number, whole: boolean): void {
    // Some servers send the same text under both names; one of them is enough.
    const { reasoning_content: thought, reasoning: otherThought } = piece;
    if (typeof thought === 'string' && thought !== '') {
      tellReasoning(thought, index, 'reasoning_content');
    } else if (typeof otherThought === 'string') {
      tellReasoning(otherThought, index, 'reasoning');
    }
    const { content } = piece;
    if (typeof content === 'string') {
      tellText(content, index);
    } else if (Array.isArray(content)) {
      for (const part of content) readPart(part, index);
    }
    if (besideOf(index).readPiece(piece)) said = true;
    if (typeof piece.refusal === 'string') tellText(piece.refusal, index);
    if (Array.isArray(piece.tool_calls)) readCalls(piece.tool_calls, index, whole);
  }

  function readCalls(deltas: readonly unknown[], index: number, whole: boolean): void {
    let calls = toolCalls.get(index);
    if (calls === undefined) {
      calls = new ToolCalls();
      toolCalls.set(index, calls);
    }
    for (const [at, delta] of deltas.entries()) {
      const call = calls.add(delta, whole ? at : undefined);
      if (calls.list().length > mostCalls) {
        throw new AppError('answer-too-large', {
          details: { host: host, limit: mostCalls },
        });
      }
      if (call === null) continue;
      said = true;
      bound.countCall(call);
      listener.toolCall?.(call, index);
    }
  }

  /** Reads a part of list content. Mistral and others send reasoning in such parts. */
  function readPart(part: unknown, index: number): void {
    if (typeof part !== 'object' || part === null) return;
    const { type, thinking, text }: ContentPart = part;
    if (type === 'thinking' || type === 'reasoning') {
      tellReasoning(textOf(thinking ?? text), index, 'reasoning');
    } else if (typeof text === 'string') tellText(text, index);
    else if (besideOf(index).readImages(part)) said = true;
  }

  function tellReasoning(text: string, index: number, field: ReasoningField): void {
    if (text === '') return;
    said = true;
    bound.count(text.length);
    listener.reasoning?.(text, index, field);
  }

  function tellText(text: string, index: number): void {
    if (text === '') return;
    said = true;
    bound.count(text.length);
    listener.content(text, index);
  }

  return {
    read: readPiece,
    beside: besideOf,
    get said() {
      return said;
    },
    toolCalls: (choice = 0): readonly ToolCall[] => toolCalls.get(choice)?.list() ?? [],
  };
}

/** Returns the text of a part: a string, or a list of parts with texts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .join('');
}
