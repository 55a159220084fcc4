import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import { maxTransfers } from '../../../preload/contract/work/file-limits.ts';
import type { Transfer } from '../../../preload/contract/work/files.ts';
import type { Log } from '../../base/host.ts';
import { AppCloses } from '../operations/index.ts';
import { requireSize } from './local.ts';
import { download, type Here, type Task, upload, type Writable } from './moves.ts';
import { requireName } from './paths.ts';
import type { RemoteFiles } from './remote.ts';

/** Progress is told after this time at the earliest, ms. */
const tellEvery = 250;
/** A rate is said after this time, ms. */
const rateAfter = 1000;
/** A transfer of which nothing has moved for so long, such as one that the scheduler queues, lets the next begin, ms. */
const quietMs = 5000;
/** Transfers under way at once, at most. */
const mostUnderWay = 8;

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

/** Files on their way, one after another. One that asks, or waits for the server, lets the others pass. */
export interface Transfers {
  list(): Transfer[];
  /** @throws AppError `transfers-too-many`, `transfer-too-large` */
  add(transfers: readonly NewTransfer[]): void;
  answer(ids: readonly string[], choice: 'skip' | 'both' | 'overwrite'): void;
  pause(ids: readonly string[]): void;
  cancel(id: string): void;
  retry(ids: readonly string[]): void;
  clearEnded(): void;
  /** Resolves when nothing of them is left on this computer that is not whole. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

const ended: ReadonlySet<Transfer['state']> = new Set(['done', 'failed', 'skipped', 'cancelled']);

const again: ReadonlySet<Transfer['state']> = new Set(['failed', 'cancelled', 'paused']);

export function createTransfers(deps: TransfersDeps): Transfers {
  const { open, changed, log } = deps;
  let tasks: Task[] = [];
  let busy = false;
  /** The transfers that are under way. */
  const underWay = new Map<Task, Promise<void>>();

  const set = (task: Task, change: Partial<Writable<Transfer>>): void => {
    Object.assign(task, change);
    changed();
  };
  const find = (id: string): Task | undefined => tasks.find((one) => one.id === id);
  const tell = seldom(changed);

  async function run(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      for (;;) {
        const waiting = tasks.filter(({ state }) => state === 'waiting');
        if (waiting.length === 0) return;
        const next = waiting.find((task) => ![...underWay.keys()].some(isInWayOf(task)));
        if (next === undefined) {
          await Promise.race(underWay.values());
          continue;
        }
        const done = perform(next, { open, log, set, tell }).finally(() => underWay.delete(next));
        underWay.set(next, done);
        await untilQuiet(next, done);
        if (underWay.size >= mostUnderWay) await Promise.race(underWay.values());
      }
    } finally {
      busy = false;
    }
  }
  const start = (): void => void run();
  const cancel = async (task: Task, why?: AppCloses): Promise<void> => {
    task.pausing = false;
    if (task.running !== null) {
      task.running.abort(why);
      await underWay.get(task);
      return;
    }
    if (!ended.has(task.state)) set(task, { state: 'cancelled', conflict: null });
    await discard(task, log);
  };
  const drop = async (gone: readonly Task[], why?: AppCloses): Promise<void> => {
    tasks = tasks.filter((one) => !gone.includes(one));
    await Promise.all(gone.map((one) => cancel(one, why)));
  };
  const endedTasks = (): Task[] => tasks.filter(({ state }) => ended.has(state));

  return {
    list: () => tasks.map(shown),
    add(more) {
      for (const { name } of more) requireName(name);
      const unended = tasks.filter(({ state }) => !ended.has(state)).length;
      if (unended + more.length > maxTransfers) {
        throw new AppError('transfers-too-many', { details: { limit: maxTransfers } });
      }
      const held = [...tasks, ...more].reduce(
        (sum, { here }) => sum + ('bytes' in here ? here.bytes.length : 0),
        0,
      );
      const dropped = more.find(({ here }) => 'bytes' in here);
      if (dropped !== undefined) requireSize(dropped.name, held);
      if (tasks.length + more.length > maxTransfers) void drop(endedTasks());
      tasks = [...tasks, ...more.map(newTask)];
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
    pause(ids) {
      for (const task of tasks.filter(({ id }) => ids.includes(id))) {
        if (task.state === 'waiting') set(task, { state: 'paused' });
        else if (task.running !== null) {
          task.pausing = true;
          task.running.abort();
        }
      }
    },
    cancel(id) {
      const task = find(id);
      if (task !== undefined) void cancel(task);
    },
    retry(ids) {
      for (const task of tasks.filter(({ id }) => ids.includes(id))) {
        if (!again.has(task.state)) continue;
        // A paused one has its answer.
        if (task.state !== 'paused') Object.assign(task, { choice: 'create', conflict: null });
        set(task, { state: 'waiting', problem: null, savedAs: null });
      }
      start();
    },
    clearEnded() {
      void drop(endedTasks());
      changed();
    },
    async forget(systemId) {
      await drop(tasks.filter((one) => one.systemId === systemId));
      changed();
    },
    close: () => drop(tasks, new AppCloses()),
  };
}

