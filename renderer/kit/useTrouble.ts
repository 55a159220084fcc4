import { useState } from 'react';
import type { AppErrorData } from '../../preload/contract/errors.ts';

/**
 * Returns the first of these problems that was not dismissed: those of the user's action come before main's. A
 * dismissed one returns only when it happens again.
 */
export function useTrouble(...problems: readonly (AppErrorData | null)[]) {
  const [dismissed, setDismissed] = useState<ReadonlySet<AppErrorData>>(() => new Set());
  const present = problems.filter((problem) => problem !== null);
  const trouble = present.find((problem) => !dismissed.has(problem)) ?? null;
  const dismiss = () => {
    const known = present.filter((problem) => problem === trouble || dismissed.has(problem));
    setDismissed(new Set(known));
  };
  return { trouble, dismiss };
}
