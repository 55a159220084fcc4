import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { Log } from '../../../base/host.ts';
import type { ChatStore } from '../../conversations/index.ts';
import type { CompletionListener } from '../../service/index.ts';
import { listenBeside } from './beside.ts';
import { createJournal } from './journal.ts';

/** At most one event in this time, ms: more often, nobody sees more of a text, and every window draws each. */
const between = 50;

/** Times of a message that a piece of it set. */
export interface PieceTimes {
  readonly firstByteAt?: string;
  readonly contentAt?: string;
}

export interface ReceivedDeps {
  /** The empty answer, already stored as `streaming`. */
  readonly answer: Message;
  readonly store: Pick<ChatStore, 'journal'>;
  /** It goes on where the message before it was cut: its first line break means something. */
  readonly continues?: boolean;
  readonly log: Log;
  /** Keeps an image of the answer, the first as 1. */
  readonly keepImage?: (url: string, at: number) => Promise<Attachment>;
  /** Tells the windows what came since the last call, and the times that it set. */
  readonly onDelta: (content: string, reasoning: string, times: PieceTimes) => void;
  /**
   * The request waits to be sent again, or the answer looks finished; or neither any more. Or what it says became
   * another.
   */
  readonly onWait?: (shown: Message) => void;
}

/** What has come of an answer: told to the windows, and written to the journal. */
export interface Received {
  readonly listener: CompletionListener;
  /** As the windows know it. */
  shown(): Message;
  /** Whether anything has come. */
  hasBegun(): boolean;
  /** What is known of the answer besides its text. */
  set(known: Partial<Message>): Message;
  /** Nothing comes any more: tells the rest, and waits for a write that is under way. */
  settle(): Promise<void>;
}

/** @param now by a clock that nobody sets */
export function createReceived(deps: ReceivedDeps, now: () => Date): Received {
  const { answer, store, log } = deps;
  /** Told to the windows, and received since. */
  let message = answer;
  let content = '';
  let reasoning = '';
  let timer: NodeJS.Timeout | null = null;
  let lastTold = Number.NEGATIVE_INFINITY;
  let toldTimes: Pick<Message, 'firstByteAt' | 'contentAt'> = answer;
  const waiting = createWaiting();
  const shown = (): Message => waiting.shown(message);

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

  const beside = listenBeside(
    {
      get: () => message,
      set(changed) {
        message = changed;
      },
      tellWhole() {
        tell();
        deps.onWait?.(shown());
      },
    },
    { now, log, ...(deps.keepImage && { keepImage: deps.keepImage }) },
  );

  const listener: CompletionListener = {
    ...beside.listener,
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
    quiet(told) {
      // What came before is told first: the window then shows the whole of it as finished.
      tell();
      waiting.setQuiet(told);
      deps.onWait?.(shown());
    },
    waits(told) {
      waiting.setWait(told && { ms: told.ms, problem: told.problem.toData() });
      deps.onWait?.(shown());
    },
  };

  return {
    listener,
    shown,
    hasBegun: () => message.firstByteAt !== null,
    set(known) {
      message = { ...message, ...known };
      return message;
    },
    async settle() {
      await beside.settled();
      tell();
      await journal.stop();
    },
  };
}

/** What of an answer holds only while it comes. */
function createWaiting() {
  let isQuiet = false;
  /** `until`: by `performance.now`. */
  let wait: { readonly until: number; readonly problem: AppErrorData } | null = null;
  return {
    setQuiet(told: boolean): void {
      isQuiet = told;
    },
    setWait(told: { readonly ms: number; readonly problem: AppErrorData } | null): void {
      wait = told && { until: performance.now() + told.ms, problem: told.problem };
    },
    shown(message: Message): Message {
      if (isQuiet) return { ...message, quiet: true };
      if (wait === null) return message;
      const seconds = Math.max(0, wait.until - performance.now()) / 1000;
      return { ...message, retryWait: { seconds, problem: wait.problem } };
    },
  };
}
