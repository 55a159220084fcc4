import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VaultState } from '../../preload/contract/app.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { FollowedStore } from '../resources/followed.ts';

/** What the vault needs of the user before secrets can be stored or used. */
export type VaultNeed = 'set-up' | 'unlock';

interface VaultQuestion {
  readonly need: VaultNeed;
  /** Ends the question: true when the vault is ready now. */
  readonly answer: (ready: boolean) => void;
}

export interface Vault {
  readonly state: FollowedStore<VaultState>;
  /** The dialog on screen, if one is asked for. */
  readonly question: StoreApi<{ readonly asked: VaultQuestion | null }>;
  /** Shows the dialog; true when the user made the vault ready. Asking twice shows one dialog. */
  ask(need: VaultNeed): Promise<boolean>;
  /**
   * Runs an action that needs the vault. When it fails because the vault is locked or not set up, the
   * user is asked, and the action then runs again.
   * @throws AppError `cancelled` when the user closes the dialog, and what else the action throws
   */
  withVault<T>(action: () => Promise<T>): Promise<T>;
}

export function createVault(state: FollowedStore<VaultState>): Vault {
  const question = createStore<{ readonly asked: VaultQuestion | null }>(() => ({ asked: null }));
  let pending: Promise<boolean> | null = null;

  const ask = (need: VaultNeed) => {
    pending ??= new Promise((resolve) => {
      const answer = (ready: boolean) => {
        pending = null;
        question.setState({ asked: null });
        resolve(ready);
      };
      question.setState({ asked: { need, answer } });
    });
    return pending;
  };

  const withVault = async <T>(action: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        const need = needOf(error);
        if (need === null) throw error;
        if (!(await ask(need))) throw new AppError('cancelled');
      }
    }
  };

  return { state, question, ask, withVault };
}

function needOf(error: unknown): VaultNeed | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === 'vault-not-set-up') return 'set-up';
  return error.code === 'vault-locked' ? 'unlock' : null;
}
