import { AppError } from '../../../../preload/contract/errors.ts';
import type { serialQueue } from '../../async/serial-queue.ts';
import type { SealedSecret } from './foreign.ts';
import type { Keyring } from './keyring.ts';
import { seal, unseal } from './sealing.ts';

/** Uses this vault's keys for secrets stored elsewhere, as in a backup. */
export const ownSealing = (keyring: Keyring, next: ReturnType<typeof serialQueue>) => ({
  sealFor: (name: string, said: string, plain: Uint8Array): Promise<Uint8Array> =>
    next(async () => {
      const scope = said === 'demo' ? 'demo' : 'user';
      await keyring.makeKey(scope);
      return seal(keyring.keyOf(scope), { scope, name }, plain);
    }),
  opensOwn({ name, sealed }: SealedSecret): boolean {
    try {
      unseal(keyring.keyOf('user'), { scope: 'user', name }, sealed);
      return true;
    } catch (cause) {
      if (cause instanceof AppError) return false;
      throw cause;
    }
  },
});
