import { maxChoices } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type {
  CompletionListener,
  CompletionOutcome,
  CompletionRequest,
  ToolCall,
} from '../../service/index.ts';

/** Requests one answer; `listener` receives it as choice 0. */
export type RequestAnswer = (
  listener: CompletionListener,
  signal: AbortSignal,
) => Promise<CompletionOutcome>;

/** Returns how many answers a request asks for at once. */
export function choicesOf({ extra }: CompletionRequest): number {
  const wanted = extra?.n;
  if (typeof wanted !== 'number' || !Number.isInteger(wanted)) return 1;
  return Math.min(maxChoices, Math.max(1, wanted));
}

/**
 * Turns the choices of one request into several answers, in whatever order their pieces come. The first is requested
 * like any answer; another begins with its first piece, so that a choice that a server omits creates none. Ignores more
 * than `most`.
 * @param onChoice begins another answer, which then receives its pieces; the first does not end before that is done
 * @returns how to request the first; stopping it stops them all
 */
export function splitChoices(
  ask: RequestAnswer,
  most: number,
  onChoice: (ask: RequestAnswer) => Promise<void>,
): RequestAnswer {
  return async (listener, signal) => {
    const others = new Map<number, Another>();
    const begun: Promise<void>[] = [];
    const over = withResolvers<Ended>();
    let model: string | null = null;
    const to = (choice: number): CompletionListener | null => {
      if (choice === 0) return listener;
      if (!Number.isInteger(choice) || choice < 1 || choice >= most) return null;
      let other = others.get(choice);
      if (other === undefined) {
        other = createAnother(over.promise);
        if (model !== null) other.listener.model?.(model);
        others.set(choice, other);
        begun.push(onChoice(other.ask));
      }
      return other.listener;
    };
    try {
      const outcome = await ask(
        {
          content: (text, choice) => to(choice)?.content(text, 0),
          reasoning: (text, choice, field) => to(choice)?.reasoning?.(text, 0, field),
          thought: (choice) => to(choice)?.thought?.(0),
          image: (url, choice) => to(choice)?.image?.(url, 0),
          link: (link, choice) => to(choice)?.link?.(link, 0),
          // they all have one model
          model(name) {
            model = name;
            listener.model?.(name);
            for (const other of others.values()) other.listener.model?.(name);
          },
          toolCall: (call, choice) => to(choice)?.toolCall?.(call, 0),
          finished: (reason, choice) => to(choice)?.finished?.(reason, 0),
          // for all of them: the request is counted once
          usage: (usage) => listener.usage?.(usage),
          waits: (wait) => listener.waits?.(wait),
          quiet: (isQuiet) => listener.quiet?.(isQuiet),
        },
        signal,
      );
      over.resolve({ outcome });
      return outcome;
    } catch (error) {
      over.resolve({ error });
      throw error;
    } finally {
      await Promise.all(begun);
    }
  };
}

type Ended = { readonly outcome: CompletionOutcome } | { readonly error: unknown };

interface Another {
  /** Receives the stream; pieces before the answer listens are kept for it. */
  readonly listener: CompletionListener;
  readonly ask: RequestAnswer;
}

function createAnother(over: Promise<Ended>): Another {
  const calls = new Set<ToolCall>();
  const early: ((listener: CompletionListener) => void)[] = [];
  let answer: CompletionListener | null = null;
  let finished = false;
  const tell = (what: (listener: CompletionListener) => void): void => {
    if (answer === null) early.push(what);
    else what(answer);
  };
  return {
    listener: {
      content: (text) => tell((one) => one.content(text, 0)),
      reasoning: (text, _, field) => tell((one) => one.reasoning?.(text, 0, field)),
      thought: () => tell((one) => one.thought?.(0)),
      image: (url) => tell((one) => one.image?.(url, 0)),
      link: (link) => tell((one) => one.link?.(link, 0)),
      model: (name) => tell((one) => one.model?.(name)),
      toolCall: (call) => void calls.add(call),
      finished(reason) {
        finished = true;
        tell((one) => one.finished?.(reason, 0));
      },
    },
    async ask(listener) {
      for (const what of early) what(listener);
      answer = listener;
      const ended = await over;
      // a finished one is complete, whatever happened to the others
      if (!finished && 'error' in ended) throw ended.error;
      const outcome = 'outcome' in ended ? ended.outcome : null;
      if (!finished && outcome?.closed !== true) {
        throw new AppError('stream-interrupted', { details: { reason: 'ended' }, retryable: true });
      }
      return { model: outcome?.model ?? null, toolCalls: [...calls], closed: true };
    },
  };
}
