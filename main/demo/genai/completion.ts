import { randomBytes } from 'node:crypto';
import type { Answer } from './answers/index.ts';
import type { ChatRequest } from './request.ts';
import { toTokens } from './tokens.ts';

/** One step of a completion: a delta, and how many tokens it is worth. */
export interface Delta {
  readonly delta: Readonly<Record<string, unknown>>;
  readonly tokens: number;
}

/** An answer cut to the request's `max_tokens`, as the deltas of a stream and as one message. */
export interface Completion {
  readonly deltas: readonly Delta[];
  readonly message: Readonly<Record<string, unknown>>;
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
  readonly usage: Readonly<Record<string, number>>;
}

/** Turns an answer into a completion. Reasoning counts against `max_tokens`, as it does with real servers. */
export function toCompletion(request: ChatRequest, answer: Answer): Completion {
  const all = [
    ...toTokens(answer.reasoning).map((text) => textDelta('reasoning_content', text)),
    ...toTokens(answer.content).map((text) => textDelta('content', text)),
    ...answer.toolCalls.flatMap(toolCallDeltas),
  ];
  const deltas: Delta[] = [];
  let used = 0;
  for (const delta of all) {
    if (used + delta.tokens > request.maxTokens) break;
    used += delta.tokens;
    deltas.push(delta);
  }
  const cut = deltas.length < all.length;
  return {
    deltas,
    message: toMessage(deltas),
    finishReason: cut ? 'length' : answer.toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: {
      prompt_tokens: request.promptTokens,
      completion_tokens: used,
      total_tokens: request.promptTokens + used,
    },
  };
}

/** Returns the first fields of every chunk and every plain answer. */
export function envelope(object: string, model: string): Readonly<Record<string, unknown>> {
  return {
    id: `chatcmpl-demo-${randomBytes(12).toString('hex')}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model,
    system_fingerprint: 'compute-desk-demo',
  };
}

function textDelta(field: 'reasoning_content' | 'content', text: string): Delta {
  return { delta: { [field]: text }, tokens: 1 };
}

/** Id, type and name come first; later deltas have only the index and a piece of the arguments. */
function toolCallDeltas(
  call: { id: string; name: string; arguments: string },
  index: number,
): Delta[] {
  const head = {
    index,
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: '' },
  };
  const pieces = toTokens(call.arguments).map((piece) => ({
    index,
    function: { arguments: piece },
  }));
  return [head, ...pieces].map((one) => ({ delta: { tool_calls: [one] }, tokens: 1 }));
}

function toMessage(deltas: readonly Delta[]): Readonly<Record<string, unknown>> {
  const text = { reasoning_content: '', content: '' };
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
  for (const { delta } of deltas) {
    if (typeof delta.reasoning_content === 'string')
      text.reasoning_content += delta.reasoning_content;
    if (typeof delta.content === 'string') text.content += delta.content;
    for (const piece of (delta.tool_calls ?? []) as ToolCallPiece[]) {
      const known = calls[piece.index];
      if (known) known.function.arguments += piece.function.arguments;
      else
        calls[piece.index] = {
          id: piece.id ?? '',
          type: 'function',
          function: { name: piece.function.name ?? '', arguments: piece.function.arguments },
        };
    }
  }
  return {
    role: 'assistant',
    content: text.content,
    ...(text.reasoning_content !== '' && { reasoning_content: text.reasoning_content }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

interface ToolCallPiece {
  readonly index: number;
  readonly id?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}