/** Returns a call that passes on what is told now and then. */
function seldom(changed: () => void): () => void {
  let told = 0;
  return () => {
    const now = performance.now();
    if (now - told < tellEvery) return;
    told = now;
    changed();
  };
}

/**
 * Whether another transfer writes the same file, or one whose name is still to be found: each looks what is there before
 * it writes, so that they go one after the other.
 */
const isInWayOf =
  (task: Task) =>
  (other: Task): boolean => {
    const isSameFolder =
      task.direction === 'up' &&
      other.direction === 'up' &&
      task.systemId === other.systemId &&
      task.machine === other.machine &&
      task.folder === other.folder;
    const isSameName = (other.savedAs ?? other.name) === task.name;
    return isSameFolder && (isSameName || task.choice === 'both' || other.choice === 'both');
  };

/** Resolves when the transfer has ended, or nothing of it has moved for a while. */
async function untilQuiet(task: Task, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<void>((resolve) => {
    let { moved } = task;
    timer = setInterval(() => {
      if (task.moved === moved) resolve();
      ({ moved } = task);
    }, quietMs);
  });
  await Promise.race([done, quiet]);
  clearInterval(timer);
}

const newTask = (given: NewTransfer): Task => ({
  ...given,
  id: randomUUID(),
  savedAs: null,
  size: 'bytes' in given.here ? given.here.bytes.length : null,
  moved: 0,
  rate: null,
  resumes: false,
  job: null,
  state: 'waiting',
  problem: null,
  conflict: null,
  choice: 'create',
  running: null,
  pausing: false,
  received: null,
});

/** Moves one file, and says in it what became of that. Never rejects. */
async function perform(
  task: Task,
  deps: Pick<TransfersDeps, 'open' | 'log'> & {
    readonly set: (task: Task, change: Partial<Writable<Transfer>>) => void;
    readonly tell: () => void;
  },
): Promise<void> {
  const { open, log, set, tell } = deps;
  const running = new AbortController();
  task.running = running;
  task.pausing = false;
  const report = reporterOf(task, tell);
  set(task, { state: 'running', problem: null, rate: null });
  try {
    const remote = open(task.systemId, task.machine);
    const move = task.direction === 'up' ? upload : download;
    const onJob = (job: string | null): void => set(task, { job });
    const conflict = await move({ task, remote, signal: running.signal, report, onJob });
    // One that was stopped too late is done.
    set(task, conflict === null ? { state: 'done', conflict } : { state: 'asks', conflict });
  } catch (error) {
    const isStopped = running.signal.aborted;
    const isGoingOn = isStopped ? task.pausing : task.resumes && isRetryable(error);
    if (!isGoingOn || task.received?.mark === null) await discard(task, log);
    const moved = task.received?.file.size ?? 0;
    if (isStopped) set(task, { state: task.pausing ? 'paused' : 'cancelled', moved });
    else {
      if (!(error instanceof AppError)) log.error('transfer-failed', error);
      const problem = (error instanceof AppError ? error : new AppError('internal')).toData();
      set(task, { state: 'failed', problem, moved });
    }
  } finally {
    task.running = null;
    if (task.state === 'done') release(task);
  }
}

const isRetryable = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'ssh-cut' || error.code.startsWith('network-'));

/** Returns what notes the bytes that have been moved, and their rate. */
function reporterOf(task: Task, tell: () => void): (moved: number) => void {
  let begun: { readonly at: number; readonly moved: number } | null = null;
  return (moved) => {
    const now = performance.now();
    begun ??= { at: now, moved };
    const took = now - begun.at;
    task.moved = moved;
    task.rate = took < rateAfter ? null : ((moved - begun.moved) * 1000) / took;
    tell();
  };
}

/** Removes what has arrived of a download that does not go on. Never rejects. */
async function discard(task: Task, log: Log): Promise<void> {
  const { received } = task;
  task.received = null;
  task.resumes = false;
  try {
    await received?.file.discard();
  } catch (error) {
    log.error('transfer-left', error);
  }
}

function shown({ here, choice, running, pausing, received, ...transfer }: Task): Transfer {
  return transfer;
}

/** Gives the memory of a dropped file back: it is not needed again. */
function release(task: Task): void {
  if ('bytes' in task.here) task.here = { bytes: new Uint8Array(), changedAt: null };
}
