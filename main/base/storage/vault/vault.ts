import type { VaultState } from '../../../../preload/contract/app.ts';
import type { Protection } from '../../../../preload/contract/shapes.ts';

/** Which key seals a secret: the user's (keychain or passphrase), or the demo's generated one. */
export type SecretScope = 'user' | 'demo';

/** What the names of secrets begin with that are the tokens of a session: no copy keeps them. */
export const sessionSecrets = 'session:';

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
  /**
   * Protects the vault by a passphrase from now on; where one does already, `current` has to be it.
   * @throws AppError `vault-confirmation-needed`, `vault-wrong-passphrase`, `vault-too-many-tries`, `vault-locked`
   */
  setPassphrase(passphrase: string, current?: string): Promise<VaultState>;
  /** @throws AppError `vault-wrong-passphrase`, `vault-too-many-tries`, `vault-not-set-up` */
  unlock(passphrase: string): Promise<VaultState>;
  /** Takes the passphrase again. Gives a word for `requirePassphrase`. @throws AppError as `unlock` */
  confirm(passphrase: string): Promise<string>;
  /**
   * To be asked before a secret is handed out. Where a passphrase protects the vault, it must just have been
   * typed: `confirmation` is a word of `confirm`, good once within a minute.
   * @param within also good enough: that it was typed in so many ms
   * @throws AppError `vault-confirmation-needed`, `vault-locked`
   */
  requirePassphrase(confirmation: string | undefined, within?: number): void;
  /** Overwrites the user's key in memory, at once; with a keychain it stays, since nobody would be asked for it. */
  lock(): VaultState;
  /** Called whenever `state` has changed; gives the way to stop listening. */
  onChange(listener: () => void): () => void;
}
