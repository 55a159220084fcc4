import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import { largestTransfer, maxTransfers } from '../../../preload/contract/work/file-limits.ts';
import type { Transfer } from '../../../preload/contract/work/files.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import type { Log } from '../../base/host.ts';
import { type LocalFolder, requireSize } from './local.ts';
import { freeName, joinPath, requireName } from './paths.ts';
import type { RemoteFiles } from './remote.ts';
import type { Side } from './types.ts';

/** Names tried beside an existing file. */
const mostNames = 100;

/** Where a file is on this computer: below the chosen folder, or in memory after it was dropped on the page. */
export type Here =
  | { readonly local: LocalFolder; readonly way: readonly string[] }
  | { readonly bytes: Uint8Array; readonly changedAt: number | null };

type Choice = 'create' | 'both' | 'overwrite';
type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface Task extends Writable<Transfer> {
  here: Here;
  choice: Choice;
  running: AbortController | null;
}

export type NewTransfer = Pick<
  Transfer,
  'systemId' | 'machine' | 'direction' | 'name' | 'folder'
> & {
  readonly here: Here;
};

interface TransfersDeps {
  readonly open: (systemId: string, machine: string) => RemoteFiles;
  readonly changed: () => void;
  readonly log: Log;
}

/** Files on their way, one after another. One that asks lets the others pass. */
export interface Transfers {
  list(): Transfer[];
  /** @throws AppError `transfers-too-many`, `transfer-too-large` */
  add(transfers: readonly NewTransfer[]): void;
  answer(ids: readonly string[], choice: 'skip' | 'both' | 'overwrite'): void;
  cancel(id: string): void;
  retry(id: string): void;
  clearEnded(): void;
  forget(systemId: string): void;
  close(): void;
}

const ended: ReadonlySet<Transfer['state']> = new Set(['done', 'failed', 'skipped', 'cancelled']);

export function createTransfers(deps: TransfersDeps): Transfers {
  const { open, changed, log } = deps;
  let tasks: Task[] = [];
  let busy = false;

  const set = (task: Task, change: Partial<Writable<Transfer>>): void => {
    Object.assign(task, change);
    changed();
  };
  const find = (id: string): Task | undefined => tasks.find((one) => one.id === id);

  async function run(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      for (;;) {
        const next = tasks.find(({ state }) => state === 'waiting');
        if (next === undefined) return;
        await perform(next, { open, log, set });
      }
    } finally {
      busy = false;
    }
  }

  const start = (): void => void run();
  const cancel = (task: Task): void => {
    if (task.running !== null) task.running.abort();
    else if (!ended.has(task.state)) set(task, { state: 'cancelled', conflict: null });
  };

  return {
    list: () => tasks.map(shown),
    add(more) {
      for (const { name } of more) requireName(name);
      const spare = tasks.filter(({ state }) => !ended.has(state));
      if (spare.length + more.length > maxTransfers) {
        throw new AppError('transfers-too-many', { details: { limit: maxTransfers } });
      }
      const held = [...tasks, ...more].reduce(
        (sum, { here }) => sum + ('bytes' in here ? here.bytes.length : 0),
        0,
      );
      const dropped = more.find(({ here }) => 'bytes' in here);
      if (dropped !== undefined) requireSize(dropped.name, held);
      if (tasks.length + more.length > maxTransfers) tasks = spare;
      tasks = [
        ...tasks,
        ...more.map((one) => ({
          ...one,
          id: randomUUID(),
          savedAs: null,
          size: 'bytes' in one.here ? one.here.bytes.length : null,
          state: 'waiting' as const,
          problem: null,
          conflict: null,
          choice: 'create' as const,
          running: null,
        })),
      ];
      changed();
      start();
    },
    answer(ids, choice) {
      for (const id of ids) {
        const task = find(id);
        if (task?.state !== 'asks') continue;
        if (choice === 'skip') {
          release(task);
          set(task, { state: 'skipped', conflict: null });
        } else {
          task.choice = choice;
          set(task, { state: 'waiting' });
        }
      }
      start();
    },
    cancel(id) {
      const task = find(id);
      if (task !== undefined) cancel(task);
    },
    retry(id) {
      const task = find(id);
      if (task === undefined || !['failed', 'cancelled'].includes(task.state)) return;
      task.choice = 'create';
      set(task, { state: 'waiting', problem: null, conflict: null, savedAs: null });
      start();
    },
    clearEnded() {
      tasks = tasks.filter(({ state }) => !ended.has(state));
      changed();
    },
    forget(systemId) {
      for (const task of tasks) if (task.systemId === systemId) cancel(task);
      tasks = tasks.filter((one) => one.systemId !== systemId);
      changed();
    },
    close() {
      for (const task of tasks) cancel(task);
    },
  };
}

