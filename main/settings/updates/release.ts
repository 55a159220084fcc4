import { createHash, createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { parseForeign } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Written by `npm run package` beside the packages; its hash is in the signed list. */
export const descriptionFile = 'update.json';

export const shape = z.object({
  format: z.literal('compute-desk-update'),
  version: z.literal(1),
  release: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  changes: z.object({ en: z.string().max(20_000), ja: z.string().max(20_000) }),
  files: z
    .array(
      z.object({
        // a name in the folder that cannot lead out of it
        name: z.string().regex(/^[\w][\w.+-]{0,150}$/),
        size: z
          .number()
          .int()
          .positive()
          .max(4 * 1024 ** 3),
      }),
    )
    .max(100),
});
export type ReleaseDescription = z.infer<typeof shape>;

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the hashes of a folder's files by name, from its list (docs/packages.md).
 * @param key SHA-256 of the key that must have signed it
 * @throws AppError `update-signature`
 */
export function readSums(
  { sums, signature, pem }: Record<'sums' | 'signature' | 'pem', Uint8Array>,
  key: string,
): ReadonlyMap<string, string> {
  try {
    const signing = createPublicKey(Buffer.from(pem));
    if (digest(signing.export({ type: 'spki', format: 'der' })) !== key) throw new Error('the key');
    const kind = signing.asymmetricKeyType ?? '';
    const hash = kind === 'ed25519' || kind === 'ed448' ? null : 'sha256';
    if (!verify(hash, sums, signing, signature)) throw new Error('the signature');
  } catch (cause) {
    throw new AppError('update-signature', { cause });
  }
  return new Map(
    Buffer.from(sums)
      .toString('utf8')
      .split('\n')
      .flatMap((line): [string, string][] => {
        const [, hash, name] = /^([\da-f]{64}) [ *](.+)$/.exec(line) ?? [];
        return hash === undefined || name === undefined ? [] : [[name, hash]];
      }),
  );
}

/** @throws AppError `update-signature` if it differs from the signed one */
export function readDescription(
  bytes: Uint8Array,
  sums: ReadonlyMap<string, string>,
): ReleaseDescription {
  try {
    if (sums.get(descriptionFile) !== digest(bytes)) throw new Error(descriptionFile);
    const described = shape.parse(parseForeign(Buffer.from(bytes).toString('utf8')));
    return { ...described, files: described.files.filter(({ name }) => sums.has(name)) };
  } catch (cause) {
    throw new AppError('update-signature', { cause });
  }
}

export function isNewer(version: string, present: string): boolean {
  const [one, other] = [version, present].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  for (const [at, number] of (one ?? []).entries()) {
    const known = other?.[at] ?? 0;
    if (number !== known) return number > known;
  }
  return false;
}

/** Returns whether a package is for a host. @param platform `linux … x64`, in the host's form */
export function isFor(name: string, kind: 'electron' | 'web', platform: string): boolean {
  if (kind === 'web') return name.startsWith('compute-desk-web-');
  const [system = '', arch = ''] = [platform.split(' ')[0], platform.split(' ').at(-1)];
  const endings: Readonly<Record<string, RegExp>> = {
    linux: /\.(deb|rpm|AppImage|tar\.zst)$/,
    win32: /\.(exe|msi|zip)$/,
    darwin: /\.(dmg|zip)$/,
  };
  const arm = /(arm64|aarch64)/.test(name);
  if (name.startsWith('compute-desk-web-') || arm !== (arch === 'arm64')) return false;
  const other = system === 'darwin' ? /win/i : /mac|darwin/i;
  return (endings[system]?.test(name) ?? false) && !other.test(name);
}
