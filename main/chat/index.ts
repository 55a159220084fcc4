import { randomUUID } from 'node:crypto';
import type { Conversation, ConversationSummary, Message } from '../../preload/contract/chat.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { CompletionRequest, Genai } from '../genai/index.ts';
import type { Log } from '../host.ts';
import type { Database } from '../storage/database.ts';
import type { SystemsReader } from '../systems/types.ts';
import { toHistory } from './history.ts';
import type { StoredConversation } from './rows.ts';
import { createChatStore } from './store.ts';
import { titleFrom } from './title.ts';
import { startTurn, type Turn } from './turn.ts';

export interface ChatDeps {
  readonly systems: SystemsReader;
  readonly genai: Pick<Genai, 'check' | 'completion' | 'defaultModel'>;
  readonly database: Database;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Conversations and their running turns. */
export interface Chat {
  readonly calls: Handlers<'chat'>;
  /** Stops and removes the conversations of a system that is being removed. */
  forget(systemId: string): Promise<void>;
  /** Ends running turns as interrupted, with everything received so far stored. */
  close(): Promise<void>;
}

/** Opens the store; what an earlier process left streaming is interrupted from here on. */
export async function createChat(deps: ChatDeps): Promise<Chat> {
  const { systems, genai, database, emit, log, now = () => new Date() } = deps;
  const store = createChatStore(database);
  await store.recover();

  const turns = new Map<string, Turn>();
  /** Conversations whose turn is being prepared; the promise never rejects. */
  const starting = new Map<string, Promise<void>>();
  /** Events told of each conversation, and how many of them were whole messages. */
  const sequences = new Map<string, number>();
  const changes = new Map<string, number>();
  /** Ended messages that the database would not take: shown from here until the app ends. */
  const unstored = new Map<string, Message>();
  let closed = false;

  function nextSequence(conversationId: string): number {
    const sequence = (sequences.get(conversationId) ?? 0) + 1;
    sequences.set(conversationId, sequence);
    return sequence;
  }

  function announceMessage(message: Message): void {
    const { conversationId } = message;
    changes.set(conversationId, (changes.get(conversationId) ?? 0) + 1);
    emit('chat.messageChanged', { sequence: nextSequence(conversationId), message });
  }

  function summary(conversation: StoredConversation): ConversationSummary {
    const { leafId: _, ...rest } = conversation;
    return { ...rest, streaming: turns.has(conversation.id) };
  }

  async function announceConversation(id: string): Promise<StoredConversation> {
    const conversation = await store.conversation(id);
    emit('chat.conversationChanged', summary(conversation));
    return conversation;
  }

  /**
   * Database and running turn as of one moment: read again when a message changed meanwhile, then
   * the turn's text as its events have told it. Deltas need no second look, they are all in the turn.
   */
  async function open(id: string): Promise<Conversation> {
    for (;;) {
      const before = changes.get(id);
      const conversation = await store.conversation(id);
      const stored = await store.messages(id);
      if (changes.get(id) !== before) continue;
      const live = turns.get(id)?.shown();
      const messages = stored.map((message) =>
        message.id === live?.id ? live : (unstored.get(message.id) ?? message),
      );
      return {
        ...summary(conversation),
        messages,
        leafId: conversation.leafId,
        sequence: sequences.get(id) ?? 0,
      };
    }
  }

  /** One turn a conversation: refuses a second one from the first moment on. */
  async function exclusively<T>(conversationId: string, begin: () => Promise<T>): Promise<T> {
    if (closed) throw new AppError('cancelled');
    if (turns.has(conversationId) || starting.has(conversationId)) {
      throw new AppError('turn-running');
    }
    const begun = begin();
    const settled = begun.then(
      () => undefined,
      () => undefined,
    );
    starting.set(conversationId, settled);
    try {
      return await begun;
    } finally {
      starting.delete(conversationId);
    }
  }

  function modelFor({ systemId, model }: StoredConversation): string {
    const chosen = model ?? genai.defaultModel(systemId);
    if (chosen === null) throw new AppError('model-not-chosen');
    return chosen;
  }

  function newMessage(change: Pick<Message, 'conversationId' | 'parentId' | 'role'>): Message {
    return {
      ...change,
      id: randomUUID(),
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

  /** Stores the user's message, if it is a new one, and an empty answer below it, and starts asking. */
  async function begin(
    conversation: StoredConversation,
    request: CompletionRequest,
    parent: { readonly id: string; readonly added: Message | null },
  ): Promise<Message> {
    const { id: conversationId } = conversation;
    const answer: Message = {
      ...newMessage({ conversationId, parentId: parent.id, role: 'assistant' }),
      state: 'streaming',
      model: request.model,
    };
    const begun: StoredConversation = {
      ...conversation,
      title: conversation.title || titleFrom(parent.added?.content ?? ''),
      model: request.model,
      leafId: answer.id,
      updatedAt: answer.createdAt,
    };
    const added = parent.added === null ? [answer] : [parent.added, answer];
    await store.begin(begun, added);
    turns.set(conversationId, turnFor(answer, conversation.systemId, request));
    for (const message of added) announceMessage(message);
    emit('chat.conversationChanged', summary(begun));
    return answer;
  }

  function turnFor(answer: Message, systemId: string, request: CompletionRequest): Turn {
    const { conversationId } = answer;
    return startTurn({
      answer,
      ask: (listener, signal) => genai.completion(systemId, request, listener, { signal }),
      store,
      now,
      log,
      onDelta(content, reasoning) {
        const sequence = nextSequence(conversationId);
        emit('chat.delta', {
          conversationId,
          messageId: answer.id,
          sequence,
          content,
          reasoning,
        });
      },
      onEnd(message, stored) {
        turns.delete(conversationId);
        if (!stored) unstored.set(message.id, message);
        announceMessage(message);
        announceConversation(conversationId).catch((error: unknown) => {
          // Removed while it streamed: then there is nothing to tell.
          if (error instanceof AppError && error.code === 'not-found') return;
          log.error('chat-announce', error, { conversationId });
        });
      },
    });
  }

  async function stop(conversationId: string, why: 'stopped' | 'closed'): Promise<void> {
    await starting.get(conversationId);
    await turns.get(conversationId)?.stop(why);
  }

  async function remove(id: string): Promise<void> {
    const { systemId } = await store.conversation(id);
    await stop(id, 'stopped');
    await store.setRemoved(id, now().toISOString());
    emit('chat.conversationRemoved', { id, systemId });
  }

  const calls: Handlers<'chat'> = {
    async list({ systemId }) {
      return (await store.list(systemId)).map(summary);
    },

    async create({ systemId, model }) {
      systems.get(systemId);
      const at = now().toISOString();
      const conversation: StoredConversation = {
        id: randomUUID(),
        systemId,
        title: '',
        model,
        leafId: null,
        createdAt: at,
        updatedAt: at,
      };
      await store.create(conversation);
      emit('chat.conversationChanged', summary(conversation));
      return open(conversation.id);
    },

    open: ({ id }) => open(id),

    async setModel({ id, model }) {
      await store.update(id, { model });
      await announceConversation(id);
    },

    async rename({ id, title }) {
      await store.update(id, { title });
      await announceConversation(id);
    },

    remove: ({ id }) => remove(id),

    async restore({ id }) {
      await store.conversation(id, { removed: true });
      await store.setRemoved(id, null);
      await announceConversation(id);
    },

    send: ({ conversationId, text }) =>
      exclusively(conversationId, async () => {
        const conversation = await store.conversation(conversationId);
        const { leafId, systemId } = conversation;
        const branch = leafId === null ? [] : await store.branch(leafId);
        const user: Message = {
          ...newMessage({ conversationId, parentId: leafId, role: 'user' }),
          content: text,
        };
        const request = {
          model: modelFor(conversation),
          messages: toHistory([...branch, user]),
        };
        genai.check(systemId, request);
        const answer = await begin(conversation, request, { id: user.id, added: user });
        return { messageId: user.id, answerId: answer.id };
      }),

    async regenerate({ messageId }) {
      const message = await store.message(messageId);
      const questionId = message.role === 'user' ? message.id : message.parentId;
      if (questionId === null) throw new AppError('not-found', { details: { what: 'message' } });
      return exclusively(message.conversationId, async () => {
        const conversation = await store.conversation(message.conversationId);
        const request = {
          model: modelFor(conversation),
          messages: toHistory(await store.branch(questionId)),
        };
        genai.check(conversation.systemId, request);
        const answer = await begin(conversation, request, { id: questionId, added: null });
        return { answerId: answer.id };
      });
    },

    stop: ({ conversationId }) => stop(conversationId, 'stopped'),
  };

  return {
    calls,

    async forget(systemId) {
      for (const { id } of await store.list(systemId)) await remove(id);
    },

    async close() {
      closed = true;
      await Promise.all(starting.values());
      await Promise.all([...turns.values()].map((turn) => turn.stop('closed')));
    },
  };
}
