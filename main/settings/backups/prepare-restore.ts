import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type BackupPart,
  backupParts,
  type RestoreChoices,
  type RestoreDifferences,
} from '../../../preload/contract/settings/backups.ts';
import type { UnreadableRow } from '../../../preload/contract/settings/unreadable-rows.ts';
import type { SettingsFile } from '../../base/host.ts';
import { rename, rm } from '../../base/outside/index.ts';
import { type Database, openDatabase, type StorageMethods } from '../../base/storage/database.ts';
import { writeFileAtomically } from '../../base/storage/files.ts';
import { discardRestores, partsFile, restoreFolders } from '../../base/storage/parts/index.ts';
import { unreadableRows } from '../../base/storage/rows/index.ts';
import { readKeyFile } from '../../base/storage/vault/index.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import { type AmendOrder, amend } from './amend.ts';
import {
  allowedFiles,
  type Contents,
  contentsByDefault,
  database,
  readContents,
} from './contents.ts';
import { settingsDifferences, settingsIn, writeRestored } from './restored-settings.ts';
import { rowReaders } from './row-readers.ts';
import { type Entry, unpack } from './unpack.ts';
import { damagedIn } from './unpack-faults.ts';

interface Order {
  /** The data folder. */
  readonly folder: string;
  /** The backup. */
  readonly file: string;
  readonly passphrase: string;
  /** The wanted parts of it. */
  readonly parts: readonly BackupPart[];
  readonly now: Date;
  readonly startStorage: () => WorkerClient<StorageMethods>;
  readonly settings: Pick<SettingsFile, 'get'>;
  /** This computer's. */
  readonly database: Database;
  readonly vault: AmendOrder['vault'];
  /** Null: nothing is restored in the end. */
  readonly taken: RestoreChoices | null;
}

/**
 * Unpacks a backup beside the present data for the next start, and checks every part of it before anything is replaced:
 * reads every row of every table as the start does.
 * @returns differences to this computer; unreadable rows, without which it is restored
 * @throws AppError `backup-unreadable`, `backup-wrong-passphrase`, and errors of a newer or damaged part
 */
export async function prepareRestore(order: Order): Promise<RestoreDifferences> {
  const { folder, now } = order;
  const { half, whole } = restoreFolders(folder, now);
  let begun = false;
  try {
    const written = new Set<string>();
    let contents: Contents = contentsByDefault;
    for await (const entry of unpack(order.file, order.passphrase)) {
      if (!begun && order.taken !== null) discardRestores(folder);
      begun = true;
      const said = await readContents(entry);
      if (said !== null) contents = said;
      else if (!allowedFiles.test(entry.path)) throw damagedIn('its list of files');
      else if (isWanted(entry.path, order.parts)) {
        await write(join(half, entry.path), entry);
        written.add(entry.path);
      }
    }
    if (!written.has(database)) throw damagedIn(database);
    const parts = contents.parts.filter((part) => order.parts.includes(part));
    if (parts.length === 0) throw damagedIn('backup.json');
    // the present ones are replaced with their conversations
    if (parts.includes('conversations'))
      await mkdir(join(half, 'attachments'), { recursive: true });
    await readKeyFile(half);
    const settings = written.has('settings.json') ? await settingsIn(half) : null;
    const restored = await openDatabase(order.startStorage(), join(half, database));
    let unreadable: readonly UnreadableRow[];
    let amended: Awaited<ReturnType<typeof amend>>;
    try {
      unreadable = restored.damage === null ? await unreadableRows(restored, rowReaders) : [];
      amended = await amend({ ...order, here: order.database, half, parts, restored });
    } finally {
      await restored.close();
    }
    if (restored.damage !== null) throw damagedIn(database);
    const { goesOn, ...differences } = amended;
    const own = settings === null ? null : settingsDifferences(settings, order.settings);
    if (order.taken !== null && settings !== null) {
      await writeRestored(half, folder, settings, order.settings, order.taken, goesOn);
    }
    if (parts.length < backupParts.length) {
      await writeFileAtomically(join(half, partsFile), JSON.stringify(parts));
    }
    if (order.taken === null) await rm(half, { recursive: true, force: true });
    else await rename(half, whole);
    return {
      ...differences,
      updateFeed: own?.updateFeed ?? null,
      backupFolder: parts.includes('keys') ? (own?.backupFolder ?? null) : null,
      unreadableRows: [...unreadable],
      refused: [
        ...differences.refused,
        ...(own?.feedIsRefused ? [{ system: '', field: 'updateFeed' as const }] : []),
      ],
    };
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
