import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { newMessageId } from '../conversations/index.ts';

/** Returns an empty message at the end of a branch; null begins one. @param createdAt ISO 8601 */
export function newMessage(
  conversationId: string,
  parent: Pick<Message, 'id' | 'depth'> | null,
  role: Message['role'],
  createdAt: string,
): Message {
  return {
    id: newMessageId(conversationId),
    conversationId,
    parentId: parent?.id ?? null,
    depth: parent === null ? 0 : parent.depth + 1,
    role,
    content: '',
    reasoning: '',
    state: 'complete',
    model: null,
    finishReason: null,
    usage: null,
    problem: null,
    toolCalls: [],
    attachments: [],
    leftOut: null,
    createdAt,
    firstByteAt: null,
    contentAt: null,
    endedAt: null,
  };
}
