import type { VaultState } from '../../../../preload/contract/app.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../../preload/contract/index.ts';
import { serialQueue } from '../../async/serial-queue.ts';
import type { Keychain } from '../../host.ts';
import type { Database } from '../database.ts';
import { createFolderGuard } from '../folder-guard.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { type AutoLockSettings, createAutoLock } from './auto-lock.ts';
import { createConfirmations } from './confirmations.ts';
import type { SealedSecret } from './foreign.ts';
import { createKeychainOffer } from './keychain-offer.ts';
import { openKeyring } from './keyring.ts';
import { ownSealing } from './own-sealing.ts';
import { secretRows } from './rows.ts';
import { passphraseCost, seal, unseal } from './sealing.ts';
import type { Vault } from './vault.ts';

export { type ForeignKeys, openForeignKeys, type SealedSecret } from './foreign.ts';
export { readKeyFile } from './key-file.ts';
export { requireReady } from './require-ready.ts';
export { deriveKey, type KeyDerivation, newKeyDerivation, passphraseCost } from './sealing.ts';
export type { SecretScope, Vault } from './vault.ts';

/** The vault as opened for the whole app. */
export interface OpenedVault extends Vault {
  readonly calls: Handlers<'vault'>;
  /** `vault.json` for another computer: the passphrase seals there what the keychain seals here. */
  portableKeys(passphrase: string): Promise<string>;
  /** Seals like `put`, without storing anything here. @throws AppError `vault-locked` */
  sealFor(name: string, scope: string, plain: Uint8Array): Promise<Uint8Array>;
  /** Returns whether this vault's current user key opens it. */
  opensOwn(row: SealedSecret): boolean;
  /** Returns all secrets that can be opened now, to redact them from text for others. */
  secrets(): Promise<Uint8Array[]>;
  /**
   * Looks whether a locked keychain was unlocked meanwhile.
   * @param mayPrompt whether the user may be asked for it, if it seals stored secrets
   */
  offerKeychain(mayPrompt: boolean): Promise<void>;
  close(): void;
}

/**
 * The secret vault. One data key seals the secrets; the operating system's keychain or a key from the user's passphrase
 * seals the data key. Changing the protection rewraps that one key and leaves the secrets. The demo's secrets have a
 * generated key of their own that protects nothing, as the app says.
 */
export async function createVault(options: {
  folder: string;
  keychain: Keychain;
  database: Database;
  emit: Emit;
  /** When it locks by itself; absent: never. */
  autoLock?: {
    readonly settings: () => AutoLockSettings;
    readonly onComputerLocked?: ((listener: () => void) => () => void) | undefined;
  };
  /** Monotonic clock, ms. */
  steady?: (() => number) | undefined;
  /** Returns the error if a policy requires the keychain and so forbids a new passphrase; absent: allowed. */
  refusePassphrase?: (() => AppError | null) | undefined;
  /** scrypt's N; lower only in tests of something other than the derivation. */
  cost?: number;
}): Promise<OpenedVault> {
  const { folder, keychain, database, emit, steady = () => performance.now() } = options;
  const { cost = passphraseCost } = options;
  const rows = secretRows(database);
  const keyring = await openKeyring(
    folder,
    keychain,
    createFolderGuard(folder),
    rows.sealAnew,
    () => changed(),
    cost,
  );
  const tries = createAttemptLimit(steady);
  const confirmations = createConfirmations(steady);
  const listeners = new Set<() => void>();

  const changed = (): VaultState => {
    const now = keyring.state();
    emit('vault.changed', now);
    for (const listener of [...listeners]) listener();
    return now;
  };
  // One at a time: two first secrets must not create two keys.
  const next = serialQueue();
  const requireAllowed = (): void => {
    const refusal = options.refusePassphrase?.() ?? null;
    if (refusal !== null) throw refusal;
  };
  const isPassphrase = () => keyring.state().protection === 'passphrase';

  const vault: Vault = {
    state: keyring.state,
    ready: (scope) => scope === 'demo' || keyring.state().state === 'ready',
    put: (name, secret, scope) =>
      next(async () => {
        await keyring.makeKey(scope);
        if (scope === 'user' && keyring.protectionOf(scope) !== 'keychain') requireAllowed();
        await rows.put(name, scope, seal(keyring.keyOf(scope), { scope, name }, secret));
        return keyring.protectionOf(scope);
      }),
    get: (name, scope) =>
      next(async () => {
        const sealed = await rows.get(name, scope);
        return unseal(keyring.keyOf(scope), { scope, name }, sealed);
      }),
    remove: (name) => rows.remove(name),
    setPassphrase: (passphrase, current) =>
      next(async () => {
        requireAllowed();
        if (isPassphrase()) {
          if (current === undefined) throw new AppError('vault-confirmation-needed');
          await tries.run(() => keyring.verify(current));
        }
        await keyring.setPassphrase(passphrase);
        confirmations.typed();
        return changed();
      }),
    unlock: (passphrase) =>
      next(async () => {
        await tries.run(() => keyring.unlock(passphrase));
        confirmations.typed();
        return changed();
      }),
    confirm: (passphrase) =>
      next(async () => {
        await tries.run(() => keyring.verify(passphrase));
        confirmations.typed();
        return confirmations.give();
      }),
    requirePassphrase(confirmation, within = 0) {
      if (!isPassphrase()) return;
      if (keyring.state().state === 'locked') throw new AppError('vault-locked');
      if (confirmation !== undefined && confirmations.take(confirmation)) return;
      if (!confirmations.typedWithin(within)) throw new AppError('vault-confirmation-needed');
    },
    lock() {
      confirmations.forget();
      return keyring.lock() ? changed() : keyring.state();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  const offer = createKeychainOffer({ keychain, keyring, next, changed });
  const auto = options.autoLock && createAutoLock({ ...options.autoLock, lock: vault.lock });
  /** Typing the passphrase counts as activity. */
  const byUser = <T>(done: Promise<T>): Promise<T> => {
    auto?.active();
    return done;
  };
  return {
    ...vault,
    calls: {
      snapshot: async () => vault.state(),
      setPassphrase: ({ passphrase, current }) => byUser(vault.setPassphrase(passphrase, current)),
      unlock: ({ passphrase }) => byUser(vault.unlock(passphrase)),
      confirm: async ({ passphrase }) => ({
        confirmation: await byUser(vault.confirm(passphrase)),
      }),
      lock: async () => vault.lock(),
      unlockKeychain: () => byUser(offer.unlock()),
      active: async () => auto?.active(),
    },
    offerKeychain: offer.offer,
    portableKeys: (passphrase) =>
      next(async () => `${JSON.stringify(await keyring.portable(passphrase), null, 2)}\n`),
    ...ownSealing(keyring, next),
    secrets: () =>
      next(async () => {
        const scopes = (['user', 'demo'] as const).filter(keyring.hasKey);
        const all = await Promise.all(
          scopes.map((scope) => rows.open(scope, keyring.keyOf(scope))),
        );
        return all.flat();
      }),
    close: () => auto?.close(),
  };
}
