import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import { isDeeper, parseJson } from '../../preload/contract/json.ts';
import type { Files, Host, HostPaths, Log, SettingsFile } from '../host.ts';
import { inTurn } from '../in-turn.ts';
import { type OpenedDatabase, openDatabase, type StorageMethods } from '../storage/database.ts';
import { writeFileAtomically } from '../storage/files.ts';
import { forgetRestores, restoreFolders } from '../storage/restore.ts';
import { type OpenedVault, passphraseCost, readKeyFile } from '../storage/vault/index.ts';
import type { WorkerClient } from '../workers/connect.ts';
import { type Entry, pack, unpack } from './container.ts';
import { createSchedule, type ScheduleDeps } from './schedule.ts';

/** A backup is made in memory: more than this is none, bytes. */
const largest = 512 * 1024 * 1024;
const database = 'compute-desk.sqlite';
/** What may lie in a backup, and so in the data folder after a restore. */
const allowed =
  /^(compute-desk\.sqlite|vault\.json|settings\.json|attachments\/[\da-f]{2}\/[\da-f]{62})$/;

export interface Backups {
  readonly calls: Handlers<'backups'>;
  /** Makes one of those that are made by themselves, if one is due. */
  check(): Promise<unknown>;
  close(): Promise<void>;
}

/** How often it is looked whether one is due; one that failed is tried again as often, ms. */
const period = 3_600_000;

/** Everything that the app keeps in one file under a passphrase, and back. */
export function createBackups(deps: {
  readonly paths: HostPaths;
  readonly database: Pick<OpenedDatabase, 'copyTo'>;
  readonly vault: Pick<OpenedVault, 'portableKeys'> & ScheduleDeps['vault'];
  readonly files: Files;
  readonly startStorage: () => WorkerClient<StorageMethods>;
  readonly settings: SettingsFile;
  readonly emit: Emit;
  readonly log: Log;
  /** The user chooses a folder in a dialog; null where none was chosen. Absent where a page can name one. */
  readonly chooseFolder?: Host['chooseFolder'];
  readonly now?: () => Date;
  /** scrypt's N; lower only in tests of what is not the derivation. */
  readonly cost?: number;
}): Backups {
  const { vault, files, now = () => new Date(), cost = passphraseCost } = deps;
  const folder = deps.paths.data;
  const next = inTurn();
  /** A file as a window hands it over; one that another window begins takes its place, so that there is one at most. */
  let taken: { readonly by: string; readonly pieces: Uint8Array[]; size: number } | null = null;

  async function make(passphrase: string): Promise<Buffer> {
    const copy = join(folder, 'backups', 'making.tmp');
    await rm(copy, { recursive: true, force: true });
    await mkdir(copy, { recursive: true, mode: 0o700 });
    try {
      await deps.database.copyTo(join(copy, database));
      const keys = Buffer.from(await vault.portableKeys(passphrase));
      const entries: Entry[] = [{ path: 'vault.json', bytes: keys }];
      let size = 0;
      const add = async (path: string, from = folder): Promise<void> => {
        const file = join(from, path);
        size += (await stat(file)).size;
        if (size > largest) throw new AppError('backup-too-large');
        entries.push({ path, bytes: await readFile(file) });
      };
      await add(database, copy);
      if (existsSync(join(folder, 'settings.json'))) await add('settings.json');
      for (const path of await attached(folder)) await add(path);
      return await pack(entries, passphrase, cost);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  /** Lays it down beside what is there, and looks at every part of it, before anything is replaced. */
  async function restore(file: Uint8Array, passphrase: string): Promise<void> {
    const entries = await unpack(file, passphrase);
    if (entries.some(({ path }) => !allowed.test(path))) throw new AppError('backup-unreadable');
    if (!entries.some(({ path }) => path === database)) throw new AppError('backup-unreadable');
    forgetRestores(folder);
    const { half, whole } = restoreFolders(folder, now());
    try {
      for (const { path, bytes } of entries) {
        await mkdir(dirname(join(half, path)), { recursive: true, mode: 0o700 });
        await writeFileAtomically(join(half, path), bytes);
      }
      await readKeyFile(half);
      requireSettings(entries);
      const restored = await openDatabase(deps.startStorage(), join(half, database));
      const sound = restored.damage === null;
      await restored.close();
      if (!sound) throw new AppError('backup-unreadable');
      await rename(half, whole);
    } catch (cause) {
      await rm(half, { recursive: true, force: true });
      throw cause;
    }
  }

  const schedule = createSchedule({
    ...{ folder, vault, settings: deps.settings, log: deps.log, now },
    make: (passphrase) => next(() => make(passphrase)),
    changed: (state) => deps.emit('backups.changed', state),
    asksFolder: deps.chooseFolder !== undefined,
  });
  const timer = setInterval(() => void schedule.check(), period);
  timer.unref();
  void schedule.check();

  return {
    check: () => schedule.check(),
    async close() {
      clearInterval(timer);
      await schedule.close();
    },
    calls: {
      snapshot: async () => schedule.state(),
      async schedule({ folder: named, passphrase }, sender) {
        const wanted = deps.chooseFolder ? await deps.chooseFolder(sender) : named;
        return wanted === null ? schedule.state() : schedule.start(wanted, passphrase);
      },
      unschedule: () => schedule.stop(),
      makeScheduled: () => schedule.check(true),
      make: ({ passphrase }, sender) =>
        next(async () => {
          const bytes = await make(passphrase);
          const day = now().toISOString().slice(0, 10);
          return files.save({ name: `compute-desk-${day}.backup`, bytes, secret: true }, sender);
        }),
      async take({ first, bytes }, { id }) {
        if (first) taken = { by: id, pieces: [], size: 0 };
        if (taken?.by !== id) throw new AppError('backup-unreadable');
        taken.pieces.push(bytes);
        taken.size += bytes.byteLength;
        if (taken.size <= largest) return;
        taken = null;
        throw new AppError('backup-too-large');
      },
      restore: ({ passphrase }, { id }) =>
        next(async () => {
          if (taken?.by !== id) throw new AppError('backup-unreadable');
          const file = Buffer.concat(taken.pieces);
          taken = null;
          await restore(file, passphrase);
        }),
      forget: async () => forgetRestores(folder),
    },
  };
}

function requireSettings(entries: readonly Entry[]): void {
  const settings = entries.find(({ path }) => path === 'settings.json');
  if (settings === undefined) return;
  const text = Buffer.from(settings.bytes).toString('utf8');
  try {
    const value = isDeeper(text, 32) ? null : parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Error('no object');
  } catch (cause) {
    throw new AppError('backup-unreadable', { cause });
  }
}

/** The attached files as paths below the data folder. */
async function attached(folder: string): Promise<string[]> {
  const top = join(folder, 'attachments');
  if (!existsSync(top)) return [];
  const found = await readdir(top, { recursive: true });
  return found
    .map((path) => `attachments/${path.replaceAll('\\', '/')}`)
    .filter((path) => allowed.test(path));
}