/** Moves one file, and says in it what became of that. Never rejects. */
async function perform(
  task: Task,
  deps: Pick<TransfersDeps, 'open' | 'log'> & {
    readonly set: (task: Task, change: Partial<Writable<Transfer>>) => void;
  },
): Promise<void> {
  const { open, log, set } = deps;
  const running = new AbortController();
  task.running = running;
  set(task, { state: 'running', problem: null });
  try {
    const remote = open(task.systemId, task.machine);
    const move = task.direction === 'up' ? upload : download;
    const conflict = await move(task, remote, running.signal);
    // One that was cancelled too late is done.
    set(task, conflict === null ? { state: 'done', conflict } : { state: 'asks', conflict });
  } catch (error) {
    if (running.signal.aborted) set(task, { state: 'cancelled' });
    else {
      if (!(error instanceof AppError)) log.error('transfer-failed', error);
      const problem = (error instanceof AppError ? error : new AppError('internal')).toData();
      set(task, { state: 'failed', problem });
    }
  } finally {
    task.running = null;
    if (task.state === 'done') release(task);
  }
}

function shown({ here, choice, running, ...transfer }: Task): Transfer {
  return transfer;
}

/** Gives the memory of a dropped file back: it is not needed again. */
function release(task: Task): void {
  if ('bytes' in task.here) task.here = { bytes: new Uint8Array(), changedAt: null };
}

type Conflict = Transfer['conflict'];
const unknown: Side = { size: null, changedAt: null };
const isSame = (a: Side | undefined, b: Side): boolean =>
  a?.size === b.size && a.changedAt === b.changedAt;

/** Returns the two files if the user has to choose first. */
async function upload(task: Task, remote: RemoteFiles, signal: AbortSignal): Promise<Conflict> {
  const { name, folder, here, choice, conflict } = task;
  const { bytes, changedAt } = 'bytes' in here ? here : await here.local.read(here.way, name);
  task.size = bytes.length;
  const own = { size: bytes.length, changedAt };
  const create = (as: string): Promise<boolean> =>
    remote.write(joinPath(folder, as), bytes, 'create', signal);
  if (choice === 'both') {
    const { entries } = await remote.list(folder);
    const as = await writeBeside(name, new Set(entries.map((one) => one.name)), create);
    task.savedAs = as;
    return null;
  }
  if (choice === 'overwrite') {
    const there = await remote.look(folder, name);
    if (there !== null && !isSame(conflict?.there, there)) return { there, here: own };
    if (there !== null) {
      await remote.write(joinPath(folder, name), bytes, 'overwrite', signal);
      return null;
    }
  }
  if (await create(name)) return null;
  return { there: (await remote.look(folder, name)) ?? unknown, here: own };
}

/** Returns the two files if the user has to choose first. A name that is not safe here is saved under another one. */
async function download(task: Task, remote: RemoteFiles, signal: AbortSignal): Promise<Conflict> {
  const { name, folder, here, choice, conflict } = task;
  if ('bytes' in here) throw new AppError('not-found');
  const { local, way } = here;
  const as = safeFileName(name);
  task.savedAs = as === name ? null : as;
  const ask = async (found: Side): Promise<Conflict> => ({
    there: (await remote.look(folder, name)) ?? unknown,
    here: found,
  });
  const before = await local.look(way, as);
  if (before !== null && choice === 'create') return ask(before);
  if (before !== null && choice === 'overwrite' && !isSame(conflict?.here, before)) {
    return ask(before);
  }
  const bytes = await remote.read(joinPath(folder, name), largestTransfer, signal);
  signal.throwIfAborted();
  task.size = bytes.length;
  if (before !== null && choice === 'overwrite') {
    await local.write(way, as, bytes, 'overwrite');
    return null;
  }
  const create = (to: string): Promise<boolean> => local.write(way, to, bytes, 'create');
  if (await create(as)) return null;
  if (choice !== 'both') return ask((await local.look(way, as)) ?? unknown);
  task.savedAs = await writeBeside(as, new Set(), create);
  return null;
}

/** Writes under the first free name, and returns it. @throws AppError `file-exists` */
async function writeBeside(
  name: string,
  taken: Set<string>,
  create: (as: string) => Promise<boolean>,
): Promise<string> {
  for (let tries = 0; tries < mostNames; tries += 1) {
    const as = freeName(name, (one) => taken.has(one));
    if (await create(as)) return as;
    taken.add(as);
  }
  throw new AppError('file-exists', { details: { name } });
}
