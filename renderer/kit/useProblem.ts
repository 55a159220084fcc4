import { useState } from 'react';
import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';
import { toProblem } from './index.ts';

/** Runs a call: returns its answer in a box, or null on failure, which is stored as the problem. */
export type Attempt = <T>(perform: () => Promise<T>) => Promise<{ readonly value: T } | null>;

/** Runs calls one at a time and stores the last error. A cancellation by the user is no error. */
export function useProblem() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  const attempt: Attempt = async (perform) => {
    setBusy(true);
    setProblem(null);
    try {
      return { value: await perform() };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'cancelled')) setProblem(toProblem(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt, forget: () => setProblem(null) };
}
