import type { Attachment } from '../../preload/contract/attachments.ts';
import type { Message } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import {
  announceConversation,
  announceDetails,
  type HistoryEntry,
  newMessageId,
  type StoredConversation,
} from '../conversations/index.ts';
import type { CompletionRequest } from '../genai/index.ts';
import { withImages } from './attached.ts';
import type { ChatContext } from './context.ts';
import { goOn, missingFiles, modelOf, toolsFor, toRequest, toSend } from './requests.ts';
import { titleFrom } from './titles.ts';
import { mostRounds, startToolRun, type ToolRun } from './tool-run.ts';
import { startTurn, type Turn } from './turn.ts';

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
  /** The user's answer to a tool call; false when it does not wait. */
  decide(messageId: string, callId: string, allow: boolean): boolean;
}

/** Begins turns and follows them to their end, through tool calls and on to what was queued. */
export function createTurnEngine(
  context: ChatContext,
  answered: (message: Message) => void,
): TurnEngine {
  const { genai, tools, attachments, stores, emit, log, now, running } = context;
  const toolRuns = new Map<string, ToolRun>();

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
    for (const { answer, request } of asked) {
      running.add(turnFor(answer, systemId, request, sent, continues), answer.id);
    }
    for (const message of added) running.announceMessage(message);
    await announceConversation(context, conversationId);
    return { user, answers };
  }

  function turnFor(
    answer: Message,
    systemId: string,
    request: CompletionRequest,
    sent: readonly HistoryEntry[],
    continues: boolean,
  ): Turn {
    const { conversationId } = answer;
    return startTurn({
      answer,
      continues,
      async ask(listener, signal) {
        const whole = await withImages(attachments, request, sent);
        return genai.completion(systemId, whole, listener, { signal });
      },
      store: stores.of(conversationId),
      now,
      log,
      onDelta(content, reasoning) {
        emit('chat.delta', {
          conversationId,
          messageId: answer.id,
          sequence: running.nextSequence(conversationId),
          content,
          reasoning,
        });
      },
      onEnd(message, stored) {
        running.remove(answer.id);
        if (!stored) running.unstored.set(message.id, message);
        running.announceMessage(message);
        if (message.state === 'complete' && message.toolCalls.length > 0) {
          runTools(message, systemId);
          return;
        }
        settle(message);
      },
    });
  }

  function settle(message: Message): void {
    const { conversationId } = message;
    afterEnd(message).catch((error: unknown) => {
      if (isRemoved(error)) return;
      log.error('chat-after-end', error, { conversationId });
    });
  }

  /** The turn goes on: its calls run, and an answer below them is asked for with their results. */
  function runTools(answer: Message, systemId: string): void {
    const store = stores.of(answer.conversationId);
    const run = startToolRun({
      message: answer,
      systemId,
      tools,
      log,
      async onChange(message) {
        await store.setToolCalls(message);
        running.announceMessage(message);
      },
      onEnd(message, stopped) {
        toolRuns.delete(message.id);
        if (stopped) {
          running.remove(message.id);
          settle({ ...message, state: 'stopped' });
          return;
        }
        nextRound(message, systemId, run.signal).catch((error: unknown) => {
          running.remove(message.id);
          if (isRemoved(error)) return;
          log.error('chat-next-round', error, { messageId: message.id });
          settle({ ...message, state: 'failed' });
        });
      },
    });
    toolRuns.set(answer.id, run);
    running.add(run, answer.id);
  }

  async function nextRound(called: Message, systemId: string, stopped: AbortSignal): Promise<void> {
    const { conversationId, model } = called;
    const store = stores.of(conversationId);
    const conversation = await store.conversation(conversationId);
    const branch = await store.branch(called.id);
    const { sent, history, images } = await toSend(attachments, conversation, branch);
    const { parameters } = conversation;
    const offered = toolsFor(tools, parameters, sent);
    const request = toRequest(model ?? '', history, parameters, offered, images);
    const lastUser = branch.findLastIndex(({ role }) => role === 'user');
    const rounds = branch.slice(lastUser + 1).length;
    const bounded =
      rounds < mostRounds
        ? request
        : { ...request, extra: { ...request.extra, tool_choice: 'none' } };
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
    running.remove(called.id);
    const turn = turnFor(answer, systemId, bounded, sent, false);
    running.add(turn, answer.id);
    running.announceMessage(answer);
    if (stopped.aborted) await turn.stop('stopped');
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
    decide: (messageId, callId, allow) => toolRuns.get(messageId)?.decide(callId, allow) === true,
  };
}

/** The conversation was removed while its turn ran: then there is nothing to tell. */
function isRemoved(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}
