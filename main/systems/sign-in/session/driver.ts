import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { TokenFacts } from '../../../../preload/contract/systems/session.ts';
import type { Log } from '../../../base/host.ts';
import type { Provider } from '../provider/index.ts';
import type { TokenStore } from '../token-store.ts';
import type { TokenSet } from '../tokens.ts';
import type { Grant } from '../types.ts';
import type { Machine, Moment } from './machine.ts';

export interface Clock {
  now(): Moment;
}

export interface SessionOptions {
  readonly store: TokenStore;
  /** Opens the provider with the current settings. @throws AppError why it cannot be asked */
  readonly provider: () => Promise<Pick<Provider, 'refresh' | 'revoke' | 'endSession'>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after every change that a window would show. */
  readonly changed: () => void;
  /** Called when the machine wants the attempt ended. */
  readonly endAttempt: (attempt: string, why: 'deadline' | 'cancelled') => void;
}

/** The session with one system: the machine, the tokens, and the calls waiting for them. */
export interface SessionDriver {
  readonly machine: Machine;
  readonly tokens: TokenSet | null;
  readonly storedIn: TokenFacts['storedIn'];
  /** Returns when the clock alone triggers a refresh, wall ms. */
  refreshAt(): number | null;
  restore(): Promise<void>;
  /** Call regularly: handles the passage of time, sleep included. */
  tick(): void;
  start(attempt: string): void;
  attemptEnded(attempt: string, problem: AppErrorData): void;
  /** Seals the tokens first. False: the attempt is no longer the running one, and they were revoked. */
  signedIn(attempt: string, tokens: TokenSet): Promise<boolean>;
  /** Returns a token that works, as far as known here; waits for a running refresh. @throws AppError */
  grant(): Promise<Grant>;
  /** Call after 401 or 403: returns newer tokens; one refresh for all callers. @throws AppError */
  renew(refused: Grant): Promise<Grant>;
  /** Does the same for a call that may be refused for another reason; null if the session continues with these. */
  renewIfPossible(refused: Grant): Promise<Grant | null>;
  /** Call if the retry with these was refused too: the session has ended. */
  refusedAgain(grant: Grant): void;
  /** @throws AppError why it did not work */
  refreshNow(): Promise<void>;
  signOut(): Promise<{ revoked: boolean | null; ended: boolean | null }>;
  settingsChanged(): Promise<void>;
  /** Call when the user changed whether the tokens are stored. */
  keepingChanged(): Promise<void>;
  /**
   * Forgets tokens that are in the vault. Those of a running refresh would be lost: they stay in memory, serve no call,
   * and are sealed by `vaultUnlocked`.
   */
  vaultLocked(): void;
  vaultUnlocked(): Promise<void>;
  /** Resolves when nothing is being refreshed or written. */
  idle(): Promise<void>;
}
