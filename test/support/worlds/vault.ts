import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Keychain } from '../../../main/base/host.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import { createVault } from '../../../main/base/storage/vault/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { startTestStorage } from './storage.ts';

/** Seals by XOR: enough to tell sealed from plain, and one keychain from another. */
export function fakeKeychain(mask = 0x5a): Keychain {
  const turn = (bytes: Uint8Array) => bytes.map((byte) => byte ^ mask);
  return {
    state: async () => ({ available: true }),
    seal: async (plain) => turn(plain),
    unseal: async (sealed) => ({ plain: turn(sealed), by: 'current' }),
  };
}

/**
 * What Electron's is on Linux: what it seals has the tag of the keyring's key, or it seals nothing where there is no
 * keyring; what the published key sealed it opens in any case.
 */
export function linuxKeychain(keyring: { present: boolean; seals?: boolean }): Keychain {
  const real = fakeKeychain();
  const fixedTag = Buffer.from('v10');
  return {
    state: async () =>
      keyring.present ? { available: true } : { available: false, problem: 'fixed-key' },
    async seal(plain) {
      if (keyring.seals === false) throw new AppError('vault-keychain-unavailable');
      return Buffer.concat([Buffer.from('v11'), await real.seal(plain)]);
    },
    async unseal(sealed) {
      const isFixed = fixedTag.equals(sealed.subarray(0, 3));
      if (!isFixed && !keyring.present) throw new AppError('vault-keychain-unavailable');
      const { plain } = await real.unseal(sealed.subarray(3));
      return { plain, by: isFixed ? 'fixed-key' : 'current' };
    },
  };
}

/** The key file as the published key would have sealed it. */
export function sealByFixedKey(folder: string): void {
  const file = keyFileOf(folder);
  if (file.user === null) throw new Error('no key');
  const sealed = Buffer.from(file.user.sealed, 'base64');
  sealed.write('v10', 'latin1');
  const user = { ...file.user, sealed: sealed.toString('base64') };
  writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...file, user }));
}

/** The tag of what sealed the key. */
export const tagOf = (folder: string): string =>
  Buffer.from(keyFileOf(folder).user?.sealed ?? '', 'base64').toString('latin1', 0, 3);

export const noKeychain: Keychain = {
  state: async () => ({ available: false, problem: 'fixed-key' }),
  seal: () => Promise.reject(new Error('no keychain')),
  unseal: () => Promise.reject(new Error('no keychain')),
};

/** The smallest scrypt's N that is taken: what is derived here protects nothing. */
export const smallestCost = 2 ** 14;

/** The vault over a real database in `folder`. */
export async function openVault(folder: string, keychain: Keychain, steady?: () => number) {
  const storage = await startTestStorage(folder);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= storage.close();
    return closing;
  };
  const database = { ...storage, close };
  onTestFinished(close);
  return reopenVault({ folder, database }, keychain, steady);
}

/** The same folder at the next start of the app. */
export async function reopenVault(
  opened: { readonly folder: string; readonly database: Database },
  keychain: Keychain,
  steady?: () => number,
) {
  const { folder, database } = opened;
  const vault = await createVault({
    ...{ folder, keychain, database, emit: () => undefined, steady },
    cost: smallestCost,
  });
  return { vault, database, folder };
}

/** `vault.json` as it lies in the folder. */
export function keyFileOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as {
    version: number;
    user: { protection: string; sealed: string } | null;
    demo: string | null;
  };
}

/** AES-256-GCM as the vault writes it: format byte, nonce, tag, ciphertext. */
export function sealedAs(format: number, key: Uint8Array, associated: string, plain: Uint8Array) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(associated));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), body]);
}

/** As format 2 binds a secret to its place. */
export function placeOf(scope: string, name: string): string {
  return JSON.stringify(['compute-desk', 2, scope, name]);
}

export async function writeRow(
  database: Database,
  name: string,
  protection: string,
  sealed: Uint8Array,
): Promise<void> {
  await database.run({
    sql: 'INSERT OR REPLACE INTO secrets (name, protection, sealed) VALUES (?, ?, ?)',
    params: [name, protection, sealed],
  });
}

export async function rowOf(database: Database, name: string) {
  const row = await database.get({
    sql: 'SELECT protection, sealed FROM secrets WHERE name = ?',
    params: [name],
  });
  if (!(row?.sealed instanceof Uint8Array)) throw new Error(`no row ${name}`);
  return { protection: String(row.protection), sealed: Buffer.from(row.sealed) };
}

/**
 * A vault with these secrets, as the app's first versions kept it (only the name is authenticated), or as
 * it is kept today. A passphrase's key is derived at the smallest cost that is taken.
 */
export async function writeVault(
  folder: string,
  format: 1 | 2,
  by: { readonly passphrase: string } | { readonly keychain: Keychain },
  secrets: {
    readonly user: Record<string, string>;
    readonly demo?: Record<string, string>;
    /** The scope that the user's are bound to, under the user's key; default their own. */
    readonly boundTo?: string;
  },
): Promise<void> {
  const userKey = randomBytes(32);
  const demoKey = randomBytes(32);
  const storage = await startTestStorage(folder);
  for (const [name, text] of Object.entries(secrets.user)) {
    const place = format === 1 ? name : placeOf(secrets.boundTo ?? 'user', name);
    await writeRow(storage, name, 'user', sealedAs(format, userKey, place, Buffer.from(text)));
  }
  for (const [name, text] of Object.entries(secrets.demo ?? {})) {
    const place = format === 1 ? name : placeOf('demo', name);
    await writeRow(storage, name, 'demo', sealedAs(format, demoKey, place, Buffer.from(text)));
  }
  await storage.close();
  const user = await ('passphrase' in by
    ? wrappedByPassphrase(format, by.passphrase, userKey)
    : wrappedByKeychain(format, by.keychain, userKey));
  const keys = { version: format, user, demo: demoKey.toString('base64') };
  writeFileSync(join(folder, 'vault.json'), JSON.stringify(keys));
}

function wrappedByPassphrase(format: 1 | 2, passphrase: string, key: Uint8Array) {
  const salt = randomBytes(16);
  const derivation = { cost: smallestCost, blockSize: 8, parallelization: 1 };
  const wrapping = scryptSync(passphrase, salt, 32, derivation);
  const place = format === 1 ? 'vault-key' : placeOf('vault', 'vault-key');
  return {
    protection: 'passphrase',
    sealed: sealedAs(format, wrapping, place, key).toString('base64'),
    derivation: { ...derivation, salt: salt.toString('base64') },
  };
}

async function wrappedByKeychain(format: 1 | 2, keychain: Keychain, key: Uint8Array) {
  const plain = format === 1 ? key : Buffer.concat([Buffer.of(format), key]);
  return {
    protection: 'keychain',
    sealed: Buffer.from(await keychain.seal(plain)).toString('base64'),
  };
}
