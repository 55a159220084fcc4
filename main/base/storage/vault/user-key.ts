import { AppError } from '../../../../preload/contract/errors.ts';
import type { Keychain, Unsealed } from '../../host.ts';
import type { KeyFile } from './key-file.ts';
import {
  deriveKey,
  format,
  keyLength,
  newKeyDerivation,
  seal,
  unseal,
  unsealFirstFormat,
} from './sealing.ts';

type Wrapped<P> = Extract<KeyFile['user'], { readonly protection: P }>;

/** The user's unwrapped data key; its secrets may still have the first format. */
export interface OpenedKey {
  readonly key: Uint8Array;
  readonly firstFormat: boolean;
}

/** Opened by the keychain. */
export interface UnsealedKey extends OpenedKey {
  readonly by: Unsealed['by'];
}

const name = 'vault-key';
const place = { scope: 'vault', name } as const;

export async function wrapByPassphrase(
  passphrase: string,
  key: Uint8Array,
  cost: number,
): Promise<Wrapped<'passphrase'>> {
  const derivation = newKeyDerivation(cost);
  const wrapping = await deriveKey(passphrase, derivation);
  const sealed = Buffer.from(seal(wrapping, place, key)).toString('base64');
  wrapping.fill(0);
  return { protection: 'passphrase', sealed, derivation };
}

/** @throws AppError `vault-wrong-passphrase` */
export async function openByPassphrase(
  passphrase: string,
  { sealed, derivation }: Wrapped<'passphrase'>,
): Promise<OpenedKey> {
  const wrapping = await deriveKey(passphrase, derivation);
  const bytes = Buffer.from(sealed, 'base64');
  const firstFormat = bytes[0] === 1;
  try {
    const key = firstFormat
      ? unsealFirstFormat(wrapping, name, bytes)
      : unseal(wrapping, place, bytes);
    return { key: checked(key), firstFormat };
  } catch (cause) {
    throw new AppError('vault-wrong-passphrase', { cause });
  } finally {
    wrapping.fill(0);
  }
}

/** A keychain seals bytes only, so the format precedes the key. */
export async function wrapByKeychain(
  keychain: Keychain,
  key: Uint8Array,
): Promise<Wrapped<'keychain'>> {
  const plain = Buffer.concat([Buffer.of(format), key]);
  const sealed = Buffer.from(await keychain.seal(plain)).toString('base64');
  plain.fill(0);
  return { protection: 'keychain', sealed };
}

/** @throws errors of the keychain, and AppError `vault-damaged` */
export async function openByKeychain(
  keychain: Keychain,
  { sealed }: Wrapped<'keychain'>,
): Promise<UnsealedKey> {
  const { plain, by } = await keychain.unseal(Buffer.from(sealed, 'base64'));
  if (plain.length === keyLength) return { key: plain, firstFormat: true, by };
  if (plain[0] !== format) throw new AppError('vault-damaged', { details: { name } });
  return { key: checked(Uint8Array.from(plain.subarray(1))), firstFormat: false, by };
}

function checked(key: Uint8Array): Uint8Array {
  if (key.length !== keyLength) throw new AppError('vault-damaged', { details: { name } });
  return key;
}
