import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../../../preload/contract/index.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';

type Answer = CallOutput<'branches.find'>;

/** A match, identified by message and number. */
export interface Hit {
  readonly messageId: string;
  /** The message's index on the branch. */
  readonly depth: number;
  /** From 0. */
  readonly nth: number;
}

export interface Find {
  readonly open: boolean;
  readonly text: string;
  /** Folded; empty without a search. */
  readonly term: string;
  readonly total: number;
  /** Index of the current match; -1 without one. */
  readonly at: number;
  readonly current: Hit | null;
  /** A request is pending. */
  readonly busy: boolean;
  /** Why the search failed. */
  readonly problem: AppErrorData | null;
  write(text: string): void;
  step(by: 1 | -1): void;
  again(): void;
  begin(): void;
  end(): void;
}

/** Debounce of typing, ms. */
const rest = 100;
const nothing: Answer = { term: '', hits: [] };

/** Returns the match with this index over all messages. */
export function hitAt(hits: Answer['hits'], at: number): Hit | null {
  let before = 0;
  for (const { messageId, depth, count } of hits) {
    if (at >= before && at < before + count) return { messageId, depth, nth: at - before };
    before += count;
  }
  return null;
}

/** Returns a match's index after a new count: the same one, or the first from its message on. */
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
 * Searches the open conversation, including messages not fetched or drawn.
 * @param version changes whenever the messages of the branch have changed
 * @param firstInView index on the branch at which the search starts
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
          setFound({ ...notFound, problem: toProblem(error) });
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
