import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { toProblem } from '../resources/followed.ts';

/**
 * Results of background calls to main, such as storing input. The last error stays until a call succeeds; a repeated
 * error keeps the same object.
 */
export interface Outcome extends StoreApi<{ readonly problem: AppErrorData | null }> {
  /** @returns whether it succeeded */
  carryOut(ask: () => Promise<unknown>): Promise<boolean>;
  forget(): void;
}

export function createOutcome(): Outcome {
  const store = createStore<{ readonly problem: AppErrorData | null }>(() => ({ problem: null }));
  const forget = () => store.setState({ problem: null });
  return Object.assign(store, {
    forget,
    async carryOut(ask: () => Promise<unknown>) {
      try {
        await ask();
      } catch (error) {
        const problem = toProblem(error);
        const { problem: before } = store.getState();
        if (JSON.stringify(problem) !== JSON.stringify(before)) store.setState({ problem });
        return false;
      }
      forget();
      return true;
    },
  });
}
