import { AppError } from '../../../../preload/contract/errors.ts';
import { createCore, type SessionCore } from './core.ts';
import type { SessionDriver, SessionOptions } from './driver.ts';
import { isExpired, refreshAfter } from './machine.ts';
import { refreshTokens } from './refresh.ts';
import { restoreSession } from './restore.ts';
import { notifyProvider, revokeQuietly } from './sign-out.ts';

/** Creates the session with one system. Everything it does by itself follows from the machine's effects. */
export function createSession(options: SessionOptions): SessionDriver {
  const { store, provider, clock, log, changed } = options;
  const core: SessionCore = createCore(options, (run) => refreshTokens(core, options, run));
  const { dispatch, rest } = core;
  const restore = (): Promise<void> => restoreSession(core, options);

  async function keepingChanged(): Promise<void> {
    await rest();
    if (core.tokens === null) return;
    core.storedIn = await store.save({ tokens: core.tokens, sending: core.machine.spent !== null });
    changed();
  }

  return {
    get machine() {
      return core.machine;
    },
    get tokens() {
      return core.tokens;
    },
    get storedIn() {
      return core.storedIn;
    },
    refreshAt() {
      const { machine } = core;
      const after = machine.name === 'active' ? refreshAfter(machine) : null;
      return after === null || machine.held === null ? null : machine.held.received.wall + after;
    },

    restore,
    tick: () => dispatch({ kind: 'tick' }),
    start: (attempt) => dispatch({ kind: 'start', attempt }),
    attemptEnded: (attempt, problem) => dispatch({ kind: 'attempt-ended', attempt, problem }),

    async signedIn(attempt, fresh) {
      const received = clock.now();
      const isRunning = (): boolean => core.machine.attempt?.id === attempt;
      if (isRunning()) {
        const how = await core.seal(fresh);
        if (isRunning()) {
          core.storedIn = how;
          core.withheld = false;
          dispatch({ kind: 'signed-in', attempt, held: core.hold(fresh, received) });
          return true;
        }
        await core.undoWrite();
      }
      await revokeQuietly(await provider(), fresh, log);
      return false;
    },

    async grant() {
      dispatch({ kind: 'tick' });
      if (core.machine.name === 'active' && isExpired(core.machine, clock.now())) {
        // The clock waits after a failure; a call does not.
        dispatch({ kind: 'refresh-asked', byUser: false });
      }
      await core.restForCall();
      return core.currentGrant();
    },

    async renew(refused) {
      dispatch({ kind: 'call-refused', generation: refused.generation, by: 'status' });
      await core.restForCall();
      const grant = core.currentGrant();
      if (grant.generation !== refused.generation) return grant;
      const { problem } = core.machine.cause;
      throw problem === null ? new AppError('session-expired') : AppError.fromData(problem);
    },

    async renewIfPossible(refused) {
      dispatch({ kind: 'call-refused', generation: refused.generation, by: 'side-call' });
      await core.restForCall();
      const grant = core.currentGrant();
      return grant.generation === refused.generation ? null : grant;
    },

    refusedAgain: ({ generation }) => dispatch({ kind: 'call-refused-again', generation }),
    refreshNow: () => refreshNow(core),

    async signOut() {
      const last = core.tokens;
      dispatch({ kind: 'sign-out' });
      await store.remove();
      if (last === null) return { revoked: null, ended: null };
      return notifyProvider(provider, last, log);
    },

    async settingsChanged() {
      dispatch({ kind: 'settings-changed' });
      await store.remove();
    },

    keepingChanged,
    vaultLocked() {
      if (!core.isSealed()) return;
      core.withheld = true;
      dispatch({ kind: 'locked' });
    },

    async vaultUnlocked() {
      const sealAgain = core.withheld && core.tokens !== null;
      core.withheld = false;
      if (core.machine.cause.code === 'vault-locked') await restore();
      else if (sealAgain) await keepingChanged();
    },

    idle: core.idle,
  };
}

async function refreshNow(core: SessionCore): Promise<void> {
  if (core.machine.name !== 'active') {
    await core.rest();
    core.currentGrant();
    return;
  }
  const before = core.machine.held?.generation;
  core.dispatch({ kind: 'refresh-asked', byUser: true });
  await core.rest();
  const { cause, held } = core.machine;
  if (held !== null && held.generation !== before) return;
  if (cause.problem !== null) throw AppError.fromData(cause.problem);
  const lost = cause.code === 'refresh-interrupted' || cause.code === 'refresh-unanswered';
  throw new AppError(lost ? 'session-refresh-unanswered' : 'session-expired');
}
