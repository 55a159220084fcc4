import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { Log } from '../../../base/host.ts';
import type { ChatStore } from '../../conversations/index.ts';
import type { CompletionListener } from '../../service/index.ts';
import { receiveExtraContent } from './extra-content.ts';
import { createJournal } from './journal.ts';

/** Minimum time between events, ms: users cannot see more, and every window renders each. */
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
  /** It continues a cut message: its first line break has a meaning. */
  readonly continues?: boolean;
  readonly log: Log;
  /** Stores an image of the answer, the first as 1. */
  readonly keepImage?: (url: string, at: number) => Promise<Attachment>;
  /** Sends the windows the text since the last call, with the times that it set. */
  readonly onDelta: (content: string, reasoning: string, times: PieceTimes) => void;
  /**
   * Called when the request waits for a retry, or the answer looks finished; when neither is true any more; or when the
   * text changed.
   */
  readonly onWait?: (shown: Message) => void;
}

/** A received answer: sent to the windows, and written to the journal. */
export interface ReceivedAnswer {
  readonly listener: CompletionListener;
  /** Returns it as the windows know it. */
  shown(): Message;
  /** Returns whether anything has come. */
  hasBegun(): boolean;
  /** Sets facts about the answer other than its text. */
  set(known: Partial<Message>): Message;
  /** Call when nothing more comes: sends the rest, and waits for a running write. */
  settle(): Promise<void>;
}

/** @param now monotonic clock */
export function createReceivedAnswer(deps: ReceivedDeps, now: () => Date): ReceivedAnswer {
  const { answer, store, log } = deps;
  /** Sent to the windows, and received since. */
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

  const beside = receiveExtraContent(
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
        // Servers begin the answer after reasoning with meaningless blank lines.
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
    quiet(value) {
      // Sends earlier text first: the window then shows the whole as finished.
      tell();
      waiting.setQuiet(value);
      deps.onWait?.(shown());
    },
    waits(retry) {
      waiting.setWait(retry && { ms: retry.ms, problem: retry.problem.toData() });
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

/** Facts about an answer that hold only while it streams. */
function createWaiting() {
  let isQuiet = false;
  /** `until`: by `performance.now`. */
  let wait: { readonly until: number; readonly problem: AppErrorData } | null = null;
  return {
    setQuiet(quiet: boolean): void {
      isQuiet = quiet;
    },
    setWait(retry: { readonly ms: number; readonly problem: AppErrorData } | null): void {
      wait = retry && { until: performance.now() + retry.ms, problem: retry.problem };
    },
    shown(message: Message): Message {
      if (isQuiet) return { ...message, quiet: true };
      if (wait === null) return message;
      const seconds = Math.max(0, wait.until - performance.now()) / 1000;
      return { ...message, retryWait: { seconds, problem: wait.problem } };
    },
  };
}
