import { AppError } from '../../../../preload/contract/errors.ts';
import type { SecretScope, Vault } from './vault.ts';

/**
 * Call before what has to be repeated if its end cannot be stored.
 * @throws AppError `vault-locked`, `vault-not-set-up`, `vault-keychain-locked`, `vault-keychain-unavailable`
 */
export function requireReady(vault: Pick<Vault, 'ready' | 'state'>, scope: SecretScope): void {
  if (vault.ready(scope)) return;
  const { state, protection, keychainProblem } = vault.state();
  if (keychainProblem === 'locked') throw new AppError('vault-keychain-locked');
  if (state !== 'locked') throw new AppError('vault-not-set-up');
  throw new AppError(protection === 'keychain' ? 'vault-keychain-unavailable' : 'vault-locked');
}
