import type { VaultState } from '../../../preload/contract/app.ts';
import type { Protection } from '../../../preload/contract/shapes.ts';

/** Which key seals a secret: the user's (keychain or passphrase), or the demo's generated one. */
export type SecretScope = 'user' | 'demo';

/** The secret vault: the only place where a secret touches the disk, sealed. */
export interface Vault {
  state(): VaultState;
  /** Seals and stores; replaces what had that name. @throws AppError `vault-locked`, `vault-not-set-up` */
  put(name: string, secret: Uint8Array, scope: SecretScope): Promise<Protection>;
  /**
   * The scope is the caller's knowledge, not the row's word: the demo's key lies open, so who can write to
   * the folder could otherwise put secrets in the place of the user's.
   * @throws AppError `not-found`, `vault-locked`, `vault-damaged`
   */
  get(name: string, scope: SecretScope): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  /** True when `put` in that scope would succeed now. */
  ready(scope: SecretScope): boolean;
  setPassphrase(passphrase: string): Promise<VaultState>;
  unlock(passphrase: string): Promise<VaultState>;
  /** Overwrites the user's key in memory, at once; with a keychain it stays, since nobody would be asked for it. */
  lock(): VaultState;
}
