import type { Provider } from '../provider/index.ts';
import type { TokenSet } from '../tokens.ts';
import type { SessionCore } from './core.ts';
import type { SessionOptions } from './driver.ts';
import { asAppError, classifyFailure } from './failures.ts';
import { revokeQuietly } from './sign-out.ts';

/** Requests new tokens, for the machine's run of this number, and passes the result to the machine. */
export async function refreshTokens(
  core: SessionCore,
  options: SessionOptions,
  run: number,
): Promise<void> {
  await askForTokens(core, options, run);
  // Fresh tokens are only in memory if the vault was locked meanwhile; on failure the old ones are sealed there.
  if (core.withheld && core.isSealed()) core.dispatch({ kind: 'locked' });
}

async function askForTokens(
  core: SessionCore,
  { store, provider, clock, log }: SessionOptions,
  run: number,
): Promise<void> {
  const isCurrent = (): boolean => core.machine.name === 'refreshing' && core.machine.run === run;
  const unmark = async (old: TokenSet): Promise<void> => {
    try {
      core.storedIn = await store.save({ tokens: old, sending: false });
    } catch (cause) {
      log.error('session-not-unmarked', cause);
    }
  };

  const old = core.tokens;
  if (old === null) return;
  let fresh: TokenSet;
  let asked: Pick<Provider, 'refresh' | 'revoke'>;
  let marked = false;
  try {
    asked = await provider();
    if (!isCurrent()) return;
    core.storedIn = await store.save({ tokens: old, sending: true });
    marked = true;
    // Signed out meanwhile: its wipe may have preceded this write.
    if (!isCurrent()) return await core.undoWrite();
    fresh = await asked.refresh(old);
  } catch (cause) {
    const error = asAppError(cause);
    const how = marked ? classifyFailure(error) : 'not-used';
    if (marked && how === 'not-used' && isCurrent()) await unmark(old);
    core.dispatch({ kind: 'refresh-failed', run, how, problem: error.toData() });
    return;
  }
  const received = clock.now();
  if (!isCurrent()) return revokeQuietly(asked, fresh, log);
  const how = await core.seal(fresh);
  if (!isCurrent()) {
    await core.undoWrite();
    return revokeQuietly(asked, fresh, log);
  }
  core.storedIn = how;
  core.dispatch({ kind: 'refreshed', run, held: core.hold(fresh, received) });
}
