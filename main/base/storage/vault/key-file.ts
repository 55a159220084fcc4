import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { refuseNewerFile } from '../../files/newer-format.ts';
import { writeFileAtomically } from '../files.ts';
import { keyLength } from './sealing.ts';

const derivation = z
  .object({
    salt: z.base64(),
    // Limits keep a tampered file from exhausting the memory.
    cost: z
      .number()
      .int()
      .min(2 ** 14)
      .max(2 ** 20),
    blockSize: z.number().int().min(1).max(32),
    parallelization: z.number().int().min(1).max(16),
  })
  .refine(({ cost, blockSize }) => cost * blockSize <= 2 ** 23, 'more than 1 GB');

const key = z.base64().refine((text) => Buffer.from(text, 'base64').length === keyLength);

/**
 * The vault's keys as stored in `vault.json`: the user's wrapped, the demo's plain. Until a file of version 1 is
 * converted, the demo's secrets use the first sealing format; for the user's, the wrapped key says which.
 */
const keyFileShape = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  user: z
    .discriminatedUnion('protection', [
      z.object({ protection: z.literal('keychain'), sealed: z.base64() }),
      z.object({ protection: z.literal('passphrase'), sealed: z.base64(), derivation }),
    ])
    .nullable(),
  demo: key.nullable(),
});
export type KeyFile = z.infer<typeof keyFileShape>;

const largest = 64 * 1024;
const newest = 2;
const fileName = 'vault.json';

const fileOf = (folder: string) => join(folder, fileName);

/**
 * @throws AppError `vault-damaged` if the file exists but is unreadable, `data-newer` if a newer version of the app
 * wrote it: then it is never replaced.
 */
export async function readKeyFile(folder: string): Promise<KeyFile> {
  let text: string;
  try {
    const { size } = await stat(fileOf(folder));
    if (size > largest) throw new Error(`${size} bytes`);
    text = await readFile(fileOf(folder), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      return { version: 2, user: null, demo: null };
    }
    throw new AppError('vault-damaged', { details: { name: fileName }, cause });
  }
  try {
    const value = parseJson(text);
    refuseNewerFile(fileName, value, 'version', newest);
    return keyFileShape.parse(value);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('vault-damaged', { details: { name: fileName }, cause });
  }
}

export function writeKeyFile(folder: string, keys: KeyFile): Promise<void> {
  return writeFileAtomically(fileOf(folder), `${JSON.stringify(keys, null, 2)}\n`);
}
