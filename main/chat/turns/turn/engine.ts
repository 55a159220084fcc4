import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { announceConversation, type StoredConversation } from '../../conversations/index.ts';
import type { ChatContext } from '../context.ts';
import type { Begun, Question } from '../question.ts';
import { createQueue, type Queue } from '../queue.ts';
import { toolsFor, toSend } from '../requests.ts';
import { prepareQuestion, storeQuestion } from './begin.ts';
import { asking, type Chain, type ChainDeps, isRemoved, type Round, startChain } from './chain.ts';
import { type Ask, choicesOf, splitChoices } from './choices.ts';
import { namesOf, nextRound, storeBeside } from './rounds.ts';

export interface TurnEngine extends Queue {
  /** Call while holding the conversation. @throws AppError as `Genai.check` */
  begin(question: Question): Promise<Begun>;
  /** Continues the interrupted calls of an answer. Call like `begin`. */
  resumeCalls(conversation: StoredConversation, message: Message): Promise<void>;
  /** Passes the user's decision on a tool call; false if it does not wait. */
  decide(messageId: string, callId: string, allow: boolean): boolean;
}

/** Starts turns and follows them to their end, through tool calls and then the queue. */
export function createTurnEngine(
  context: ChatContext,
  answered: (message: Message) => void,
): TurnEngine {
  const { tools, stores, log, now, running } = context;
  const chains = new Set<Chain>();
  const queue = createQueue(context, begin);

  /** Checks, stores the user's message and an empty answer of each model, and sends the requests. */
  async function begin(question: Question): Promise<Begun> {
    const { conversation } = question;
    const prepared = await prepareQuestion(context, question);
    const { user, asked, sent, offered, continues } = prepared;
    const added = await storeQuestion(context, question, prepared);
    for (const { answer, request } of asked) {
      startFirst({ answer, request, sent, continues, offered }, conversation);
    }
    for (const message of added) running.announceMessage(message);
    await announceConversation(context, conversation.id);
    return { user, answers: asked.map(({ answer }) => answer) };
  }

  /** Starts an answer, and others beside it if its request produces several. */
  function startFirst(round: Round, conversation: StoredConversation): void {
    const most = choicesOf(round.request);
    if (most === 1) {
      chainFor(round, conversation);
      return;
    }
    const all = asking(context, conversation.systemId, round);
    const beside = async (ask: Ask): Promise<void> => {
      const answer = await storeBeside(context, round);
      if (answer === null) return;
      chainFor({ ...round, answer }, conversation, ask);
      running.announceMessage(answer);
    };
    chainFor(round, conversation, splitChoices(all, most, beside));
  }

  function chainFor(first: ChainDeps['first'], conversation: StoredConversation, ask?: Ask): void {
    const chain = startChain({
      context,
      systemId: conversation.systemId,
      first,
      ask,
      mostRounds: conversation.parameters.toolRounds,
      prepare: (called) => nextRound(context, called),
      onEnd(message) {
        chains.delete(chain);
        afterEnd(message).catch((error: unknown) => {
          if (isRemoved(error)) return;
          log.error('chat-after-end', error, { conversationId: message.conversationId });
        });
      },
    });
    chains.add(chain);
  }

  /** Reruns interrupted calls, and continues the turn with their results. */
  async function resumeCalls(conversation: StoredConversation, message: Message): Promise<void> {
    const branch = await stores.of(conversation.id).branch(message.id);
    const { sent } = await toSend(context, conversation, branch);
    const toolCalls = message.toolCalls.map((one) =>
      one.state === 'interrupted' ? { ...one, state: 'waiting' as const, result: null } : one,
    );
    const offered = namesOf(toolsFor(tools, conversation.parameters, sent));
    const answer: Message = { ...message, state: 'complete', problem: null, toolCalls };
    await stores.of(conversation.id).finish(answer, now().toISOString());
    chainFor({ answer, offered }, conversation);
    await announceConversation(context, conversation.id);
  }

  async function afterEnd(message: Message): Promise<void> {
    const { conversationId, state } = message;
    await announceConversation(context, conversationId);
    answered(message);
    if (state === 'complete') await queue.sendNextIfFree(conversationId);
  }

  return {
    begin,
    ...queue,
    resumeCalls,
    decide: (messageId, callId, allow) =>
      [...chains].some((chain) => chain.decide(messageId, callId, allow)),
  };
}
