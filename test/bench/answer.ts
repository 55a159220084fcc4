import type { Message } from '../../preload/contract/chat/conversation.ts';

/** An answer before its first token. */
export const emptyAnswer: Message = {
  id: 'answer',
  conversationId: 'conversation',
  parentId: null,
  depth: 0,
  role: 'assistant',
  content: '',
  reasoning: '',
  state: 'streaming',
  model: 'bench',
  finishReason: null,
  usage: null,
  problem: null,
  toolCalls: [],
  attachments: [],
  leftOut: null,
  createdAt: new Date(0).toISOString(),
  firstByteAt: null,
  contentAt: null,
  endedAt: null,
};
