import { randomUUID } from 'node:crypto';
import type { Message, QueuedMessage } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Handlers } from '../../preload/contract/index.ts';
import type { CompletionRequest } from '../genai/index.ts';
import { announceConversation, announceDetails, type ChatContext } from './context.ts';
import { goOn, modelOf, toRequest, toSend } from './requests.ts';
import { isTemporary, type StoredConversation } from './store/index.ts';
import { titleFrom } from './title.ts';
import { startTurn, type Turn } from './turn.ts';

type TurnCalls = Pick<
  Handlers<'chat'>,
  'send' | 'edit' | 'regenerate' | 'resume' | 'queue' | 'unqueue' | 'sendQueued'
>;

export interface Turns {
  readonly calls: TurnCalls;
  stop(conversationId: string): Promise<void>;
}

/** What is asked: a new message of the user below `parent`, or `parent` itself once more. */
interface Question {
  readonly conversation: StoredConversation;
  readonly parent: Message | null;
  readonly text: string | null;
  readonly models: readonly string[] | undefined;
  readonly queuedId?: string;
  /** The answer below `parent` goes on with its text. */
  readonly continues?: boolean;
}

/** Begins turns, follows them to their end, and sends what was queued meanwhile. */
export function createTurns(context: ChatContext): Turns {
  const { genai, stores, emit, log, now, running } = context;

  function newMessage(
    conversationId: string,
    parent: Pick<Message, 'id' | 'depth'> | null,
    role: Message['role'],
  ): Message {
    return {
      id: `${isTemporary(conversationId) ? 'temporary-' : ''}${randomUUID()}`,
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
      createdAt: now().toISOString(),
      firstByteAt: null,
      contentAt: null,
      endedAt: null,
    };
  }

  /** Checks, stores the user's message and an empty answer of each model, and starts asking. */
  async function begin(question: Question): Promise<{ user: Message | null; answers: Message[] }> {
    const { conversation, parent, text, continues = false } = question;
    const { id: conversationId, systemId } = conversation;
    const store = stores.of(conversationId);
    const branch = parent === null ? [] : await store.branch(parent.id);
    const user =
      text === null ? null : { ...newMessage(conversationId, parent, 'user'), content: text };
    const whole = user === null ? branch : [...branch, user];
    const { history } = toSend(conversation, whole);
    if (continues) history.push(goOn);
    const models = new Set(question.models ?? [modelOf(genai, conversation)]);
    const asked = [...models].map((model) => ({
      request: toRequest(model, history, conversation.parameters),
      answer: {
        ...newMessage(conversationId, user ?? parent, 'assistant'),
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
      title: titleFrom(user?.content ?? ''),
      model: first.model ?? '',
      leafId: first.id,
      updatedAt: first.createdAt,
      messages: added,
      queuedId: question.queuedId ?? null,
    });
    for (const { answer, request } of asked) {
      running.add(turnFor(answer, systemId, request, continues), answer.id);
    }
    for (const message of added) running.announceMessage(message);
    await announceConversation(context, conversationId);
    return { user, answers };
  }

  function turnFor(
    answer: Message,
    systemId: string,
    request: CompletionRequest,
    continues: boolean,
  ): Turn {
    const { conversationId } = answer;
    return startTurn({
      answer,
      continues,
      ask: (listener, signal) => genai.completion(systemId, request, listener, { signal }),
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
        afterEnd(message).catch((error: unknown) => {
          // Removed while it streamed: then there is nothing to tell.
          if (error instanceof AppError && error.code === 'not-found') return;
          log.error('chat-after-end', error, { conversationId });
        });
      },
    });
  }

  async function afterEnd({ conversationId, state }: Message): Promise<void> {
    await announceConversation(context, conversationId);
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
      const { id: queuedId, text } = next;
      const parent = conversation.leafId === null ? null : await store.message(conversation.leafId);
      try {
        const begun = await begin({ conversation, parent, text, models: undefined, queuedId });
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

  function told({ user, answers }: { user: Message | null; answers: readonly Message[] }) {
    const answerIds = answers.map(({ id }) => id);
    return { messageId: user?.id ?? '', answerId: answerIds[0] ?? '', answerIds };
  }

  /** The message that an answer replies to: above it, past the answers it may go on from. */
  async function questionOf(message: Message): Promise<Message> {
    let at = message;
    while (at.role !== 'user') {
      if (at.parentId === null) throw new AppError('not-found', { details: { what: 'message' } });
      at = await stores.of(at.conversationId).message(at.parentId);
    }
    return at;
  }

  async function regenerate(message: Message, models: readonly string[] | undefined) {
    const { conversationId } = message;
    const parent = await questionOf(message);
    return running.exclusively(conversationId, async () => {
      const conversation = await stores.of(conversationId).conversation(conversationId);
      return told(await begin({ conversation, parent, text: null, models }));
    });
  }

  async function stop(conversationId: string): Promise<void> {
    await running.begun(conversationId);
    await Promise.all(running.of(conversationId).map((turn) => turn.stop('stopped')));
  }

  const calls: TurnCalls = {
    send: ({ conversationId, text, models }) =>
      running.exclusively(conversationId, async () => {
        const store = stores.of(conversationId);
        const conversation = await store.conversation(conversationId);
        const { leafId } = conversation;
        const parent = leafId === null ? null : await store.message(leafId);
        return told(await begin({ conversation, parent, text, models }));
      }),

    async edit({ messageId, text, models }) {
      const store = stores.of(messageId);
      const message = await store.message(messageId);
      if (message.role !== 'user')
        throw new AppError('not-found', { details: { what: 'message' } });
      return running.exclusively(message.conversationId, async () => {
        const conversation = await store.conversation(message.conversationId);
        const parent = message.parentId === null ? null : await store.message(message.parentId);
        return told(await begin({ conversation, parent, text, models }));
      });
    },

    async regenerate({ messageId, models }) {
      const { answerId, answerIds } = await regenerate(
        await stores.of(messageId).message(messageId),
        models,
      );
      return { answerId, answerIds };
    },

    async resume({ messageId }) {
      const store = stores.of(messageId);
      const parent = await store.message(messageId);
      const { conversationId, content, role } = parent;
      if (role !== 'assistant') throw new AppError('not-found', { details: { what: 'message' } });
      // Nothing of an answer: there is nothing to go on from.
      if (content.trim() === '') {
        const { answerId } = await regenerate(parent, undefined);
        return { answerId };
      }
      return running.exclusively(conversationId, async () => {
        const conversation = await store.conversation(conversationId);
        const models = parent.model === null ? undefined : [parent.model];
        const question = { conversation, parent, text: null, models, continues: true };
        return { answerId: told(await begin(question)).answerId };
      });
    },

    async queue({ conversationId, text }) {
      const store = stores.of(conversationId);
      await store.conversation(conversationId);
      const queued: QueuedMessage = {
        id: randomUUID(),
        text,
        createdAt: now().toISOString(),
        problem: null,
      };
      await store.enqueue(conversationId, queued);
      await announceDetails(context, conversationId);
      if (running.of(conversationId).length === 0) await sendNextIfFree(conversationId);
      return queued;
    },

    async unqueue({ conversationId, queuedId }) {
      const store = stores.of(conversationId);
      const queued = (await store.queued(conversationId)).find(({ id }) => id === queuedId);
      await store.dequeue(conversationId, queuedId);
      await announceDetails(context, conversationId);
      return { text: queued?.text ?? '' };
    },

    async sendQueued({ conversationId }) {
      const begun = await sendNext(conversationId);
      if (begun === null) throw new AppError('not-found', { details: { what: 'queued-message' } });
      return told(begun);
    },
  };

  return { calls, stop };
}
