import type {
  Conversation,
  ConversationSummary,
  Message,
} from '../../../preload/contract/chat/conversation.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import { createStartLock } from './start-lock.ts';
import { isTemporary, type StoredConversation, type Stores } from './store/index.ts';

/** A running turn: of a model, or of the tools that it called. */
export interface RunningTurn {
  readonly conversationId: string;
  /** The answer as events have reported it, without text received since the last one. */
  shown(): Message;
  /** Ends it early, because of the user or because the app closes, and waits until it is stored. */
  stop(why: 'stopped' | 'closed'): Promise<void>;
}

/** Running turns, and the sequence numbers of their events. */
export interface RunningTurns {
  of(conversationId: string): RunningTurn[];
  add(turn: RunningTurn): void;
  remove(turn: RunningTurn): void;
  /** Allows one start at a time, and none while a turn runs. @throws AppError `turn-running`, `cancelled` */
  exclusively<T>(conversationId: string, begin: () => Promise<T>): Promise<T>;
  /** As `exclusively`, once no turn runs. */
  whenFree<T>(conversationId: string, begin: () => Promise<T>): Promise<T>;
  /**
   * Stops the running or starting turn of a conversation and waits until it is stored; with `messageId` only the turn of
   * this answer, while those of other models go on.
   */
  stop(conversationId: string, messageId?: string): Promise<void>;
  /** Registers further work to stop with a conversation. */
  onStop(end: (conversationId: string) => void): void;
  nextSequence(conversationId: string): number;
  announceMessage(message: Message): void;
  /** Waits for starting turns, then ends every turn. */
  close(): Promise<void>;
  /** Returns a consistent snapshot of the conversation, with running answers' texts as their events reported them. */
  open(context: { readonly stores: Stores }, id: string): Promise<Conversation>;
  /** Like `open`, with the messages from `read`. */
  openWith(
    context: { readonly stores: Stores },
    id: string,
    read: (conversation: StoredConversation) => Promise<Message[]>,
  ): Promise<Conversation>;
  summary(conversation: StoredConversation): ConversationSummary;
}

export function createRunningTurns(emit: Emit): RunningTurns {
  const turns = new Set<RunningTurn>();
  /** Number of events sent for each conversation, and how many of them were whole messages. */
  const sequences = new Map<string, number>();
  const changes = new Map<string, number>();
  const ends: ((conversationId: string) => void)[] = [];

  const of = (conversationId: string): RunningTurn[] =>
    [...turns].filter((turn) => turn.conversationId === conversationId);
  const begins = createStartLock((conversationId) => of(conversationId).length > 0);

  function nextSequence(conversationId: string): number {
    const sequence = (sequences.get(conversationId) ?? 0) + 1;
    sequences.set(conversationId, sequence);
    return sequence;
  }

  function summary(conversation: StoredConversation): ConversationSummary {
    const {
      draft: _draft,
      draftAttachments: _attachments,
      parameters: _parameters,
      startId: _start,
      startSummary: _summary,
      imagesLeftOut: _images,
      ...rest
    } = conversation;
    return {
      ...rest,
      streaming: of(conversation.id).length > 0,
      temporary: isTemporary(conversation.id),
    };
  }

  /** Reads again if a message changed meanwhile. Deltas need no second read: the turn has them all. */
  const openWith: RunningTurns['openWith'] = async ({ stores }, id, read) => {
    const store = stores.of(id);
    for (;;) {
      const before = changes.get(id);
      const conversation = await store.conversation(id);
      const [stored, queued, edits, otherDrafts] = await Promise.all([
        read(conversation),
        store.queued(id),
        store.edits(id),
        store.otherDrafts(id),
      ]);
      if (changes.get(id) !== before) continue;
      const live = new Map(of(id).map((turn) => [turn.shown().id, turn.shown()]));
      const { draft, draftAttachments, parameters, startId, startSummary, imagesLeftOut } =
        conversation;
      return {
        ...summary(conversation),
        draft,
        draftAttachments,
        otherDrafts,
        parameters,
        startId,
        startSummary,
        imagesLeftOut,
        queued,
        edits,
        unsaved: store.unsaved.of(id),
        messages: stored.map((message) => live.get(message.id) ?? message),
        sequence: sequences.get(id) ?? 0,
      };
    }
  };

  return {
    of,
    add: (turn) => void turns.add(turn),
    remove(turn) {
      turns.delete(turn);
      begins.ended();
    },
    nextSequence,
    summary,

    announceMessage(message) {
      const { conversationId } = message;
      changes.set(conversationId, (changes.get(conversationId) ?? 0) + 1);
      emit('chat.messageChanged', { sequence: nextSequence(conversationId), message });
      emit('tree.changed', { conversationId });
    },

    exclusively: begins.exclusively,
    whenFree: begins.whenFree,

    async stop(conversationId, messageId) {
      if (messageId !== undefined) {
        const turn = of(conversationId).find((one) => one.shown().id === messageId);
        return turn?.stop('stopped');
      }
      for (const end of ends) end(conversationId);
      await begins.begun(conversationId);
      await Promise.all(of(conversationId).map((turn) => turn.stop('stopped')));
    },
    onStop: (end) => void ends.push(end),

    open: ({ stores }, id) => openWith({ stores }, id, () => stores.of(id).messages(id)),
    openWith,

    async close() {
      await begins.close();
      await Promise.all([...turns].map((turn) => turn.stop('closed')));
    },
  };
}
