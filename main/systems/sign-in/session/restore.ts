import type { ErrorCode } from '../../../../preload/contract/errors.ts';
import type { SessionCore } from './core.ts';
import type { SessionOptions } from './driver.ts';
import { asAppError } from './failures.ts';

/** Why the vault is unavailable now, but maybe not later. */
const closed: ReadonlySet<ErrorCode> = new Set([
  'vault-locked',
  'vault-keychain-unavailable',
  'vault-keychain-locked',
  'vault-not-set-up',
]);

/** Continues a stored session, if there is one. */
export async function restoreSession(
  core: SessionCore,
  { store, clock }: SessionOptions,
): Promise<void> {
  const { run } = core.machine;
  const isWanted = (): boolean => core.machine.run === run && core.machine.name === 'signed-out';
  try {
    const found = await store.load();
    if (found === null || !isWanted()) return;
    // Written back to learn how it is stored; and not at all if the user no longer wants that.
    const how = await store.save(found);
    if (!isWanted()) return await core.undoWrite();
    core.storedIn = how;
    const now = clock.now();
    const age = now.wall - found.tokens.receivedAt;
    const known = Math.max(0, age);
    const held = core.hold(found.tokens, { wall: now.wall - known, steady: now.steady - known });
    // A clock set back hides the age: better one refresh too many.
    const lifetime = age < 0 && held.lifetime !== null ? 0 : held.lifetime;
    core.dispatch({ kind: 'restored', held: { ...held, lifetime }, interrupted: found.sending });
    core.dispatch({ kind: 'tick' });
  } catch (cause) {
    if (!isWanted()) return;
    const error = asAppError(cause);
    const code = closed.has(error.code) ? 'vault-locked' : 'tokens-unreadable';
    core.dispatch({ kind: 'not-restored', code, problem: error.toData() });
  }
}
