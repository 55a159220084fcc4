import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { TokenFacts } from '../../../../preload/contract/systems/session.ts';
import type { Log } from '../../../base/host.ts';
import type { Grant } from '../../links/index.ts';
import type { Provider } from '../provider/index.ts';
import type { TokenStore } from '../token-store.ts';
import type { TokenSet } from '../tokens.ts';
import type { Machine, Moment } from './machine.ts';

export interface Clock {
  now(): Moment;
}

export interface SessionOptions {
  readonly store: TokenStore;
  /** The provider as the settings have it now. @throws AppError why it cannot be asked */
  readonly provider: () => Promise<Pick<Provider, 'refresh' | 'revoke' | 'endSession'>>;
  readonly clock: Clock;
  readonly log: Log;
  /** After every change that a window would show. */
  readonly changed: () => void;
  /** The machine wants the attempt ended. */
  readonly endAttempt: (attempt: string, why: 'deadline' | 'cancelled') => void;
}

/** The session with one system: the machine, the tokens, and the calls that wait for them. */
export interface SessionDriver {
  readonly machine: Machine;
  readonly tokens: TokenSet | null;
  readonly kept: TokenFacts['kept'];
  /** When the clock alone will refresh, wall ms. */
  refreshAt(): number | null;
  restore(): Promise<void>;
  /** To be called now and then: notices what time has done, sleep included. */
  tick(): void;
  start(attempt: string): void;
  attemptEnded(attempt: string, problem: AppErrorData): void;
  /** Seals the tokens first. False: the attempt is not the running one any more; they were revoked. */
  signedIn(attempt: string, tokens: TokenSet): Promise<boolean>;
  /** A token that works, as far as can be known here; waits for a running refresh. @throws AppError */
  grant(): Promise<Grant>;
  /** After 401 or 403: the tokens in place of those; one refresh for all who ask. @throws AppError */
  renew(refused: Grant): Promise<Grant>;
  /** The same for a call that may be refused for its own sake; null where the session goes on with these. */
  renewIfPossible(refused: Grant): Promise<Grant | null>;
  /** The retry with these was refused too: the session has ended. */
  refusedAgain(grant: Grant): void;
  /** @throws AppError why it did not work */
  refreshNow(): Promise<void>;
  signOut(): Promise<{ revoked: boolean | null; ended: boolean | null }>;
  settingsChanged(): Promise<void>;
  /** The user has chosen anew whether the tokens are kept. */
  keepingChanged(): Promise<void>;
  /**
   * Forgets tokens that lie in the vault. Those that a running refresh still brings would be lost: they stay
   * in memory, serve no call, and are sealed by `vaultUnlocked`.
   */
  vaultLocked(): void;
  vaultUnlocked(): Promise<void>;
  /** Resolves when nothing is being refreshed or written. */
  idle(): Promise<void>;
}
