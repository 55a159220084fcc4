import type { Message } from '../../preload/contract/chat.ts';
import type { ChatMessage } from '../genai/index.ts';

export type HistoryEntry = Pick<Message, 'role' | 'content' | 'state'>;

/**
 * What is sent of a branch, first message first: contents without reasoning. A partial answer stays,
 * because the user saw it; one without content is left out. If that one had failed, the message that
 * it failed on is left out too: it would fail every later turn as well (too long, for example). User
 * messages that then follow each other become one: many chat templates refuse two of a role in a row.
 */
export function toHistory(branch: readonly HistoryEntry[]): ChatMessage[] {
  const history: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const [at, { role, content }] of branch.entries()) {
    if (role === 'assistant' && content.trim() === '') continue;
    const next = branch[at + 1];
    const refused = next?.role === 'assistant' && next.state === 'failed';
    if (role === 'user' && refused && next.content.trim() === '') continue;
    const last = history.at(-1);
    if (role === 'user' && last?.role === 'user') last.content += `\n\n${content}`;
    else history.push({ role, content });
  }
  return history;
}
