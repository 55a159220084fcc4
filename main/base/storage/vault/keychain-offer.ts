import type { VaultState } from '../../../../preload/contract/app.ts';
import type { serialQueue } from '../../async/serial-queue.ts';
import type { Keychain } from '../../host.ts';
import type { Keyring } from './keyring.ts';

/** Unlocks the operating system's keychain, which the vault needs, by the system's own prompt. */
export function createKeychainOffer(options: {
  readonly keychain: Keychain;
  readonly keyring: Keyring;
  readonly next: ReturnType<typeof serialQueue>;
  /** Tells the new state. */
  readonly changed: () => VaultState;
}) {
  const { keychain, keyring, next, changed } = options;
  let unlocking: Promise<VaultState> | null = null;

  const openAgain = (): Promise<VaultState> =>
    next(async () => {
      const before = keyring.state();
      await keyring.openByKeyring();
      const now = keyring.state();
      const isSame = now.state === before.state && now.keychainProblem === before.keychainProblem;
      return isSame ? now : changed();
    });
  /** Shows one prompt at a time, which holds up no other request. */
  const unlock = (): Promise<VaultState> => {
    unlocking ??= (keychain.unlock?.() ?? Promise.resolve()).then(openAgain).finally(() => {
      unlocking = null;
    });
    return unlocking;
  };

  return {
    unlock,
    /** See `OpenedVault`. */
    async offer(mayPrompt: boolean): Promise<void> {
      const { state, keychainProblem } = keyring.state();
      if (keychainProblem !== 'locked') return;
      // before anything is stored, the first secret is a better reason to ask
      await (mayPrompt && state === 'locked' ? unlock() : openAgain());
    },
  };
}
