import type { Tlv } from '../asn1/ber.ts';
import { type Contents, type FoundKey, foundKey } from '../contents.ts';
import type { ReadContext } from '../derivation/context.ts';
import type { Derivation, KeyDeriver } from '../derivation/derive.ts';
import { ReaderError } from '../failures.ts';
import { parsePrivateKey } from '../keys/private-key.ts';
import type { ReadWarning } from '../result.ts';
import { BagCollector, type EncryptedBytes, type KeyBag } from './bags.ts';
import { Decryptor } from './decryptor.ts';
import { type Mac, parseMac } from './mac.ts';
import { encodingsOf, type PassphraseEncoding } from './passphrase.ts';
import { parseParts, parsePfx, type SafePart } from './pfx.ts';

const schemesIn = (all: readonly (EncryptedBytes | undefined)[]) =>
  all.flatMap((bytes) =>
    bytes === undefined || bytes.scheme instanceof ReaderError ? [] : [bytes.scheme],
  );

/** Returns the derivations that will be needed in any case, so that they can run side by side. */
function foreseeable(
  mac: Mac | undefined,
  parts: readonly SafePart[],
  keys: readonly KeyBag[],
  encodings: readonly PassphraseEncoding[],
): Derivation[] {
  const schemes = schemesIn([
    ...parts.map(({ encrypted }) => encrypted),
    ...keys.map(({ shrouded }) => shrouded),
  ]);
  // Empty passphrases have two forms, and both run at the cost of one.
  const likely = encodings[1]?.name === 'zero-length' ? encodings : encodings.slice(0, 1);
  return likely.flatMap((encoding) => [
    ...(mac === undefined ? [] : [mac.derivation(encoding)]),
    ...schemes.flatMap((scheme) => scheme.derivations(encoding)),
  ]);
}

async function verifyingEncoding(
  mac: Mac,
  content: Uint8Array,
  encodings: readonly PassphraseEncoding[],
  deriver: KeyDeriver,
): Promise<PassphraseEncoding | undefined> {
  for (const encoding of encodings) {
    if (mac.verify(await deriver.derive(mac.derivation(encoding)), content)) return encoding;
  }
  return undefined;
}

async function opensWithout(
  parts: readonly SafePart[],
  keys: readonly KeyBag[],
  decryptor: Decryptor,
): Promise<boolean> {
  const first = [
    ...parts.map(({ encrypted }) => encrypted),
    ...keys.map(({ shrouded }) => shrouded),
  ]
    .filter((bytes) => bytes !== undefined)
    .find(({ scheme }) => !(scheme instanceof ReaderError));
  return first !== undefined && (await decryptor.opens(first));
}

/** Reads a PFX with the root element `root`. Throws ReaderErrors. */
export async function readPkcs12(
  root: Tlv,
  passphrase: string | null,
  deriver: KeyDeriver,
  context: ReadContext,
): Promise<Contents> {
  const { authenticatedSafe, macData } = parsePfx(root);
  const mac = macData === undefined ? undefined : parseMac(macData, context);
  const parts = parseParts(authenticatedSafe, context);
  const bags = new BagCollector(context);
  for (const { plain, where } of parts) if (plain !== undefined) bags.add(plain, where);

  const encodings = encodingsOf(passphrase);
  deriver.prefetch(foreseeable(mac, parts, bags.keys, encodings));
  const decryptor = new Decryptor(encodings, deriver, mac !== undefined);
  if (mac !== undefined) {
    const encoding = await verifyingEncoding(mac, authenticatedSafe, encodings, deriver);
    if (encoding === undefined) {
      const needed = passphrase === null || passphrase === '';
      const opens = !needed && (await opensWithout(parts, bags.keys, decryptor));
      const reason = needed ? 'needed' : opens ? 'integrity-differs' : 'mismatch';
      throw new ReaderError('wrong-password', { reason });
    }
    decryptor.prefer(encoding);
  }

  context.onProgress?.({ phase: 'decrypting', fraction: 0 });
  const failures: ReaderError[] = [];
  for (const { encrypted } of parts) {
    if (encrypted === undefined) continue;
    try {
      await decryptor.decrypt(encrypted, (plain) => bags.add(plain, encrypted.where));
    } catch (error) {
      // Another part may hold a key with its certificate.
      if (!(error instanceof ReaderError) || error.outcome === 'malformed') throw error;
      failures.push(error);
    }
  }
  deriver.prefetch(
    schemesIn(bags.keys.map(({ shrouded }) => shrouded)).flatMap((scheme) =>
      scheme.derivations(decryptor.preferred),
    ),
  );
  const keys: FoundKey[] = [];
  for (const bag of bags.keys) keys.push(await openKey(bag, decryptor));

  const warnings: ReadWarning[] = [];
  if (mac === undefined) warnings.push('no-mac');
  if (bags.keys.some(({ plain }) => plain !== undefined)) warnings.push('key-not-encrypted');
  if (decryptor.weak || mac?.weak === true) warnings.push('weak-encryption');
  if (decryptor.deviates) warnings.push('nonstandard-passphrase-encoding');
  return {
    format: 'pkcs12',
    keys,
    certificates: bags.certificates,
    failures,
    integrity: mac?.kind ?? 'none',
    algorithms: [...(mac === undefined ? [] : [mac.name]), ...decryptor.names],
    warnings,
  };
}

/** Keeps a key that cannot be opened or used with the reason: another may work. */
async function openKey(bag: KeyBag, decryptor: Decryptor): Promise<FoundKey> {
  const { friendlyName, localKeyId, where, plain, shrouded } = bag;
  const attributes = { friendlyName, localKeyId };
  if (plain !== undefined) return foundKey(attributes, () => parsePrivateKey(plain, where));
  if (shrouded === undefined) throw new Error('a key bag without a key');
  try {
    return await decryptor.decrypt(shrouded, (secret) => {
      try {
        return foundKey(attributes, () => parsePrivateKey(secret, where));
      } finally {
        secret.fill(0);
      }
    });
  } catch (error) {
    if (error instanceof ReaderError) return { ...attributes, key: error };
    throw error;
  }
}
