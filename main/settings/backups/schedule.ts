import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { BackupSchedule } from '../../../preload/contract/settings/backups.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Log, SettingsFile } from '../../base/host.ts';
import {
  codeOf,
  entryAt,
  readPieces,
  refusePlantedLinks,
  removeFile,
  renameFile,
  requireValidPath,
  withTimeout,
  writeNew,
} from '../../base/outside/index.ts';
import type { OpenedVault } from '../../base/storage/vault/index.ts';
import { backupFileName, expiredBackups } from './retention.ts';

export interface ScheduleDeps {
  /** The data folder. */
  readonly folder: string;
  readonly vault: Pick<OpenedVault, 'put' | 'get' | 'remove' | 'state' | 'onChange'>;
  readonly settings: SettingsFile;
  readonly log: Log;
  readonly now: () => Date;
  /** Writes one to an unused path. Returns its SHA-256. */
  readonly make: (target: string, passphrase: string) => Promise<string>;
  /** Returns whether the next start restores a backup. */
  readonly restores: () => boolean;
  /** Returns the data that the last restore replaced. */
  readonly replaced: () => BackupSchedule['replaced'];
  /** Called to update the windows. */
  readonly changed: (state: BackupSchedule) => void;
  /** Whether the host has a dialog for folders. */
  readonly asksFolder: boolean;
}

/** Automatic backups: one a day into a folder, with cleanup. */
export interface Schedule {
  state(): BackupSchedule;
  /** @throws AppError `backup-folder-*`, and those of the vault */
  start(folder: string, passphrase: string): Promise<BackupSchedule>;
  stop(): Promise<void>;
  /** Creates one if due, or in any case; `state` has the result. */
  check(always?: boolean): Promise<BackupSchedule>;
  close(): Promise<void>;
}

const key = 'backups';
const secret = 'backup-passphrase';
/** Identifies the chosen folder, as opposed to the empty mount point of a missing drive. */
const marker = '.compute-desk-backups';
const day = 86_400_000;
/** A clock set back by up to this causes no further backup, ms. */
const tolerance = 3_600_000;
/** How long a running backup may delay the app's exit, ms. */
const endPatience = 2_000;

const kept = z.object({ folder: z.string(), lastAt: z.iso.datetime().nullable() });

