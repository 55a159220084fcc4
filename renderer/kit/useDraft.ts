import { type ReactNode, useEffect, useRef } from 'react';
import { useDiscard } from '../ui/index.ts';
import { useStores } from './index.ts';

interface Draft {
  /** Closes with `then`: at once where nothing was typed, else after asking. */
  readonly leave: (then: () => void) => void;
  /** To be called when what was typed has been taken, before going elsewhere. */
  readonly taken: () => void;
  /** The question, to be drawn within the form's overlay. */
  readonly question: ReactNode;
}

/** Keeps what was typed from being lost by any way out: Escape, its own buttons, the way back. */
export function useDraft(dirty: boolean): Draft {
  const { route } = useStores();
  const discard = useDiscard(dirty);
  const release = useRef<() => void>(() => undefined);
  const leave = (then: () => void): void =>
    discard.leave(() => {
      release.current();
      then();
    });
  const leaving = useRef(leave);
  leaving.current = leave;
  useEffect(() => {
    if (!dirty) return;
    const end = route.hold((then) => leaving.current(then));
    release.current = end;
    return end;
  }, [dirty, route]);
  return { leave, taken: () => release.current(), question: discard.question };
}
