import type { Emit } from '../../../preload/contract/index.ts';
import type { JobsState } from '../../../preload/contract/work/jobs.ts';
import type { inBackground } from '../../base/async/background.ts';
import type { Log } from '../../base/host.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { createAlarm, nextDelay, type Rest } from '../../machines/monitor/index.ts';
import type { Notifications } from '../../machines/notifications/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { ComputeApis } from '../apis.ts';
import { type Book, learnUser } from './book.ts';
import type { KeptOutputs } from './kept-outputs.ts';
import type { JobStore, KeptSubmission } from './store.ts';
import { createSystemJobs, type SystemJobs } from './system-jobs.ts';
import type { Tracked } from './tracked.ts';

/** Between rounds, ms: while a screen shows jobs, and while jobs are only followed. */
const lookedInterval = 15_000;
const followedInterval = 60_000;

/** The jobs of one system, and when they are asked about next. */
export interface Entry {
  readonly jobs: SystemJobs;
  wake(delay: number): void;
  stop(): void;
}

export interface RoundsDeps {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly apis: Pick<ComputeApis, 'of' | 'retry'>;
  readonly notices: Pick<Notifications, 'jobs'>;
  readonly policy: Pick<Policy, 'isLocked'>;
  readonly database: Pick<Database, 'runAll'>;
  readonly emit: Emit;
  readonly log: Log;
  /** Copies of what jobs printed, made where the user wants them. */
  readonly keepOutputs: KeptOutputs['fetch'];
  /** While it rests, only the user's own wishes are sent; default: never. */
  readonly rest?: Rest;
  /** Monotonic clock, ms; default: since the process began. */
  readonly uptime?: () => number;
  /** In [0, 1): jitter of the back-off. */
  readonly random?: () => number;
}

interface RoundsOptions {
  readonly store: JobStore;
  readonly background: ReturnType<typeof inBackground>;
  readonly now: () => Date;
  readonly afterRound: () => Promise<void>;
  readonly isClosed: () => boolean;
}

/** Asks systems about their jobs, in time: often while a screen shows them, later after failures. */
export function createRounds(
  deps: RoundsDeps,
  { store, background, now, afterRound, isClosed }: RoundsOptions,
) {
  const { systems, apis, emit, log, policy } = deps;
  const entries = new Map<string, Entry>();
  let lastId = 0;

  async function reload(book: Book): Promise<void> {
    const all = await store.jobs();
    book.tracked = all.filter(({ systemId }) => systemId === book.systemId);
  }

  function add(
    systemId: string,
    tracked: Tracked[],
    submissions: readonly KeptSubmission[],
  ): Entry {
    const book: Book = {
      systemId,
      tracked,
      submissions: new Map(submissions.map((one) => [one.id, one])),
      machines: new Map(),
      machinesKnown: false,
      gappy: new Set(),
      withoutQueue: new Set(),
      problem: null,
      user: systems.get(systemId).computeApi?.user ?? null,
      onlyOwn: false,
      shownAt: new Map(),
    };
    learnUser(book);
    const jobs = createSystemJobs({
      book,
      store,
      database: deps.database,
      notices: deps.notices,
      emit,
      log,
      api: () => apis.of(systemId),
      nextId: () => {
        lastId += 1;
        return lastId;
      },
      isLocked: () => policy.isLocked('noJobSubmission'),
      now: () => now().getTime(),
      reload: () => reload(book),
      ended: (api, ones) => background('jobs.output', deps.keepOutputs(api, ones)),
    });
    const alarm = createAlarm({
      now,
      uptime: deps.uptime ?? (() => performance.now()),
      ring: () => background('jobs.refresh', refresh(entry)),
    });
    const entry: Entry = {
      jobs,
      wake: (delay) => {
        if (!isClosed() && deps.rest?.rests() !== true) alarm.set(delay);
      },
      stop: alarm.stop,
    };
    entries.set(systemId, entry);
    return entry;
  }

  function entryOf(systemId: string): Entry {
    systems.get(systemId);
    return entries.get(systemId) ?? add(systemId, [], []);
  }

  /** Returns the jobs as the system tells them now, or a moment ago. */
  async function latest(systemId: string): Promise<JobsState> {
    const entry = entryOf(systemId);
    if (!entry.jobs.isLooked() && apis.of(systemId) !== null) {
      entry.jobs.look();
      await refresh(entry);
    }
    return entry.jobs.snapshot();
  }

  async function refresh(entry: Entry): Promise<void> {
    await entry.jobs.refresh();
    schedule(entry);
    await afterRound();
  }

  function schedule(entry: Entry): void {
    const { jobs } = entry;
    entry.stop();
    if (!jobs.isLooked() && !jobs.isFollowing()) return;
    const problem = jobs.problem();
    const seconds = problem?.details.retryAfter;
    const situation = {
      interval: jobs.isLooked() ? lookedInterval : followedInterval,
      failures: jobs.failures(),
      quick: false,
      offline: problem?.code === 'network-offline',
      retryAfter: typeof seconds === 'number' ? seconds * 1000 : 0,
    };
    entry.wake(nextDelay(situation, (deps.random ?? Math.random)()));
  }

  const drop = async (systemId: string): Promise<void> => {
    const entry = entries.get(systemId);
    entries.delete(systemId);
    entry?.stop();
    await entry?.jobs.close();
  };

  return {
    entries,
    add,
    entryOf,
    latest,
    refresh,
    schedule,
    drop,
    reload,
    /** Rows get ids above this one. */
    countFrom(id: number) {
      lastId = id;
    },
  };
}
