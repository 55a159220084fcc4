import { AppError } from '../../../../preload/contract/errors.ts';
import { readKeyFile } from './key-file.ts';
import { seal, unseal, unsealFirstFormat } from './sealing.ts';
import { openByPassphrase } from './user-key.ts';
import type { SecretScope } from './vault.ts';

/** A row of secrets sealed by another vault. */
export interface SealedSecret {
  readonly name: string;
  readonly scope: string;
  readonly sealed: Uint8Array;
}

/** The keys in another folder's `vault.json`. */
export interface ForeignKeys {
  /** Returns a row's content; null if none of these keys opens it. */
  open(secret: SealedSecret): Uint8Array | null;
  /** Whether the user's secrets can be opened. */
  readonly opens: boolean;
  /** Seals a secret of the user; null if the key is locked. */
  seal(name: string, plain: Uint8Array): Uint8Array | null;
}

/** @param passphrase of the backup, under which it seals a keychain's key */
export async function openForeignKeys(folder: string, passphrase: string): Promise<ForeignKeys> {
  const { user, demo } = await readKeyFile(folder);
  const opened =
    user?.protection === 'passphrase'
      ? await openByPassphrase(passphrase, user).catch(() => null)
      : null;
  const demoKey = demo === null ? null : Buffer.from(demo, 'base64');
  return {
    opens: opened !== null,
    seal: (name, plain) =>
      opened === null || opened.firstFormat
        ? null
        : seal(opened.key, { scope: 'user', name }, plain),
    open({ name, scope, sealed }) {
      const key = scope === 'demo' ? demoKey : (opened?.key ?? null);
      if (key === null) return null;
      try {
        return opened?.firstFormat === true && scope === 'user'
          ? unsealFirstFormat(key, name, sealed)
          : unseal(key, { scope: scope as SecretScope, name }, sealed);
      } catch (cause) {
        if (cause instanceof AppError) return null;
        throw cause;
      }
    },
  };
}
