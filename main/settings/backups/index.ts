import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import { type BackupPart, backupParts } from '../../../preload/contract/settings/backups.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Host, HostPaths, Log, SaveStreamed, SettingsFile } from '../../base/host.ts';
import { rm } from '../../base/outside/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { OpenedDatabase, StorageMethods } from '../../base/storage/database.ts';
import {
  discardRestores,
  findReplaced,
  hasPendingRestore,
  undoRestore,
} from '../../base/storage/parts/index.ts';
import { type OpenedVault, passphraseCost } from '../../base/storage/vault/index.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import { contentsOf } from './contents.ts';
import { makeBackup } from './create.ts';
import { prepareRestore } from './prepare-restore.ts';
import { createSchedule, type ScheduleDeps, usableFolder } from './schedule.ts';

export interface Backups {
  readonly calls: Handlers<'backups'>;
  /** Creates an automatic backup if one is due. */
  check(): Promise<unknown>;
  close(): Promise<void>;
}

/** How often to check whether one is due, and to retry after a failure, ms. */
const period = 3_600_000;

/** Saves everything in one encrypted file, and restores it. */
export function createBackups(deps: {
  readonly paths: HostPaths;
  readonly database: OpenedDatabase;
  readonly vault: Pick<OpenedVault, 'portableKeys' | 'sealFor' | 'opensOwn'> &
    ScheduleDeps['vault'];
  readonly policy?: Pick<Policy, 'requireOpen'>;
  readonly saveStreamed: SaveStreamed;
  readonly startStorage: () => WorkerClient<StorageMethods>;
  readonly settings: SettingsFile;
  readonly emit: Emit;
  readonly log: Log;
  /** Lets the user choose a folder in a dialog; null if they chose none. Absent if a page can name one. */
  readonly chooseFolder?: Host['chooseFolder'];
  readonly now?: () => Date;
  /** scrypt's N; lower only in tests of something other than the derivation. */
  readonly cost?: number;
}): Backups {
  const { vault, now = () => new Date(), cost = passphraseCost } = deps;
  const folder = deps.paths.data;
  const next = serialQueue();
  const make = (target: string, passphrase: string, parts: readonly BackupPart[]) =>
    makeBackup({ ...deps, folder, now, cost }, target, passphrase, parts);
  /** A file uploaded by a window: at most one. */
  const handed = join(folder, 'backups', 'handed-over.tmp');
  let handedBy: string | null = null;

  async function take(window: string, first: boolean, bytes: Uint8Array): Promise<void> {
    if (!first && handedBy !== window) throw new AppError('backup-unreadable');
    handedBy = window;
    try {
      await mkdir(join(folder, 'backups'), { recursive: true, mode: 0o700 });
      const write = first ? writeFile : appendFile;
      await write(handed, bytes, { mode: 0o600 });
    } catch (cause) {
      await drop();
      throw fullDisk(cause);
    }
  }

  async function drop(): Promise<void> {
    handedBy = null;
    await rm(handed, { force: true });
  }

  /** Validates a folder named in a backup like a typed one. */
  async function requireFolder(passphrase: string, parts: readonly BackupPart[]): Promise<void> {
    const order = { ...deps, folder, file: handed, passphrase, parts, now: now() };
    const { backupFolder } = await prepareRestore({ ...order, taken: null });
    if (backupFolder?.there != null) await usableFolder(backupFolder.there, folder);
  }

  const requireHanded = (window: string): void => {
    if (handedBy !== window) throw new AppError('backup-unreadable');
  };

  const schedule = createSchedule({
    folder,
    vault,
    settings: deps.settings,
    log: deps.log,
    now,
    make: (target, passphrase) => next(() => make(target, passphrase, backupParts)),
    restores: () => hasPendingRestore(folder),
    replaced: () => findReplaced(folder),
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
      await drop();
    },
    calls: {
      snapshot: async () => schedule.state(),
      async schedule({ folder: named, passphrase }, sender) {
        const wanted = deps.chooseFolder ? await deps.chooseFolder(sender) : named;
        return wanted === null ? schedule.state() : schedule.start(wanted, passphrase);
      },
      unschedule: () => schedule.stop(),
      makeScheduled: () => schedule.check(true),
      make: ({ passphrase, parts }, sender) => {
        const name = `compute-desk-${now().toISOString().slice(0, 10)}.backup`;
        const write = (target: string) => next(() => make(target, passphrase, parts));
        return deps.saveStreamed({ name, write }, sender);
      },
      take: ({ first, bytes }, { id }) => next(() => take(id, first, bytes)),
      look: ({ passphrase }, { id }) =>
        next(async () => {
          requireHanded(id);
          return contentsOf(handed, passphrase);
        }),
      restore: ({ passphrase, parts, taken }, { id }) =>
        next(async () => {
          requireHanded(id);
          if (taken.updateFeed) deps.policy?.requireOpen('fixedUpdates');
          try {
            if (taken.backupFolder) await requireFolder(passphrase, parts);
            const order = { ...deps, folder, file: handed, passphrase, parts, taken, now: now() };
            const { unreadableRows } = await prepareRestore(order);
            for (const { table, columns } of unreadableRows) {
              deps.log.error('row-unread', null, { table, columns: columns.join(' ') });
            }
          } catch (cause) {
            throw fullDisk(cause);
          }
          await drop();
          deps.emit('backups.changed', schedule.state());
        }),
      compare: ({ passphrase, parts }, { id }) =>
        next(async () => {
          requireHanded(id);
          try {
            const order = { ...deps, folder, file: handed, passphrase, parts, now: now() };
            return await prepareRestore({ ...order, taken: null });
          } catch (cause) {
            throw fullDisk(cause);
          }
        }),
      async putBack() {
        undoRestore(folder, now());
        deps.emit('backups.changed', schedule.state());
      },
      async forget() {
        discardRestores(folder);
        deps.emit('backups.changed', schedule.state());
      },
    },
  };
}

/** Converts the operating system's error for a full data disk. */
function fullDisk(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return code === 'ENOSPC' ? new AppError('disk-full', { retryable: true, cause }) : cause;
}
