import { randomUUID } from 'node:crypto';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { ChatStore, RunningTurn } from '../../conversations/index.ts';
import type { CompletionListener, CompletionOutcome } from '../../service/index.ts';
import { createReceivedAnswer, type ReceivedDeps } from './received-answer.ts';

/** A running turn: it is in main and ends by itself, whatever windows come and go. */
export interface Turn extends RunningTurn {
  /** Resolves when it is over and stored. */
  readonly ended: Promise<void>;
}

export interface TurnDeps extends ReceivedDeps {
  readonly ask: (listener: CompletionListener, signal: AbortSignal) => Promise<CompletionOutcome>;
  readonly store: Pick<ChatStore, 'journal' | 'finish'>;
  readonly now: () => Date;
  readonly onEnd: (message: Message) => void;
}

type Ending = Pick<Message, 'state' | 'problem'>;

/** Returns a clock that starts now and is monotonic: durations are differences of it. */
function steadily(now: () => Date): () => Date {
  const [wall, steady] = [now().getTime(), performance.now()];
  return () => new Date(wall + performance.now() - steady);
}

/** Sends the request at once; text reaches the windows twenty times a second and the journal four times. */
export function startTurn(deps: TurnDeps): Turn {
  const { answer, store, log } = deps;
  const now = steadily(deps.now);
  const abort = new AbortController();
  let why: 'stopped' | 'closed' | null = null;
  const received = createReceivedAnswer(deps, now);

  async function run(): Promise<void> {
    let ending: Ending = { state: 'complete', problem: null };
    try {
      const { toolCalls } = await deps.ask(received.listener, abort.signal);
      if (toolCalls.length > 0) received.set({ toolCalls: toolCalls.map(toCall) });
    } catch (error) {
      ending = judge(error);
    }
    await received.settle();
    const endedAt = now().toISOString();
    const message = received.set({ ...ending, endedAt });
    await store.finish(message, endedAt);
    deps.onEnd(message);
  }

  function judge(error: unknown): Ending {
    // stopped before it had begun to listen
    // Stopping an answer that looks finished removes nothing from it.
    if (why !== null && received.shown().quiet === true)
      return { state: 'complete', problem: null };
    const cancelled = error instanceof AppError && error.code === 'cancelled' && why === null;
    if (why === 'stopped' || cancelled) return { state: 'stopped', problem: null };
    const shown = why === 'closed' ? closed() : toAppError(error);
    const lost = /^(network|tls)-/.test(shown.code) && received.hasBegun();
    const interrupted = lost || shown.code === 'stream-interrupted';
    return { state: interrupted ? 'interrupted' : 'failed', problem: shown.toData() };
  }

  function toAppError(error: unknown): AppError {
    if (error instanceof AppError) {
      log.info('chat-turn-failed', { messageId: answer.id, code: error.code });
      return error;
    }
    log.error('chat-turn', error, { messageId: answer.id });
    return new AppError('internal', { cause: error });
  }

  const ended = run().catch((error: unknown) => {
    log.error('chat-turn-end', error, { messageId: answer.id });
  });
  return {
    conversationId: answer.conversationId,
    shown: received.shown,
    async stop(reason) {
      why ??= reason;
      abort.abort();
      await ended;
    },
    ended,
  };
}

/** Returns a call of the server, to be run. Its id is ours: some servers give none, some the same one twice. */
function toCall({
  name,
  arguments: text,
}: CompletionOutcome['toolCalls'][number]): Message['toolCalls'][number] {
  return { id: `call_${randomUUID()}`, name, arguments: text, state: 'waiting', result: null };
}

function closed(): AppError {
  return new AppError('stream-interrupted', { details: { reason: 'closed' }, retryable: true });
}
