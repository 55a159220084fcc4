import type { Attachment } from '../../preload/contract/attachments.ts';
import type {
  Conversation,
  ConversationSummary,
  Message,
} from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit } from '../../preload/contract/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Genai } from '../genai/index.ts';
import type { Log } from '../host.ts';
import type { SystemsReader } from '../systems/types.ts';
import type { Tools } from '../tools/index.ts';
import { isTemporary, type StoredConversation, type Stores } from './store/index.ts';
import type { Turn } from './turn.ts';

/** What chat asks of the generative AI domain. */
export type ChatGenai = Pick<Genai, 'assess' | 'check' | 'completion' | 'defaultModel' | 'models'>;

/** What the parts of chat share. */
export interface ChatContext {
  readonly systems: SystemsReader;
  readonly genai: ChatGenai;
  readonly tools: Pick<Tools, 'offered' | 'approvalOf' | 'run'>;
  readonly attachments: Pick<
    Attachments,
    'verified' | 'missing' | 'keep' | 'hold' | 'take' | 'read' | 'text'
  >;
  readonly stores: Stores;
  readonly emit: Emit;
  readonly log: Log;
  readonly now: () => Date;
  readonly running: Running;
}

/** Running turns, and the numbers of the events that tell of them. */
export interface Running {
  of(conversationId: string): Turn[];
  add(turn: Turn, messageId: string): void;
  remove(messageId: string): void;
  /** Ended messages that the database would not take: shown from here until the app ends. */
  readonly unstored: Map<string, Message>;
  /** One begin at a time, and none while a turn runs. @throws AppError `turn-running`, `cancelled` */
  exclusively<T>(conversationId: string, begin: () => Promise<T>): Promise<T>;
  /** Waits for a begin that is under way. */
  begun(conversationId: string): Promise<void>;
  nextSequence(conversationId: string): number;
  announceMessage(message: Message): void;
  /** Waits for what begins, then ends every turn. */
  close(): Promise<void>;
  /** The conversation as of one moment, with the texts of running answers as their events told them. */
  open(context: Pick<ChatContext, 'stores'>, id: string): Promise<Conversation>;
  /** As `open`, with the messages that `read` gives. */
  openWith(
    context: Pick<ChatContext, 'stores'>,
    id: string,
    read: (conversation: StoredConversation) => Promise<Message[]>,
  ): Promise<Conversation>;
  summary(conversation: StoredConversation): ConversationSummary;
}

export function createRunning(emit: Emit): Running {
  /** By the id of the answer. */
  const turns = new Map<string, Turn>();
  /** Conversations whose turn is being prepared; the promise never rejects. */
  const starting = new Map<string, Promise<void>>();
  /** Events told of each conversation, and how many of them were whole messages. */
  const sequences = new Map<string, number>();
  const changes = new Map<string, number>();
  const unstored = new Map<string, Message>();
  let closed = false;

  const of = (conversationId: string): Turn[] =>
    [...turns.values()].filter((turn) => turn.conversationId === conversationId);

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

  /** Read again when a message changed meanwhile. Deltas need no second look, the turn has them all. */
  const openWith: Running['openWith'] = async ({ stores }, id, read) => {
    const store = stores.of(id);
    for (;;) {
      const before = changes.get(id);
      const conversation = await store.conversation(id);
      const [stored, queued] = await Promise.all([read(conversation), store.queued(id)]);
      if (changes.get(id) !== before) continue;
      const live = new Map(of(id).map((turn) => [turn.shown().id, turn.shown()]));
      const { draft, draftAttachments, parameters, startId, startSummary, imagesLeftOut } =
        conversation;
      return {
        ...summary(conversation),
        draft,
        draftAttachments,
        parameters,
        startId,
        startSummary,
        imagesLeftOut,
        queued,
        messages: stored.map(
          (message) => live.get(message.id) ?? unstored.get(message.id) ?? message,
        ),
        sequence: sequences.get(id) ?? 0,
      };
    }
  };

  return {
    of,
    add: (turn, messageId) => void turns.set(messageId, turn),
    remove: (messageId) => void turns.delete(messageId),
    unstored,
    nextSequence,
    summary,

    announceMessage(message) {
      const { conversationId } = message;
      changes.set(conversationId, (changes.get(conversationId) ?? 0) + 1);
      emit('chat.messageChanged', { sequence: nextSequence(conversationId), message });
    },

    async exclusively(conversationId, begin) {
      if (closed) throw new AppError('cancelled');
      if (of(conversationId).length > 0 || starting.has(conversationId)) {
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
    },

    async begun(conversationId) {
      await starting.get(conversationId);
    },

    open: ({ stores }, id) => openWith({ stores }, id, () => stores.of(id).messages(id)),
    openWith,

    async close() {
      closed = true;
      await Promise.all(starting.values());
      await Promise.all([...turns.values()].map((turn) => turn.stop('closed')));
    },
  };
}

/** Tells everyone what a conversation is now. */
export async function announceConversation(
  { stores, emit, running }: ChatContext,
  id: string,
): Promise<void> {
  emit('chat.conversationChanged', running.summary(await stores.of(id).conversation(id)));
}

/** Tells everyone the parameters, the queue and the start of what is sent. */
export async function announceDetails({ stores, emit }: ChatContext, id: string): Promise<void> {
  const store = stores.of(id);
  const { parameters, startId, startSummary, imagesLeftOut } = await store.conversation(id);
  const queued = await store.queued(id);
  const details = { parameters, startId, startSummary, imagesLeftOut, queued };
  emit('chat.detailsChanged', { conversationId: id, ...details });
}

/** What is said of attachments made sure of, and their files where the conversation itself lies. */
export async function settled(
  { attachments }: Pick<ChatContext, 'attachments'>,
  conversationId: string,
  said: readonly Attachment[],
): Promise<Attachment[]> {
  const verified = await attachments.verified(said);
  if (isTemporary(conversationId)) attachments.hold(verified);
  else await attachments.keep(verified);
  return verified;
}
