import * as z from 'zod';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { newMessageId } from '../../conversations/index.ts';
import type { ChatContext } from '../context.ts';
import { newMessage } from '../new-message.ts';
import {
  answerFormatOf,
  forSingleAnswer,
  prepareBranch,
  sourcesIn,
  toolsFor,
  toRequest,
} from '../requests.ts';
import { isRemoved, type Round } from './chain.ts';

const toolName = z.object({ function: z.object({ name: z.string() }) });

/** Stores the answer below one whose calls have results, and returns it with its request. */
export async function nextRound(context: ChatContext, called: Message): Promise<Round> {
  const { tools, stores, now } = context;
  const { conversationId, model } = called;
  const store = stores.of(conversationId);
  const conversation = await store.conversation(conversationId);
  const branch = await store.branch(called.id);
  // an answer that could not be stored has no branch to continue
  const unsaved = store.unsaved.of(conversationId).find(({ messageId }) => messageId === called.id);
  if (branch.length === 0 && unsaved !== undefined) throw AppError.fromData(unsaved.problem);
  const { sent, inContext, history, images } = await prepareBranch(context, conversation, branch, [
    model ?? '',
  ]);
  const parameters = forSingleAnswer(conversation.parameters);
  const offered = toolsFor(tools, conversation, parameters, sent);
  const request = toRequest(model ?? '', history, parameters, offered, images);
  const answer: Message = {
    ...newMessage(conversationId, called, 'assistant', now().toISOString()),
    state: 'streaming',
    model,
    ...answerFormatOf(parameters),
  };
  await store.begin({
    conversationId,
    title: '',
    model: model ?? '',
    // A user who is looking at another branch meanwhile stays there.
    leafId: conversation.leafId === called.id ? answer.id : (conversation.leafId ?? answer.id),
    updatedAt: answer.createdAt,
    messages: [answer],
    queuedId: null,
  });
  const sources = sourcesIn(tools, inContext);
  return { answer, request, sent, sources, offered: toolNames(offered), continues: false };
}

/**
 * Stores another answer of a request that produces several, beside the first, or keeps it in memory until that is
 * possible. Null if the conversation is gone.
 */
export async function storeAlternative(
  { stores, log, sentRequests }: ChatContext,
  { answer: first }: Round,
): Promise<Message | null> {
  const { conversationId } = first;
  const answer: Message = { ...first, id: newMessageId(conversationId) };
  const store = stores.of(conversationId);
  try {
    const { leafId } = await store.conversation(conversationId);
    await store.begin({
      conversationId,
      title: '',
      model: answer.model ?? '',
      leafId: leafId ?? first.id,
      updatedAt: answer.createdAt,
      messages: [answer],
      queuedId: null,
    });
    sentRequests.share(first, answer);
    return answer;
  } catch (error) {
    if (isRemoved(error)) return null;
    log.error('chat-choice', error, { messageId: first.id });
    store.runUnstored(answer, error);
    return answer;
  }
}

/** Returns the names in a request's `tools`. */
export function toolNames(offered: readonly Json[]): ReadonlySet<string> {
  return new Set(offered.map((one) => toolName.parse(one).function.name));
}
