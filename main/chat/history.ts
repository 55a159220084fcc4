import type { Message } from '../../preload/contract/conversation.ts';
import type { ChatMessage } from '../genai/index.ts';

export type HistoryEntry = Pick<Message, 'id' | 'role' | 'content' | 'state'>;

/**
 * What is sent of a branch, first message first: contents without reasoning. A partial answer stays,
 * because the user saw it; one without content is left out. If that one had failed, the message that
 * it failed on is left out too: it would fail every later turn as well (too long, for example). User
 * messages that then follow each other become one: many chat templates refuse two of a role in a row.
 * An answer below an answer goes on where the first was cut, so the two are one text.
 */
export function toHistory(branch: readonly Omit<HistoryEntry, 'id'>[]): ChatMessage[] {
  const history: { role: 'user' | 'assistant'; content: string }[] = [];
  for (const [at, { role, content }] of branch.entries()) {
    if (role === 'assistant' && content.trim() === '') continue;
    const next = branch[at + 1];
    const refused = next?.role === 'assistant' && next.state === 'failed';
    if (role === 'user' && refused && next.content.trim() === '') continue;
    const last = history.at(-1);
    if (last?.role === role) last.content += role === 'user' ? `\n\n${content}` : content;
    else history.push({ role, content });
  }
  return history;
}

/** The branch from the message on that the user chose as the first to send; all of it without one. */
export function fromStart<T extends { readonly id: string }>(
  branch: readonly T[],
  startId: string | null,
): readonly T[] {
  const start = startId === null ? -1 : branch.findIndex(({ id }) => id === startId);
  return start <= 0 ? branch : branch.slice(start);
}
