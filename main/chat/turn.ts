import { randomUUID } from 'node:crypto';
import type { Message } from '../../preload/contract/chat/conversation.ts';
import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';
import type { ChatStore, RunningTurn } from '../conversations/index.ts';
import type { CompletionListener, CompletionOutcome } from '../genai/index.ts';
import type { Log } from '../host.ts';
import { createJournal } from './journal.ts';

/** At most one event in this time, ms: more often, nobody sees more of a text, and every window draws each. */
const between = 50;

/** A running turn: it lives in main and ends by itself, whatever windows come and go. */
export interface Turn extends RunningTurn {
  /** Resolves when it is over and stored. */
  readonly ended: Promise<void>;
}

export interface TurnDeps {
  /** The empty answer, already stored as `streaming`. */
  readonly answer: Message;
  readonly ask: (listener: CompletionListener, signal: AbortSignal) => Promise<CompletionOutcome>;
  readonly store: Pick<ChatStore, 'journal' | 'finish'>;
  /** It goes on where the message before it was cut: its first line break means something. */
  readonly continues?: boolean;
  readonly now: () => Date;
  readonly log: Log;
  /** Tells the windows what came since the last call, and the times that it set. */
  readonly onDelta: (content: string, reasoning: string, times: PieceTimes) => void;
  /** The request waits to be sent again, or does so no more. */
  readonly onWait?: (shown: Message) => void;
  readonly onEnd: (message: Message) => void;
}

/** Times of a message that a piece of it set. */
export interface PieceTimes {
  readonly firstByteAt?: string;
  readonly contentAt?: string;
}

type Ending = Pick<Message, 'state' | 'problem'>;

/** The time from now on by a clock that nobody sets: durations are differences of it. */
function steadily(now: () => Date): () => Date {
  const [wall, steady] = [now().getTime(), performance.now()];
  return () => new Date(wall + performance.now() - steady);
}

/** Starts asking at once; text reaches the windows twenty times a second and the journal four times. */
export function startTurn(deps: TurnDeps): Turn {
  const { answer, store, log } = deps;
  const now = steadily(deps.now);
  const abort = new AbortController();
  let why: 'stopped' | 'closed' | null = null;
  /** Told to the windows, and received since. */
  let message = answer;
  let content = '';
  let reasoning = '';
  let timer: NodeJS.Timeout | null = null;
  let lastTold = Number.NEGATIVE_INFINITY;
  let toldTimes: Pick<Message, 'firstByteAt' | 'contentAt'> = answer;
  /** `until`: by `performance.now`. */
  let wait: { readonly until: number; readonly problem: AppErrorData } | null = null;

  function shown(): Message {
    if (wait === null) return message;
    const seconds = Math.max(0, wait.until - performance.now()) / 1000;
    return { ...message, retryWait: { seconds, problem: wait.problem } };
  }

  const journal = createJournal(
    (moreContent, moreReasoning) =>
      store.journal(answer, {
        content: moreContent,
        reasoning: moreReasoning,
        firstByteAt: message.firstByteAt,
        contentAt: message.contentAt,
      }),
    (error) => log.error('chat-journal', error, { messageId: answer.id }),
  );

  function receive(moreContent: string, moreReasoning: string): void {
    if (message.firstByteAt === null) message = { ...message, firstByteAt: now().toISOString() };
    content += moreContent;
    reasoning += moreReasoning;
    journal.add(moreContent, moreReasoning);
    if (timer !== null) return;
    timer = setTimeout(tell, Math.max(1, between - (performance.now() - lastTold)));
  }

  function tell(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (content === '' && reasoning === '') return;
    lastTold = performance.now();
    const [moreContent, moreReasoning] = [content, reasoning];
    content = '';
    reasoning = '';
    message = {
      ...message,
      content: message.content + moreContent,
      reasoning: message.reasoning + moreReasoning,
    };
    const { firstByteAt, contentAt } = message;
    const times = {
      ...(firstByteAt !== toldTimes.firstByteAt && firstByteAt !== null && { firstByteAt }),
      ...(contentAt !== toldTimes.contentAt && contentAt !== null && { contentAt }),
    };
    toldTimes = message;
    deps.onDelta(moreContent, moreReasoning, times);
  }

  const listener: CompletionListener = {
    content(text, choice) {
      if (choice !== 0) return;
      let wanted = text;
      if (message.contentAt === null) {
        // After reasoning, servers begin the answer with blank lines that mean nothing.
        if (deps.continues !== true) wanted = text.replace(/^[\r\n]+/, '');
        if (wanted === '') return;
        message = { ...message, contentAt: now().toISOString() };
      }
      receive(wanted, '');
    },
    reasoning(text, choice, field) {
      if (choice !== 0) return;
      const wanted = message.firstByteAt === null ? text.replace(/^[\r\n]+/, '') : text;
      if (wanted === '') return;
      if (message.reasoningField === undefined) message = { ...message, reasoningField: field };
      receive('', wanted);
    },
    finished(reason, choice) {
      if (choice === 0) message = { ...message, finishReason: reason };
    },
    usage(usage) {
      message = { ...message, usage };
    },
    waits(told) {
      wait = told && { until: performance.now() + told.ms, problem: told.problem.toData() };
      deps.onWait?.(shown());
    },
  };

  async function run(): Promise<void> {
    let ending: Ending = { state: 'complete', problem: null };
    try {
      const { toolCalls } = await deps.ask(listener, abort.signal);
      if (toolCalls.length > 0) message = { ...message, toolCalls: toolCalls.map(toCall) };
    } catch (error) {
      ending = judge(error);
    }
    tell();
    await journal.stop();
    message = { ...message, ...ending, endedAt: now().toISOString() };
    await store.finish(message, message.endedAt ?? answer.createdAt);
    deps.onEnd(message);
  }

  function judge(error: unknown): Ending {
    // stopped before it had begun to listen
    const cancelled = error instanceof AppError && error.code === 'cancelled' && why === null;
    if (why === 'stopped' || cancelled) return { state: 'stopped', problem: null };
    const shown = why === 'closed' ? closed() : toAppError(error);
    const lost = /^(network|tls)-/.test(shown.code) && message.firstByteAt !== null;
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
    shown,
    async stop(reason) {
      why ??= reason;
      abort.abort();
      await ended;
    },
    ended,
  };
}

/** A call of the server, to be run. Its id is ours: some servers give none, some the same one twice. */
function toCall({
  name,
  arguments: text,
}: CompletionOutcome['toolCalls'][number]): Message['toolCalls'][number] {
  return { id: `call_${randomUUID()}`, name, arguments: text, state: 'waiting', result: null };
}

function closed(): AppError {
  return new AppError('stream-interrupted', { details: { reason: 'closed' }, retryable: true });
}
