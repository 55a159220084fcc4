import { join } from 'node:path';
import { AppError } from '../../../preload/contract/errors.ts';
import type {
  RestoreChoices,
  VaultKeyStanding,
} from '../../../preload/contract/settings/backups.ts';
import { rm } from '../../base/outside/index.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import {
  type ForeignKeys,
  type OpenedVault,
  openForeignKeys,
  readKeyFile,
  type SealedSecret,
} from '../../base/storage/vault/index.ts';

const passphraseOfBackups = 'backup-passphrase';

interface Folders {
  /** The data folder. */
  readonly folder: string;
  /** Where the backup is unpacked. */
  readonly half: string;
}

/** The secrets of an unpacked backup, and the key that opens them. */
export interface RestoredSecrets {
  readonly standing: VaultKeyStanding;
  /**
   * Seals them under this computer's key, which stays, or keeps the other vault's key in its place.
   * @param ofHere systems whose secrets of connections and sign-in stay this computer's
   * @returns whether daily backups can continue with this computer's passphrase
   * @throws AppError `backup-keys-closed`, `vault-locked`
   */
  takeIn(here: Database, taken: RestoreChoices, ofHere: readonly string[]): Promise<boolean>;
}

type Keys = Pick<OpenedVault, 'get' | 'state' | 'sealFor' | 'opensOwn'>;

export async function readSecrets(
  { folder, half }: Folders,
  passphrase: string,
  restored: Database,
  vault: Keys,
): Promise<RestoredSecrets> {
  const rows = await secretsIn(restored);
  const [ours, theirs] = await Promise.all([readKeyFile(folder), readKeyFile(half)]);
  const foreign = await openForeignKeys(half, passphrase);
  const users = rows.filter(({ scope }) => scope === 'user');
  const isSame =
    ours.user !== null &&
    (ours.user.sealed === theirs.user?.sealed || users.some((row) => vault.opensOwn(row)));
  const standing: VaultKeyStanding =
    ours.user === null || theirs.user === null || users.length === 0
      ? 'none'
      : isSame
        ? 'same'
        : foreign.opens
          ? 'open'
          : 'closed';

  return {
    standing,
    async takeIn(here, taken, ofHere) {
      const names = namesOf(ofHere);
      if (
        ours.user === null ||
        (taken.vaultKey && (standing === 'open' || standing === 'closed'))
      ) {
        const own = taken.backupFolder ? null : await vaultSecret(vault, passphraseOfBackups);
        await restored.runAll(
          dropping(taken.backupFolder ? names : [...names, passphraseOfBackups]),
        );
        return keepPassphrase(restored, foreign, own);
      }
      if (standing === 'closed') throw new AppError('backup-keys-closed');
      const statements: Statement[] = [];
      for (const row of rows) {
        if (standing === 'same' && row.scope === 'user') continue;
        const plain = foreign.open(row);
        const sealed = plain === null ? null : await vault.sealFor(row.name, row.scope, plain);
        statements.push(sealed === null ? deleting(row.name) : keeping({ ...row, sealed }));
      }
      statements.push(...dropping(taken.backupFolder ? names : [...names, passphraseOfBackups]));
      await restored.runAll(statements);
      const { protection } = vault.state();
      await restored.runAll(protectedAs(protection));
      await copyOwn(here, restored, ofHere, !taken.backupFolder);
      await rm(join(half, 'vault.json'), { force: true });
      return true;
    },
  };
}

/** Copies this computer's secrets, which are sealed under the key that stays. */
async function copyOwn(
  here: Database,
  restored: Database,
  ofHere: readonly string[],
  withPassphrase: boolean,
): Promise<void> {
  const names = new Set([...namesOf(ofHere), ...(withPassphrase ? [passphraseOfBackups] : [])]);
  const own = (await secretsIn(here)).filter(({ name }) => names.has(name));
  if (own.length > 0) await restored.runAll(own.map(keeping));
}

const namesOf = (systems: readonly string[]): string[] =>
  systems.flatMap((id) => [`proxy:${id}`, `sign-in-secret:${id}`, `client-initial-access/${id}`]);

async function secretsIn(database: Database): Promise<SealedSecret[]> {
  const rows = await database.all({ sql: 'SELECT name, protection, sealed FROM secrets' });
  return rows.flatMap(({ name, protection, sealed }) =>
    sealed instanceof Uint8Array ? [{ name: String(name), scope: String(protection), sealed }] : [],
  );
}

async function vaultSecret(vault: Keys, name: string): Promise<Uint8Array | null> {
  try {
    return await vault.get(name, 'user');
  } catch (cause) {
    if (cause instanceof AppError) return null;
    throw cause;
  }
}

/** Seals this computer's passphrase under the other vault's key, if that is open. */
async function keepPassphrase(
  restored: Database,
  foreign: ForeignKeys,
  plain: Uint8Array | null,
): Promise<boolean> {
  const sealed = plain && foreign.seal(passphraseOfBackups, plain);
  if (sealed === null) return false;
  await restored.run(keeping({ name: passphraseOfBackups, scope: 'user', sealed }));
  return true;
}

const deleting = (name: string): Statement => ({
  sql: 'DELETE FROM secrets WHERE name = ?',
  params: [name],
});
const dropping = (names: readonly string[]): Statement[] => names.map(deleting);
const keeping = ({ name, scope, sealed }: SealedSecret): Statement => ({
  sql: 'INSERT OR REPLACE INTO secrets (name, protection, sealed) VALUES (?, ?, ?)',
  params: [name, scope, sealed],
});

function protectedAs(protection: string): Statement[] {
  const params = [protection];
  return [
    {
      sql: "UPDATE certificates SET protection = ? WHERE protection IN ('keychain', 'passphrase')",
      params,
    },
    {
      sql: "UPDATE api_keys SET protection = ? WHERE protection IN ('keychain', 'passphrase')",
      params,
    },
    {
      sql: "UPDATE clients SET protection = ? WHERE protection IN ('keychain', 'passphrase')",
      params,
    },
  ];
}
