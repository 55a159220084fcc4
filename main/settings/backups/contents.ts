import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import { type BackupPart, backupParts } from '../../../preload/contract/settings/backups.ts';
import type { Source } from './pack.ts';
import { type Entry, unpack } from './unpack.ts';
import { damagedIn } from './unpack-faults.ts';

export const database = 'compute-desk.sqlite';
/** Files allowed in a backup beside its contents, and so in the data folder after a restore. */
export const allowedFiles =
  /^(compute-desk\.sqlite|vault\.json|settings\.json|attachments\/[\da-f]{2}\/[\da-f]{62})$/;

/** Comes first, so that a backup's contents are known without reading all of it. */
const name = 'backup.json';
const largest = 10_000;

const shape = z.object({
  madeAt: z.iso.datetime().nullable(),
  parts: z.array(z.enum(backupParts)).min(1),
});
export type Contents = z.infer<typeof shape>;

export function writeContents(madeAt: Date, parts: readonly BackupPart[]): Source {
  const contents = { madeAt: madeAt.toISOString(), parts };
  return { path: name, content: Buffer.from(`${JSON.stringify(contents)}\n`) };
}

/** Returns null for another entry. @throws AppError `backup-unreadable` */
export async function readContents(entry: Entry): Promise<Contents | null> {
  if (entry.path !== name) return null;
  if (entry.size > largest) throw damagedIn(name);
  const read: Uint8Array[] = [];
  for await (const part of entry.content) read.push(part);
  try {
    return shape.parse(parseJson(Buffer.concat(read).toString('utf8')));
  } catch (cause) {
    throw damagedIn(name, cause);
  }
}

/** A backup that does not say has everything. */
export const contentsByDefault: Contents = { madeAt: null, parts: [...backupParts] };

/** @throws AppError `backup-unreadable`, `backup-wrong-passphrase` */
export async function contentsOf(file: string, passphrase: string): Promise<Contents> {
  for await (const entry of unpack(file, passphrase))
    return (await readContents(entry)) ?? contentsByDefault;
  throw damagedIn(database);
}
