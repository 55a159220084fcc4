import * as z from 'zod';
import type { Message } from '../../preload/contract/conversation.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import type { ChatContext } from './context.ts';
import { newMessage } from './new-message.ts';
import { toolsFor, toRequest, toSend } from './requests.ts';
import type { Round } from './turn-chain.ts';

const toolName = z.object({ function: z.object({ name: z.string() }) });

/** The answer below one whose calls have results, stored, and its request. */
export async function nextRound(context: ChatContext, called: Message): Promise<Round> {
  const { tools, stores, now } = context;
  const { conversationId, model } = called;
  const store = stores.of(conversationId);
  const conversation = await store.conversation(conversationId);
  const branch = await store.branch(called.id);
  const { sent, history, images } = await toSend(context, conversation, branch);
  const { parameters } = conversation;
  const offered = toolsFor(tools, parameters, sent);
  const request = toRequest(model ?? '', history, parameters, offered, images);
  const answer: Message = {
    ...newMessage(conversationId, called, 'assistant', now().toISOString()),
    state: 'streaming',
    model,
  };
  await store.begin({
    conversationId,
    title: '',
    model: model ?? '',
    // Whoever looks at another branch meanwhile stays there.
    leafId: conversation.leafId === called.id ? answer.id : (conversation.leafId ?? answer.id),
    updatedAt: answer.createdAt,
    messages: [answer],
    queuedId: null,
  });
  return { answer, request, sent, offered: namesOf(offered), continues: false };
}

/** The names in a request's `tools`. */
export function namesOf(offered: readonly Json[]): ReadonlySet<string> {
  return new Set(offered.map((one) => toolName.parse(one).function.name));
}
