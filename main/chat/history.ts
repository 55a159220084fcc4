import type { Message } from '../../preload/contract/chat.ts';
import type { ChatMessage } from '../genai/index.ts';

export type HistoryEntry = Pick<Message, 'role' | 'content'>;

/**
 * What is sent of a branch, first message first: contents without reasoning. An answer of which
 * nothing was received is left out; a partial one stays, because the user saw it. User messages that
 * then follow each other become one: many chat templates refuse two of a role in a row.
 */
export function toHistory(branch: readonly HistoryEntry[]): ChatMessage[] {
  const history: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const { role, content } of branch) {
    if (role === 'assistant' && content.trim() === '') continue;
    const last = history.at(-1);
    if (role === 'user' && last?.role === 'user') last.content += `\n\n${content}`;
    else history.push({ role, content });
  }
  return history;
}
