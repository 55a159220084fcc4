import { type ReactNode, useEffect, useRef } from 'react';
import { useDiscard } from '../ui/index.ts';
import { useStores } from './index.ts';

interface Draft {
  /** Closes with `then`: at once if nothing was typed, else after a confirmation. */
  readonly leave: (then: () => void) => void;
  /** Call it when the input has been saved, before navigating. */
  readonly taken: () => void;
  /** The confirmation, to be rendered within the form's overlay. */
  readonly question: ReactNode;
}

/** Protects unsaved input against every way out: Escape, its own buttons, navigating back. */
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
