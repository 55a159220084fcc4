import type { VaultState } from '../../../../preload/contract/app.ts';
import type { Protection } from '../../../../preload/contract/shapes.ts';

/** The key that seals a secret: the user's (keychain or passphrase), or the demo's generated one. */
export type SecretScope = 'user' | 'demo';

/** Name prefix of secrets that are session tokens: no copy includes them. */
export const sessionSecrets = 'session:';

/** The secret vault: the only place where secrets reach the disk, sealed. */
export interface Vault {
  state(): VaultState;
  /** Seals and stores a secret, replacing one of the same name. @throws AppError `vault-locked`, `vault-not-set-up` */
  put(name: string, secret: Uint8Array, scope: SecretScope): Promise<Protection>;
  /**
   * Returns a secret. The caller gives the scope instead of the row: the demo's key is not protected, so anyone who can
   * write to the folder could otherwise replace the user's secrets.
   * @throws AppError `not-found`, `vault-locked`, `vault-damaged`
   */
  get(name: string, scope: SecretScope): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Returns whether `put` in that scope would succeed now. */
  ready(scope: SecretScope): boolean;
  /**
   * Protects the vault with a passphrase from now on; an existing one must be given as `current`.
   * @throws AppError `vault-confirmation-needed`, `vault-wrong-passphrase`, `vault-too-many-tries`, `vault-locked`
   */
  setPassphrase(passphrase: string, current?: string): Promise<VaultState>;
  /** @throws AppError `vault-wrong-passphrase`, `vault-too-many-tries`, `vault-not-set-up` */
  unlock(passphrase: string): Promise<VaultState>;
  /** Checks the passphrase again. Returns a token for `requirePassphrase`. @throws AppError as `unlock` */
  confirm(passphrase: string): Promise<string>;
  /**
   * Call before handing out a secret. If a passphrase protects the vault, it must just have been typed: `confirmation`
   * is a token of `confirm`, valid once within a minute.
   * @param within also accepts a passphrase typed within so many ms
   * @throws AppError `vault-confirmation-needed`, `vault-locked`
   */
  requirePassphrase(confirmation: string | undefined, within?: number): void;
  /** Overwrites the user's key in memory at once; keeps it with a keychain, which would not ask the user for it. */
  lock(): VaultState;
  /** Calls the listener whenever `state` has changed; returns a function that stops it. */
  onChange(listener: () => void): () => void;
}
