import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../../../preload/contract/index.ts';
import { asProblem, useClient } from '../../../../kit/index.ts';

type Answer = CallOutput<'branches.find'>;

/** One hit: which of those in a message of the branch. */
export interface Hit {
  readonly messageId: string;
  /** The message's place on the branch. */
  readonly depth: number;
  /** From 0. */
  readonly nth: number;
}

export interface Find {
  readonly open: boolean;
  readonly text: string;
  /** Folded; empty while nothing is looked for. */
  readonly term: string;
  readonly total: number;
  /** The one that is shown, from 0; -1 where there is none. */
  readonly at: number;
  readonly current: Hit | null;
  /** It was asked and has not been answered. */
  readonly busy: boolean;
  /** Why it could not be looked for. */
  readonly problem: AppErrorData | null;
  write(text: string): void;
  step(by: 1 | -1): void;
  again(): void;
  begin(): void;
  end(): void;
}

/** Milliseconds of rest after which typing is answered. */
const rest = 100;
const nothing: Answer = { term: '', hits: [] };

/** The hit with this number, counted over all messages. */
export function hitAt(hits: Answer['hits'], at: number): Hit | null {
  let before = 0;
  for (const { messageId, depth, count } of hits) {
    if (at >= before && at < before + count) return { messageId, depth, nth: at - before };
    before += count;
  }
  return null;
}

/** The number of a hit after the hits were counted anew: the same one, or the first from its message on. */
export function numberOf(hits: Answer['hits'], hit: Pick<Hit, 'depth' | 'nth'>): number {
  let before = 0;
  for (const { depth, count } of hits) {
    if (depth > hit.depth) return before;
    if (depth === hit.depth) return before + Math.min(hit.nth, count - 1);
    before += count;
  }
  return before === 0 ? -1 : 0;
}

interface Found {
  readonly answer: Answer;
  readonly at: number;
  readonly problem: AppErrorData | null;
}
const notFound: Found = { answer: nothing, at: -1, problem: null };

/**
 * Finds a text in the open conversation, also in what is not fetched or drawn.
 * @param version changes whenever the messages of the branch have changed
 * @param firstInView the place on the branch from which it is looked for first
 */
export function useFind(
  conversationId: string | null,
  version: string,
  firstInView: () => number,
): Find {
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [{ answer, at, problem }, setFound] = useState<Found>(notFound);
  const [tries, setTries] = useState(0);
  const from = useRef(firstInView);
  from.current = firstInView;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages are looked through anew
  useEffect(() => {
    if (!open || conversationId === null || text.trim() === '') {
      setFound(notFound);
      setBusy(false);
      return;
    }
    let wanted = true;
    setBusy(true);
    const timer = setTimeout(() => {
      void client.call('branches.find', { conversationId, text }).then(
        (next) => {
          if (!wanted) return;
          setBusy(false);
          setFound((before) => {
            const last = hitAt(before.answer.hits, before.at);
            const place = last ?? { depth: from.current(), nth: 0 };
            return { answer: next, at: numberOf(next.hits, place), problem: null };
          });
        },
        (error: unknown) => {
          if (!wanted) return;
          setBusy(false);
          setFound({ ...notFound, problem: asProblem(error) });
        },
      );
    }, rest);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [client, open, conversationId, text, version, tries]);

  const total = useMemo(() => answer.hits.reduce((sum, { count }) => sum + count, 0), [answer]);
  const current = useMemo(() => hitAt(answer.hits, at), [answer, at]);
  return {
    open,
    text,
    term: answer.term,
    total,
    at,
    current,
    busy,
    problem,
    write: setText,
    step(by) {
      if (total > 0) setFound({ answer, at: (at + by + total) % total, problem });
    },
    again: () => setTries((before) => before + 1),
    begin: () => setOpen(true),
    end: () => setOpen(false),
  };
}
