import { AppError } from '../../../../preload/contract/errors.ts';
import type { ToolCall } from './tool-calls.ts';

/**
 * Characters of one answer: its texts, its reasoning and the arguments of its tool calls together. The longest that
 * models are asked for, 128,000 tokens, have about 600,000.
 */
export const longestAnswer = 4_000_000;

/**
 * Counts what an answer says, and ends it once it has said too much: each of its events may be short, and a server
 * that never ends would fill the memory with them.
 */
export class Bound {
  private readonly host: string;
  private readonly calls = new WeakMap<ToolCall, number>();
  private length = 0;

  constructor(host: string) {
    this.host = host;
  }

  /** @throws AppError `answer-too-large` */
  count(characters: number): void {
    this.length += characters;
    if (this.length > longestAnswer) {
      throw new AppError('answer-too-large', {
        details: { host: this.host, limit: longestAnswer },
      });
    }
  }

  /** The same of a tool call that began or grew. */
  countCall(call: ToolCall): void {
    const now = call.id.length + call.name.length + call.arguments.length;
    this.count(now - (this.calls.get(call) ?? 0));
    this.calls.set(call, now);
  }
}
