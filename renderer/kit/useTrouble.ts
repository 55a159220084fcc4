import { useState } from 'react';
import type { AppErrorData } from '../../preload/contract/errors.ts';

/**
 * The first of these problems that was not dismissed: what the user did, then what main could not tell. A
 * dismissed one comes back only when it happens anew.
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
