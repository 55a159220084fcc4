import { AppError } from '../../preload/contract/errors.ts';
import type { TokenFacts } from '../../preload/contract/session.ts';
import type { Grant } from '../links/index.ts';
import {
  type Effect,
  type Event,
  type Held,
  initialMachine,
  isRunOut,
  type Moment,
  refreshAfter,
  step,
} from './machine.ts';
import type { Provider } from './provider/index.ts';
import { asAppError, howItFailed } from './refresh-failures.ts';
import type { SessionDriver, SessionOptions } from './session-driver.ts';
import { revokeQuietly, tellProvider } from './sign-out.ts';
import { accessLifetime, isStale, refreshLifetime, type TokenSet } from './tokens.ts';

/** The session with one system. Everything that it does by itself follows from the machine's effects. */
export function createSession(options: SessionOptions): SessionDriver {
  const { store, provider, clock, log, changed, endAttempt } = options;
  let machine = initialMachine(clock.now());
  let tokens: TokenSet | null = null;
  let kept: TokenFacts['kept'] = 'memory';
  let generation = 0;
  /** The vault was locked, and is not open yet: what is in memory serves no call. */
  let withheld = false;
  let work: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();

  function dispatch(event: Event): void {
    const before = machine;
    const next = step(machine, event, clock.now());
    machine = next.machine;
    for (const effect of next.effects) perform(effect);
    for (const wake of [...waiting]) wake();
    waiting.clear();
    if (machine.cause !== before.cause || machine.held !== before.held) changed();
  }

  function perform(effect: Effect): void {
    if (effect.kind === 'refresh') background('session-refresh', refresh(effect.run));
    if (effect.kind === 'end-attempt') endAttempt(effect.attempt, effect.why);
    if (effect.kind === 'drop' || effect.kind === 'wipe') tokens = null;
    if (effect.kind === 'wipe') background('session-wipe', store.remove());
  }

  /** Nobody waits for it by name; `settled` does. */
  function background(event: string, done: Promise<unknown>): void {
    const safe = done.catch((cause: unknown) => log.error(event, cause));
    work = Promise.all([work, safe]);
  }

  function hold(fresh: TokenSet, received: Moment): Held {
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
  }

  const isSealed = (): boolean => kept === 'keychain' || kept === 'passphrase';
  const isCurrent = (run: number): boolean => machine.name === 'refreshing' && machine.run === run;

  async function refresh(run: number): Promise<void> {
    await askForTokens(run);
    // What came is in memory alone if the vault was locked meanwhile; what did not is sealed there.
    if (withheld && isSealed()) dispatch({ kind: 'locked' });
  }

  async function askForTokens(run: number): Promise<void> {
    const old = tokens;
    if (old === null) return;
    let fresh: TokenSet;
    let asked: Pick<Provider, 'refresh' | 'revoke'>;
    let marked = false;
    try {
      asked = await provider();
      if (!isCurrent(run)) return;
      kept = await store.save(old, true);
      marked = true;
      // Signed out meanwhile: its wipe may have been before this write.
      if (!isCurrent(run)) return await undoWrite();
      fresh = await asked.refresh(old);
    } catch (cause) {
      const error = asAppError(cause);
      const how = marked ? howItFailed(error) : 'not-used';
      if (marked && how === 'not-used' && isCurrent(run)) await unmark(old);
      dispatch({ kind: 'refresh-failed', run, how, problem: error.toData() });
      return;
    }
    const received = clock.now();
    if (!isCurrent(run)) return revokeQuietly(asked, fresh, log);
    const how = await seal(fresh);
    if (!isCurrent(run)) {
      await undoWrite();
      return revokeQuietly(asked, fresh, log);
    }
    kept = how;
    dispatch({ kind: 'refreshed', run, held: hold(fresh, received) });
  }

  /** What cannot be sealed now stays in memory: a session is not lost for that. */
  async function seal(fresh: TokenSet): Promise<TokenFacts['kept']> {
    try {
      return await store.save(fresh, false);
    } catch (cause) {
      log.error('session-not-sealed', cause);
      return 'memory';
    }
  }

  /** What was written for a session that is over by now; one that has begun since keeps its own. */
  async function undoWrite(): Promise<void> {
    if (machine.held === null) await store.remove();
  }

  async function unmark(old: TokenSet): Promise<void> {
    try {
      kept = await store.save(old, false);
    } catch (cause) {
      log.error('session-not-unmarked', cause);
    }
  }

  /** Until no refresh runs. */
  async function rest(): Promise<void> {
    while (machine.name === 'refreshing') await nextStep();
  }

  /** Until no refresh and no sign-in runs: the calls made meanwhile go on with its tokens, or hear why not. */
  async function restForCall(): Promise<void> {
    let signingIn = false;
    while (machine.name === 'refreshing' || machine.name === 'authorizing') {
      signingIn ||= machine.name === 'authorizing';
      await nextStep();
    }
    const { code, problem } = machine.cause;
    if (signingIn && code === 'attempt-ended' && problem !== null) throw AppError.fromData(problem);
  }

  function nextStep(): Promise<void> {
    return new Promise((resolve) => waiting.add(resolve));
  }

  function currentGrant(): Grant {
    const { held, name, cause } = machine;
    if (name === 'active' && held !== null && tokens !== null) {
      if (withheld) throw new AppError('vault-locked');
      if (isRunOut(machine, clock.now()) && cause.problem !== null) {
        throw AppError.fromData(cause.problem);
      }
      const { accessToken } = tokens;
      return { generation: held.generation, accessToken };
    }
    if (cause.code === 'vault-locked') throw new AppError('vault-locked');
    const ended =
      name === 'expired' || (name === 'authorizing' && machine.attempt?.fallback === 'expired');
    throw new AppError(ended ? 'session-expired' : 'session-signed-out');
  }

  async function restore(): Promise<void> {
    const { run } = machine;
    const isWanted = (): boolean => machine.run === run && machine.name === 'signed-out';
    try {
      const found = await store.load();
      if (found === null || !isWanted()) return;
      // Written back to learn how it is kept; and not at all if that is not wanted any more.
      const how = await store.save(found.tokens, found.sending);
      if (!isWanted()) return await undoWrite();
      kept = how;
      const now = clock.now();
      const age = now.wall - found.tokens.receivedAt;
      const known = Math.max(0, age);
      const held = hold(found.tokens, { wall: now.wall - known, steady: now.steady - known });
      // A clock set back hides the age: better one refresh too many.
      const lifetime = age < 0 && held.lifetime !== null ? 0 : held.lifetime;
      dispatch({ kind: 'restored', held: { ...held, lifetime }, interrupted: found.sending });
      dispatch({ kind: 'tick' });
    } catch (cause) {
      if (!isWanted()) return;
      const error = asAppError(cause);
      const locked = error.code === 'vault-locked' || error.code === 'vault-keychain-unavailable';
      const code = locked ? 'vault-locked' : 'tokens-unreadable';
      dispatch({ kind: 'not-restored', code, problem: error.toData() });
    }
  }

  async function keepingChanged(): Promise<void> {
    await rest();
    if (tokens === null) return;
    kept = await store.save(tokens, machine.spent !== null);
    changed();
  }

  return {
    get machine() {
      return machine;
    },
    get tokens() {
      return tokens;
    },
    get kept() {
      return kept;
    },
    refreshAt() {
      const after = machine.name === 'active' ? refreshAfter(machine) : null;
      return after === null || machine.held === null ? null : machine.held.received.wall + after;
    },

    restore,
    tick: () => dispatch({ kind: 'tick' }),
    start: (attempt) => dispatch({ kind: 'start', attempt }),
    attemptEnded: (attempt, problem) => dispatch({ kind: 'attempt-ended', attempt, problem }),

    async signedIn(attempt, fresh) {
      const received = clock.now();
      const isRunning = (): boolean => machine.attempt?.id === attempt;
      if (isRunning()) {
        const how = await seal(fresh);
        if (isRunning()) {
          kept = how;
          withheld = false;
          dispatch({ kind: 'signed-in', attempt, held: hold(fresh, received) });
          return true;
        }
        await undoWrite();
      }
      await revokeQuietly(await provider(), fresh, log);
      return false;
    },

    async grant() {
      dispatch({ kind: 'tick' });
      if (machine.name === 'active' && isRunOut(machine, clock.now())) {
        // The clock waits after a failure; a call does not.
        dispatch({ kind: 'refresh-asked', byUser: false });
      }
      await restForCall();
      return currentGrant();
    },

    async renew(refused) {
      dispatch({ kind: 'call-refused', generation: refused.generation });
      await restForCall();
      const grant = currentGrant();
      if (grant.generation !== refused.generation) return grant;
      const { problem } = machine.cause;
      throw problem === null ? new AppError('session-expired') : AppError.fromData(problem);
    },

    refusedAgain: ({ generation: refused }) =>
      dispatch({ kind: 'call-refused-again', generation: refused }),

    async refreshNow() {
      if (machine.name === 'active') {
        const before = machine.held?.generation;
        dispatch({ kind: 'refresh-asked', byUser: true });
        await rest();
        const { problem, code } = machine.cause;
        if (machine.held !== null && machine.held.generation !== before) return;
        if (problem !== null) throw AppError.fromData(problem);
        const lost = code === 'refresh-interrupted' || code === 'refresh-unanswered';
        throw new AppError(lost ? 'session-refresh-unanswered' : 'session-expired');
      }
      await rest();
      currentGrant();
    },

    async signOut() {
      const last = tokens;
      dispatch({ kind: 'sign-out' });
      await store.remove();
      if (last === null) return { revoked: null, ended: null };
      return tellProvider(provider, last, log);
    },

    async settingsChanged() {
      dispatch({ kind: 'settings-changed' });
      await store.remove();
    },

    keepingChanged,
    vaultLocked() {
      if (!isSealed()) return;
      withheld = true;
      dispatch({ kind: 'locked' });
    },

    async vaultUnlocked() {
      const sealAgain = withheld && tokens !== null;
      withheld = false;
      if (machine.cause.code === 'vault-locked') await restore();
      else if (sealAgain) await keepingChanged();
    },

    async settled() {
      for (let seen: Promise<unknown> | null = null; seen !== work; ) {
        seen = work;
        await seen;
      }
    },
  };
}
