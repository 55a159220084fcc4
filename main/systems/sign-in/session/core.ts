import { AppError } from '../../../../preload/contract/errors.ts';
import type { TokenFacts } from '../../../../preload/contract/systems/session.ts';
import { accessLifetime, isStale, refreshLifetime, type TokenSet } from '../tokens.ts';
import type { Grant } from '../types.ts';
import type { SessionOptions } from './driver.ts';
import {
  type Effect,
  type Event,
  initialMachine,
  isExpired,
  type Machine,
  type Moment,
  type TokenStatus,
} from './machine.ts';
import { step } from './step.ts';

/** Shared by the parts of a session: the machine, the tokens, and the callers waiting for them. */
export interface SessionCore {
  readonly machine: Machine;
  readonly tokens: TokenSet | null;
  storedIn: TokenFacts['storedIn'];
  /** The vault was locked and is not open yet: tokens in memory serve no call. */
  withheld: boolean;
  isSealed(): boolean;
  dispatch(event: Event): void;
  /** Stores tokens in memory, and returns the facts for the machine. */
  hold(fresh: TokenSet, received: Moment): TokenStatus;
  /** Removes what was written for a session that is over; one begun since keeps its own. */
  undoWrite(): Promise<void>;
  /** Tokens that cannot be sealed now stay in memory: that does not end a session. */
  seal(fresh: TokenSet): Promise<TokenFacts['storedIn']>;
  /** Waits until no refresh runs. */
  rest(): Promise<void>;
  /** Waits until no refresh or sign-in runs: calls made meanwhile continue with its tokens, or get its error. */
  restForCall(): Promise<void>;
  /** @throws AppError `session-signed-out`, `session-expired`, `vault-locked` */
  currentGrant(): Grant;
  /** Waits until no background work runs. */
  idle(): Promise<void>;
}

/** @param refresh requests new tokens, for the machine's run of this number */
export function createCore(
  { store, clock, log, changed, endAttempt }: SessionOptions,
  refresh: (run: number) => Promise<void>,
): SessionCore {
  let machine = initialMachine(clock.now());
  let tokens: TokenSet | null = null;
  let generation = 0;
  let work: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();

  function perform(effect: Effect): void {
    if (effect.kind === 'refresh') background('session-refresh', refresh(effect.run));
    if (effect.kind === 'end-attempt') endAttempt(effect.attempt, effect.why);
    if (effect.kind === 'drop' || effect.kind === 'wipe') tokens = null;
    if (effect.kind === 'wipe') background('session-wipe', store.remove());
  }

  /** Callers do not wait for it; `idle` does. */
  function background(event: string, done: Promise<unknown>): void {
    const safe = done.catch((cause: unknown) => log.error(event, cause));
    work = Promise.all([work, safe]);
  }

  const nextStep = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));

  const core: SessionCore = {
    get machine() {
      return machine;
    },
    get tokens() {
      return tokens;
    },
    storedIn: 'memory',
    withheld: false,
    isSealed: () => core.storedIn === 'keychain' || core.storedIn === 'passphrase',

    dispatch(event) {
      const before = machine;
      const next = step(machine, event, clock.now());
      machine = next.machine;
      for (const effect of next.effects) perform(effect);
      for (const wake of [...waiting]) wake();
      waiting.clear();
      if (machine.cause !== before.cause || machine.held !== before.held) changed();
    },

    hold(fresh, received) {
      generation++;
      tokens = fresh;
      return {
        generation,
        received,
        lifetime: accessLifetime(fresh),
        refreshLifetime: refreshLifetime(fresh),
        hasRefresh: fresh.refreshToken !== null,
        stale: isStale(fresh),
      };
    },

    async undoWrite() {
      if (machine.held === null) await store.remove();
    },

    async seal(fresh) {
      try {
        return await store.save({ tokens: fresh, sending: false });
      } catch (cause) {
        log.error('session-not-sealed', cause);
        return 'memory';
      }
    },

    async rest() {
      while (machine.name === 'refreshing') await nextStep();
    },

    async restForCall() {
      let signingIn = false;
      while (machine.name === 'refreshing' || machine.name === 'authorizing') {
        signingIn ||= machine.name === 'authorizing';
        await nextStep();
      }
      const { code, problem } = machine.cause;
      if (signingIn && code === 'attempt-ended' && problem !== null) {
        throw AppError.fromData(problem);
      }
    },

    currentGrant() {
      const { held, name, cause } = machine;
      if (name === 'active' && held !== null && tokens !== null) {
        if (core.withheld) throw new AppError('vault-locked');
        if (isExpired(machine, clock.now()) && cause.problem !== null) {
          throw AppError.fromData(cause.problem);
        }
        return { generation: held.generation, accessToken: tokens.accessToken };
      }
      if (cause.code === 'vault-locked') throw new AppError('vault-locked');
      const ended =
        name === 'expired' || (name === 'authorizing' && machine.attempt?.fallback === 'expired');
      throw new AppError(ended ? 'session-expired' : 'session-signed-out');
    },

    async idle() {
      for (let seen: Promise<unknown> | null = null; seen !== work; ) {
        seen = work;
        await seen;
      }
    },
  };
  return core;
}
