import { existsSync, readFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { exceedsDepth, parseJson } from '../../../common/texts/json.ts';
import type {
  RestoreChoices,
  RestoreDifferences,
} from '../../../preload/contract/settings/backups.ts';
import { refuseNewerFile } from '../../base/files/newer-format.ts';
import type { SettingsFile } from '../../base/host.ts';
import { readSettings } from '../preferences/index.ts';
import { readFeed } from '../updates/index.ts';
import { damagedIn } from './unpack-faults.ts';

const name = 'settings.json';
/** The same limit as the hosts'. */
const largest = 1024 * 1024;
const deepest = 32;

type Settings = Readonly<Record<string, unknown>>;

/** @throws AppError `backup-damaged`, `data-newer` */
export async function settingsIn(folder: string): Promise<Settings> {
  const file = join(folder, name);
  let value: unknown;
  try {
    if ((await stat(file)).size > largest) throw new Error('too large');
    const text = await readFile(file, 'utf8');
    value = exceedsDepth(text, deepest) ? null : parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error('no object');
    }
  } catch (cause) {
    throw damagedIn(name, cause);
  }
  refuseNewerFile(name, value, 'format', 1);
  return { ...value };
}

const feedOf = (stored: unknown): string | null =>
  z.object({ feed: z.string().max(2000) }).safeParse(stored).data?.feed ?? null;
const folderOf = (stored: unknown): string | null =>
  z.object({ folder: z.string().max(4096) }).safeParse(stored).data?.folder ?? null;

/** Returns how a backup's settings differ from this computer's, for those that belong to a computer. */
export function settingsDifferences(
  theirs: Settings,
  here: Pick<SettingsFile, 'get'>,
): Pick<RestoreDifferences, 'updateFeed' | 'backupFolder'> & { readonly feedIsRefused: boolean } {
  const feed = { here: feedOf(here.get('updates')), there: feedOf(theirs.updates) };
  const backups = { here: folderOf(here.get('backups')), there: folderOf(theirs.backups) };
  const usable = feed.there === null || isFeed(feed.there);
  return {
    updateFeed: feed.here === feed.there || !usable ? null : feed,
    backupFolder: backups.here === backups.there ? null : backups,
    feedIsRefused: !usable,
  };
}

function isFeed(text: string): boolean {
  try {
    readFeed(text);
    return true;
  } catch {
    return false;
  }
}

const reminders = z.record(z.string(), z.number());

/**
 * Writes this computer's settings with the backup's values, as parsed by the app's own readers: anything else in it is
 * left out.
 * @param goesOn whether daily backups continue as here
 */
export async function writeRestored(
  half: string,
  folder: string,
  theirs: Settings,
  here: Pick<SettingsFile, 'get'>,
  taken: RestoreChoices,
  goesOn: boolean,
): Promise<void> {
  const own = existsSync(join(folder, name))
    ? parseJson(readFileSync(join(folder, name), 'utf8'))
    : {};
  const { updateFeed, backupFolder } = settingsDifferences(theirs, here);
  const feed = taken.updateFeed && updateFeed !== null ? { feed: updateFeed.there } : null;
  const into = taken.backupFolder ? (backupFolder?.there ?? null) : null;
  const kept = goesOn ? (here.get('backups') ?? null) : null;
  const next = {
    ...(own as Settings),
    settings: readSettings({ get: (key) => theirs[key] }),
    selectedSystem: z.string().max(200).safeParse(theirs.selectedSystem).data ?? '',
    certificateReminders: reminders.safeParse(theirs.certificateReminders).data ?? {},
    updates: feed ?? here.get('updates') ?? null,
    backups: into === null ? kept : { folder: into, lastAt: null },
  };
  await writeFile(join(half, name), `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
}
