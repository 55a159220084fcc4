import { expect } from 'vitest';
import { eventError } from '../../../../main/chat/service/errors.ts';
import {
  type CompletionDecoder,
  createDecoder,
} from '../../../../main/chat/service/stream/decoder.ts';
import type { TokenUsage } from '../../../../main/chat/service/stream/usage.ts';
import { AppError } from '../../../../preload/contract/errors.ts';

/** Everything that a decoded stream said, with neighbouring pieces joined. */
export interface Decoded {
  readonly content: Record<number, string>;
  readonly reasoning: Record<number, string>;
  readonly finished: string[];
  readonly usage: TokenUsage | null;
  readonly tools: { id: string; name: string; arguments: string }[];
  readonly complete: boolean;
  readonly model: string | null;
  readonly error: { code: string; details: Record<string, unknown> } | null;
}

/** Decodes pieces of a body as they would come from the network. */
export function decode(...pieces: (string | Uint8Array)[]): Decoded {
  return decodeAll(pieces);
}

export function decodeAll(pieces: readonly (string | Uint8Array)[]): Decoded {
  const content: Record<number, string> = {};
  const reasoning: Record<number, string> = {};
  const finished: string[] = [];
  let usage: Decoded['usage'] = null;
  let error: Decoded['error'] = null;
  const decoder: CompletionDecoder = createDecoder(
    {
      content(text, choice) {
        content[choice] = (content[choice] ?? '') + text;
      },
      reasoning(text, choice) {
        reasoning[choice] = (reasoning[choice] ?? '') + text;
      },
      finished: (reason, choice) => void finished.push(`${choice}:${reason}`),
      usage(counted) {
        usage = { ...counted };
      },
    },
    { host: 'server.test', secrets: [], toError: (words) => eventError(words, 'server.test') },
  );
  try {
    for (const piece of pieces) {
      decoder.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    }
    decoder.end();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    error = { code: thrown.code, details: { ...thrown.details } };
  }
  const tools = decoder
    .toolCalls()
    .map(({ id, name, arguments: args }) => ({ id, name, arguments: args }));
  const { complete, model } = decoder;
  return { content, reasoning, finished, usage, tools, complete, model, error };
}

/** One event of these choices. */
export function chunk(...choices: unknown[]): string {
  return `data: ${JSON.stringify({ choices })}\n\n`;
}

export function piece(delta: unknown, finish: string | null = null): string {
  return chunk({ index: 0, delta, finish_reason: finish });
}

/** Cuts bytes into pieces of `size`. */
export function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

/** A stream that ends at a byte says a beginning of what the whole says; one that ends in an error is not looked at. */
export function expectPartial(bytes: Uint8Array, at: number): void {
  const whole = decode(bytes);
  if (whole.error !== null) return;
  const part = decode(bytes.subarray(0, at));
  expect(part.error).toBeNull();
  expect((whole.content[0] ?? '').startsWith(part.content[0] ?? '')).toBe(true);
  expect((whole.reasoning[0] ?? '').startsWith(part.reasoning[0] ?? '')).toBe(true);
}
