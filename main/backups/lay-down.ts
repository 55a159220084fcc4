import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../preload/contract/errors.ts';
import { isDeeper, parseJson } from '../../preload/contract/json.ts';
import { type BackupPart, backupParts } from '../../preload/contract/settings/backups.ts';
import type { UnreadRow } from '../../preload/contract/settings/unread.ts';
import type { SettingsFile } from '../host.ts';
import { openDatabase, type StorageMethods } from '../storage/database.ts';
import { writeFileAtomically } from '../storage/files.ts';
import { choiceFile, forgetRestores, restoreFolders } from '../storage/parts/index.ts';
import { type RowReader, unreadIn } from '../storage/rows/index.ts';
import { readKeyFile } from '../storage/vault/index.ts';
import type { WorkerClient } from '../workers/connect.ts';
import { allowed, type Contents, database, readContents, unsaid } from './contents.ts';
import { type Entry, unpack } from './unpack.ts';

/** As the hosts have it. */
const largestSettings = 1024 * 1024;

interface Order {
  /** The data folder. */
  readonly folder: string;
  /** The backup. */
  readonly file: string;
  readonly passphrase: string;
  /** Those that are wanted of it. */
  readonly parts: readonly BackupPart[];
  readonly now: Date;
  readonly startStorage: () => WorkerClient<StorageMethods>;
  readonly readers: readonly RowReader<unknown>[];
  readonly settings: Pick<SettingsFile, 'get'>;
}

/**
 * Lays a backup down beside what is there for the next start, and looks at every part of it, before anything is
 * replaced: every row of every table is read as the start reads it.
 * @returns rows that cannot be read; what is restored goes without them
 * @throws AppError `backup-unreadable`, `backup-wrong-passphrase`, and what a newer or damaged part says
 */
export async function layDown(order: Order): Promise<readonly UnreadRow[]> {
  const { folder, now } = order;
  const { half, whole } = restoreFolders(folder, now);
  let begun = false;
  try {
    const written = new Set<string>();
    let contents: Contents = unsaid;
    for await (const entry of unpack(order.file, order.passphrase)) {
      if (!begun) forgetRestores(folder);
      begun = true;
      const said = await readContents(entry);
      if (said !== null) contents = said;
      else if (!allowed.test(entry.path)) throw new AppError('backup-unreadable');
      else if (isWanted(entry.path, order.parts)) {
        await write(join(half, entry.path), entry);
        written.add(entry.path);
      }
    }
    if (!written.has(database)) throw new AppError('backup-unreadable');
    const parts = contents.parts.filter((part) => order.parts.includes(part));
    if (parts.length === 0) throw new AppError('backup-unreadable');
    // those that are there go with the conversations that they belong to
    if (parts.includes('conversations'))
      await mkdir(join(half, 'attachments'), { recursive: true });
    await readKeyFile(half);
    if (written.has('settings.json')) await checkSettings(half, order, parts.includes('keys'));
    const restored = await openDatabase(order.startStorage(), join(half, database));
    let unread: readonly UnreadRow[];
    try {
      unread = await unreadIn(restored, order.readers);
    } finally {
      await restored.close();
    }
    if (restored.damage !== null) throw new AppError('backup-unreadable');
    if (parts.length < backupParts.length) {
      await writeFileAtomically(join(half, choiceFile), JSON.stringify(parts));
    }
    await rename(half, whole);
    return unread;
  } catch (cause) {
    await rm(half, { recursive: true, force: true });
    throw cause;
  }
}

function isWanted(path: string, parts: readonly BackupPart[]): boolean {
  if (path === 'vault.json') return parts.includes('keys');
  if (path === 'settings.json') return parts.includes('systems');
  return path === database || parts.includes('conversations');
}

async function write(file: string, { content }: Entry): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}

/** Without the keys their backups of every day stay those of here: the vault has their passphrase. */
async function checkSettings(half: string, order: Order, withKeys: boolean): Promise<void> {
  const file = join(half, 'settings.json');
  try {
    if ((await stat(file)).size > largestSettings) throw new Error('too large');
    const text = await readFile(file, 'utf8');
    const value = isDeeper(text, 32) ? null : parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error('no object');
    }
    if (withKeys) return;
    const backups = order.settings.get('backups') ?? null;
    await writeFile(file, JSON.stringify({ ...value, backups }, null, 2), { mode: 0o600 });
  } catch (cause) {
    throw new AppError('backup-unreadable', { cause });
  }
}
