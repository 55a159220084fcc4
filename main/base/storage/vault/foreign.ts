import { AppError } from '../../../../preload/contract/errors.ts';
import { readKeyFile } from './key-file.ts';
import { seal, unseal, unsealFirstFormat } from './sealing.ts';
import { openByPassphrase } from './user-key.ts';
import type { SecretScope } from './vault.ts';

/** A row of secrets, as another vault has sealed it. */
export interface SealedSecret {
  readonly name: string;
  readonly scope: string;
  readonly sealed: Uint8Array;
}

/** The keys that lie in another folder's `vault.json`. */
export interface ForeignKeys {
  /** What a row holds; null where no key of these opens it. */
  open(secret: SealedSecret): Uint8Array | null;
  /** Whether the user's secrets can be opened at all. */
  readonly opens: boolean;
  /** Seals a secret of the user; null where the key is closed. */
  seal(name: string, plain: Uint8Array): Uint8Array | null;
}

/** @param passphrase of the backup, under which a keychain's key is sealed in it */
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
