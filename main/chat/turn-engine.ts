import * as z from 'zod';
import type { Attachment } from '../../preload/contract/attachments.ts';
import type { Message } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import {
  announceConversation,
  announceDetails,
  newMessageId,
  type StoredConversation,
} from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { goOn, missingFiles, modelOf, toolsFor, toRequest, toSend } from './requests.ts';
import { titleFrom } from './titles.ts';
import { type Chain, type ChainDeps, isRemoved, type Round, startChain } from './turn-chain.ts';

const toolName = z.object({ function: z.object({ name: z.string() }) });

/** What is asked: a new message of the user below `parent`, or `parent` itself once more. */
export interface Question {
  readonly conversation: StoredConversation;
  readonly parent: Message | null;
  readonly text: string | null;
  /** Of a new message; made sure of and stored where the conversation is. */
  readonly files?: readonly Attachment[];
  readonly models: readonly string[] | undefined;
  readonly queuedId?: string;
  /** The answer below `parent` goes on with its text. */
  readonly continues?: boolean;
}

/** What a begun turn added. */
export interface Begun {
  readonly user: Message | null;
  readonly answers: readonly Message[];
}

export interface TurnEngine {
  /** To be called by whoever holds the conversation. @throws AppError as `Genai.check` */
  begin(question: Question): Promise<Begun>;
  /** Sends the first queued message; null when none waits. @throws AppError as `begin`, `turn-running` */
  sendNext(conversationId: string): Promise<Begun | null>;
  /** The same where it can be done now; else the message waits. */
  sendNextIfFree(conversationId: string): Promise<void>;
  /** Goes on with the calls of an answer that were interrupted. To be called as `begin`. */
  resumeCalls(conversation: StoredConversation, message: Message): Promise<void>;
  /** The user's answer to a tool call; false when it does not wait. */
  decide(messageId: string, callId: string, allow: boolean): boolean;
}

/** Begins turns and follows them to their end, through tool calls and on to what was queued. */
export function createTurnEngine(
  context: ChatContext,
  answered: (message: Message) => void,
): TurnEngine {
  const { genai, tools, attachments, stores, log, now, running } = context;
  const chains = new Set<Chain>();

  function newMessage(
    conversationId: string,
    parent: Pick<Message, 'id' | 'depth'> | null,
    role: Message['role'],
    createdAt = now().toISOString(),
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
      createdAt,
      firstByteAt: null,
      contentAt: null,
      endedAt: null,
    };
  }

  /** Checks, stores the user's message and an empty answer of each model, and starts asking. */
  async function begin(question: Question): Promise<Begun> {
    const { conversation, parent, text, files = [], continues = false } = question;
    const { id: conversationId, systemId } = conversation;
    const store = stores.of(conversationId);
    const branch = parent === null ? [] : await store.branch(parent.id);
    const user =
      text === null
        ? null
        : {
            ...newMessage(conversationId, parent, 'user'),
            content: text,
            attachments: [...files],
          };
    const whole = user === null ? branch : [...branch, user];
    const prepared = await toSend(attachments, conversation, whole);
    const missing = missingFiles(prepared);
    if (missing !== null) throw missing;
    const { sent, history, images } = prepared;
    if (continues) history.push(goOn);
    const { parameters } = conversation;
    const offered = toolsFor(tools, parameters, sent);
    const models = new Set(question.models ?? [modelOf(genai, conversation)]);
    // one moment for all: it tells the window that these answers were asked for together
    const at = now().toISOString();
    const asked = [...models].map((model) => ({
      request: toRequest(model, history, parameters, offered, images),
      answer: {
        ...newMessage(conversationId, user ?? parent, 'assistant', at),
        state: 'streaming' as const,
        model,
      },
    }));
    for (const { request } of asked) genai.check(systemId, request);

    const answers = asked.map(({ answer }) => answer);
    const [first] = answers;
    if (first === undefined) throw new AppError('model-not-chosen');
    const added = user === null ? answers : [user, ...answers];
    await store.begin({
      conversationId,
      title: titleFrom(user?.content || (user?.attachments[0]?.name ?? '')),
      model: first.model ?? '',
      leafId: first.id,
      updatedAt: first.createdAt,
      messages: added,
      queuedId: question.queuedId ?? null,
    });
    const offeredNames = namesOf(offered);
    for (const { answer, request } of asked) {
      chainFor({ answer, request, sent, continues, offered: offeredNames }, conversation);
    }
    for (const message of added) running.announceMessage(message);
    await announceConversation(context, conversationId);
    return { user, answers };
  }

  function chainFor(first: ChainDeps['first'], conversation: StoredConversation): void {
    const chain = startChain({
      context,
      systemId: conversation.systemId,
      first,
      mostRounds: conversation.parameters.toolRounds,
      prepare: nextRound,
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

  /** The answer below one whose calls have results, stored, and its request. */
  async function nextRound(called: Message): Promise<Round> {
    const { conversationId, model } = called;
    const store = stores.of(conversationId);
    const conversation = await store.conversation(conversationId);
    const branch = await store.branch(called.id);
    const { sent, history, images } = await toSend(attachments, conversation, branch);
    const { parameters } = conversation;
    const offered = toolsFor(tools, parameters, sent);
    const request = toRequest(model ?? '', history, parameters, offered, images);
    const answer: Message = {
      ...newMessage(conversationId, called, 'assistant'),
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

  /** Runs the calls again that were interrupted, and lets the turn go on with their results. */
  async function resumeCalls(conversation: StoredConversation, message: Message): Promise<void> {
    const branch = await stores.of(conversation.id).branch(message.id);
    const { sent } = await toSend(attachments, conversation, branch);
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
    if (state === 'complete') await sendNextIfFree(conversationId);
  }

  /** The next of the queue, unless something else runs or it cannot be sent: then it says why and waits. */
  async function sendNextIfFree(conversationId: string): Promise<void> {
    // Nothing is locked where nothing waits: the user's own next message must not find a turn running.
    if ((await stores.of(conversationId).queued(conversationId)).length === 0) return;
    try {
      await sendNext(conversationId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'turn-running' || error.code === 'cancelled') return;
      log.info('chat-queue-waits', { conversationId, code: error.code });
    }
  }

  function sendNext(conversationId: string) {
    return running.exclusively(conversationId, async () => {
      const store = stores.of(conversationId);
      const conversation = await store.conversation(conversationId);
      const [next] = await store.queued(conversationId);
      if (next === undefined) return null;
      const { id: queuedId, text, attachments: files } = next;
      const parent = conversation.leafId === null ? null : await store.message(conversation.leafId);
      try {
        const begun = await begin({
          conversation,
          parent,
          text,
          files,
          models: undefined,
          queuedId,
        });
        await announceDetails(context, conversationId);
        return begun;
      } catch (error) {
        if (error instanceof AppError) {
          await store.setQueuedProblem(queuedId, error.toData());
          await announceDetails(context, conversationId);
        }
        throw error;
      }
    });
  }

  return {
    begin,
    sendNext,
    sendNextIfFree,
    resumeCalls,
    decide: (messageId, callId, allow) =>
      [...chains].some((chain) => chain.decide(messageId, callId, allow)),
  };
}

/** The names in a request's `tools`. */
function namesOf(offered: readonly Json[]): ReadonlySet<string> {
  return new Set(offered.map((one) => toolName.parse(one).function.name));
}
