import type { ReasoningField } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ToolCall } from './tool-calls.ts';

/**
 * Characters of one answer: its texts, its reasoning and the arguments of its tool calls together. The longest that
 * models are asked for, 128,000 tokens, have about 600,000.
 */
export const longestAnswer = 4_000_000;

interface Told {
  content(text: string, choice: number): void;
  reasoning?(text: string, choice: number, field: ReasoningField): void;
  toolCall?(call: ToolCall, choice: number): void;
}

/**
 * Tells on what an answer says, and that it is too large once it has said too much: each of its events may be short,
 * and a server that never ends would fill the memory with them.
 */
export function bounded<T extends Told>(listener: T, host: string): T {
  const counted = new WeakMap<ToolCall, number>();
  let length = 0;
  const count = (more: number): void => {
    length += more;
    if (length > longestAnswer) {
      throw new AppError('answer-too-large', { details: { host, limit: longestAnswer } });
    }
  };
  return {
    ...listener,
    content(text: string, choice: number) {
      count(text.length);
      listener.content(text, choice);
    },
    reasoning(text: string, choice: number, field: ReasoningField) {
      count(text.length);
      listener.reasoning?.(text, choice, field);
    },
    toolCall(call: ToolCall, choice: number) {
      const now = call.id.length + call.name.length + call.arguments.length;
      count(now - (counted.get(call) ?? 0));
      counted.set(call, now);
      listener.toolCall?.(call, choice);
    },
  };
}
