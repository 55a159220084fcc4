import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupPart, backupParts } from '../../../preload/contract/settings/backups.ts';
import { rm } from '../../base/outside/index.ts';
import type { OpenedDatabase } from '../../base/storage/database.ts';
import type { OpenedVault } from '../../base/storage/vault/index.ts';
import { allowedFiles, database, writeContents } from './contents.ts';
import { packInto, type Source } from './pack.ts';

/** Creates a backup of these parts in a new file. @returns its SHA-256 */
export async function makeBackup(
  deps: {
    /** The data folder. */
    readonly folder: string;
    readonly database: Pick<OpenedDatabase, 'copyTo'>;
    readonly vault: Pick<OpenedVault, 'portableKeys'>;
    readonly now: () => Date;
    /** scrypt's N. */
    readonly cost: number;
  },
  target: string,
  passphrase: string,
  wanted: readonly BackupPart[],
): Promise<string> {
  const { folder, vault, now, cost } = deps;
  const making = join(folder, 'backups', 'making.tmp');
  const parts = backupParts.filter((part) => wanted.includes(part));
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true, mode: 0o700 });
  try {
    const all = parts.length === backupParts.length;
    await deps.database.copyTo(join(making, database), all ? null : parts);
    const sources: Source[] = [writeContents(now(), parts)];
    if (parts.includes('keys')) {
      const keys = Buffer.from(await vault.portableKeys(passphrase));
      sources.push({ path: 'vault.json', content: keys });
    }
    const add = (path: string, from = folder): void => {
      sources.push({ path, content: { file: join(from, path) } });
    };
    add(database, making);
    if (parts.includes('systems')) add('settings.json');
    if (parts.includes('conversations')) for (const path of await attached(folder)) add(path);
    return await packInto(target, sources, passphrase, cost);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Returns the attached files as paths relative to the data folder. */
async function attached(folder: string): Promise<string[]> {
  const top = join(folder, 'attachments');
  if (!existsSync(top)) return [];
  const found = await readdir(top, { recursive: true });
  return found
    .map((path) => `attachments/${path.replaceAll('\\', '/')}`)
    .filter((path) => allowedFiles.test(path));
}
