import { AppError } from '../../../../preload/contract/errors.ts';
import type { ToolCall } from './tool-calls.ts';

/**
 * Maximum characters of one answer: its texts, reasoning and tool call arguments together. The longest answers that are
 * requested, 128,000 tokens, have about 600,000.
 */
export const longestAnswer = 4_000_000;

/**
 * Counts an answer's characters and ends it beyond the maximum: each event may be short, and an endless stream would
 * fill the memory.
 */
export class AnswerLimit {
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

  /** Counts a tool call that began or grew. */
  countCall(call: ToolCall): void {
    const now = call.id.length + call.name.length + call.arguments.length;
    this.count(now - (this.calls.get(call) ?? 0));
    this.calls.set(call, now);
  }
}
