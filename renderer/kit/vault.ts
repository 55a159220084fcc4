import { createStore, type StoreApi } from 'zustand/vanilla';
import type { VaultState } from '../../preload/contract/app.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { FollowedStore } from '../resources/followed.ts';

/**
 * The vault's request to the user: a first passphrase, the passphrase after a start or a lock, the same again before a
 * secret leaves the vault, or a new one in its place.
 */
export type VaultNeed = 'set-up' | 'unlock' | 'confirm' | 'change';

/** The user's input: `confirmation` is main's proof that the passphrase was typed again. */
export interface VaultAnswer {
  readonly confirmation?: string;
}

interface VaultQuestion {
  readonly need: VaultNeed;
  /** Ends the question: null if the user cancelled. */
  readonly answer: (answer: VaultAnswer | null) => void;
}

export interface Vault {
  readonly state: FollowedStore<VaultState>;
  /** The dialog on screen, if any. */
  readonly question: StoreApi<{ readonly asked: VaultQuestion | null }>;
  /** Shows the dialog; null if the user closed it. Asking twice shows one dialog. */
  ask(need: VaultNeed): Promise<VaultAnswer | null>;
  /**
   * Runs an action that needs the vault. If it fails because the vault is locked or not set up, or needs the passphrase
   * again, the user is asked, and the action is retried.
   * @throws AppError `cancelled` if the user closes the dialog, and any other error of the action
   */
  withVault<T>(action: (confirmation?: string) => Promise<T>): Promise<T>;
}

export function createVault(state: FollowedStore<VaultState>): Vault {
  const question = createStore<{ readonly asked: VaultQuestion | null }>(() => ({ asked: null }));
  let pending: Promise<VaultAnswer | null> | null = null;

  const ask = (need: VaultNeed) => {
    pending ??= new Promise((resolve) => {
      const answer = (given: VaultAnswer | null) => {
        pending = null;
        question.setState({ asked: null });
        resolve(given);
      };
      question.setState({ asked: { need, answer } });
    });
    return pending;
  };

  const withVault = async <T>(action: (confirmation?: string) => Promise<T>): Promise<T> => {
    for (let confirmation: string | undefined; ; ) {
      try {
        return await action(confirmation);
      } catch (error) {
        const need = needOf(error);
        if (need === null) throw error;
        const answer = await ask(need);
        if (answer === null) throw new AppError('cancelled');
        confirmation = answer.confirmation;
      }
    }
  };

  return { state, question, ask, withVault };
}

const needs: Partial<Record<AppError['code'], VaultNeed>> = {
  'vault-not-set-up': 'set-up',
  'vault-locked': 'unlock',
  'vault-confirmation-needed': 'confirm',
};

function needOf(error: unknown): VaultNeed | null {
  return error instanceof AppError ? (needs[error.code] ?? null) : null;
}