export function createSchedule(deps: ScheduleDeps): Schedule {
  const { vault, settings, log, now, changed } = deps;
  const next = serialQueue();
  const read = kept.safeParse(settings.get(key));
  let plan = read.success ? read.data : null;
  let problem: AppError | null = null;
  let closed = false;
  /** Identifies this data folder on this computer: a copy elsewhere has another. */
  const id = createHash('sha256').update(`${hostname()}\0${deps.folder}`).digest('hex').slice(0, 8);

  const state = (): BackupSchedule => ({
    folder: plan?.folder ?? null,
    lastAt: plan?.lastAt ?? null,
    waits: plan !== null && vault.state().state === 'locked',
    problem: problem?.toData() ?? null,
    asksFolder: deps.asksFolder,
    restores: deps.restores(),
    replaced: deps.replaced(),
  });
  const keep = (wanted: typeof plan): void => {
    settings.set(key, wanted);
    plan = wanted;
  };
  const isDue = (): boolean => {
    if (plan === null) return false;
    const age = plan.lastAt === null ? day : now().getTime() - Date.parse(plan.lastAt);
    return age >= day || age < -tolerance;
  };

  async function makeOne(folder: string): Promise<void> {
    await inFolder(() => requireMarked(folder));
    const at = now();
    const passphrase = Buffer.from(await vault.get(secret, 'user')).toString('utf8');
    const path = join(folder, backupFileName(id, at));
    const half = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      const made = await inFolder(() => deps.make(half, passphrase));
      // A file that a share or a worn drive did not store correctly is no backup; the older ones stay.
      if ((await inFolder(() => hashOf(half))) !== made) throw new AppError('backup-unreadable');
      await inFolder(() => renameFile(half, path));
    } catch (cause) {
      await ignoring('the next backup removes what is left', removeFile(half));
      throw cause;
    }
    keep({ folder, lastAt: at.toISOString() });
    const entries = await inFolder(() =>
      withTimeout(folder, () => readdir(folder, { withFileTypes: true })),
    );
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    const halves = names.filter(
      (name) => name.startsWith(`compute-desk-${id}-`) && name.endsWith('.tmp'),
    );
    for (const name of [...expiredBackups(names, id, at), ...halves]) {
      await inFolder(() => removeFile(join(folder, name)));
    }
  }

  async function tryOne(always: boolean): Promise<BackupSchedule> {
    const before = problem?.code ?? null;
    if (closed || plan === null || !(always || isDue())) return state();
    if (vault.state().state === 'locked') return state();
    try {
      await makeOne(plan.folder);
      problem = null;
    } catch (cause) {
      problem = cause instanceof AppError ? cause : new AppError('internal', { cause });
      // it is retried again and again, but reported once
      if (problem.code !== before)
        log.error('backup-not-made', problem.cause ?? null, { code: problem.code });
    }
    changed(state());
    return state();
  }

  const unfollow = vault.onChange(() => {
    if (vault.state().state === 'ready') void next(() => tryOne(false));
  });

  return {
    state,
    start: (wanted, passphrase) =>
      next(async () => {
        const folder = await usableFolder(wanted, deps.folder);
        await vault.put(secret, Buffer.from(passphrase), 'user');
        problem = null;
        keep({ folder, lastAt: null });
        return tryOne(true);
      }),
    stop: () =>
      next(async () => {
        await vault.remove(secret);
        keep(null);
        problem = null;
        changed(state());
      }),
    check: (always = false) => next(() => tryOne(always)),
    async close() {
      closed = true;
      unfollow();
      const ended = next(async () => undefined);
      await Promise.race([ended, delay(endPatience, undefined, { ref: false })]);
    },
  };
}

/** Checks for an existing, writable folder outside the data folder. @throws AppError `backup-folder-*` */
export async function usableFolder(wanted: string, dataFolder: string): Promise<string> {
  const refused = (): AppError =>
    new AppError('backup-folder-refused', { details: { path: wanted } });
  requireValidPath(wanted);
  // a server named by a page would receive everything
  if (!isAbsolute(wanted) || /^[\\/]{2}/.test(wanted)) throw refused();
  const folder = resolve(wanted);
  const inside = relative(dataFolder, folder);
  if (inside === '' || !(inside.startsWith('..') || isAbsolute(inside))) throw refused();
  const found = await inFolder(() => withTimeout(folder, () => stat(folder)));
  if (!found.isDirectory()) throw refused();
  await inFolder(() => mark(folder));
  return folder;
}

/**
 * Others may write in the folder: does not write to an existing entry with the marker's name. @throws AppError
 * `place-planted`
 */
async function mark(folder: string): Promise<void> {
  await refusePlantedLinks(folder);
  const file = join(folder, marker);
  const found = await entryAt(file);
  if (found !== null && !found.isFile())
    throw new AppError('place-planted', { details: { path: file } });
  if (found === null) await writeNew(file, 0o600, (write) => write(Buffer.from('Compute Desk\n')));
}

/** @throws AppError `backup-folder-gone`, `place-planted` */
async function requireMarked(folder: string): Promise<void> {
  await refusePlantedLinks(folder);
  const file = join(folder, marker);
  const found = await entryAt(file);
  if (found === null) throw new AppError('backup-folder-gone');
  if (!found.isFile()) throw new AppError('place-planted', { details: { path: file } });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of readPieces(file)) hash.update(part);
  return hash.digest('hex');
}

/** @throws AppError `backup-folder-*` for the operating system's errors about the folder */
async function inFolder<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const code = codeOf(cause);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('backup-folder-full', { cause });
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new AppError('backup-folder-read-only', { cause });
    }
    throw new AppError('backup-folder-gone', { cause });
  }
}
