import { ignoring } from '../../../common/ignoring.ts';
import type { Handlers, ParsedInput } from '../../../preload/contract/index.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { UnsentLines } from '../../../preload/contract/shapes.ts';
import type {
  JobSubmission,
  JobsState,
  SentSubmission,
} from '../../../preload/contract/work/jobs.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { wakeDelay } from '../../machines/monitor/index.ts';
import type { Links } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import { learnUser } from './book.ts';
import { type CallDeps, jobCalls, submitJob } from './calls.ts';
import { createKeptOutputs } from './kept-outputs.ts';
import { createOutputFinder, type Printed, printedBy } from './output.ts';
import { createRounds, type Entry, type RoundsDeps } from './rounds.ts';
import { createJobStore } from './store.ts';
import { afterRestart, unsentLines } from './submissions.ts';
import type { SystemJobs } from './system-jobs.ts';

export { draftRows, jobRows, submissionRows } from './store.ts';

export interface JobsDeps extends Omit<RoundsDeps, 'keepOutputs'> {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'to' | 'onChange'>;
  readonly policy: Pick<Policy, 'isLocked' | 'requireOpen'>;
  readonly database: Database;
  readonly kept: () => Pick<Settings, 'keepChanges' | 'keepJobOutput'>;
  readonly paths: { readonly data: string };
  readonly now?: () => Date;
}

export interface Jobs {
  readonly calls: Handlers<'jobs'>;
  readonly unseenCalls: Handlers<'unseenJobs'>;
  /** Returns the jobs as the system tells them now, or a moment ago. */
  latest(systemId: string): Promise<JobsState>;
  /** Submits a job once: the same id is never sent again. @throws AppError if it was not sent */
  submit(asked: ParsedInput<'jobs.submit'>): Promise<SentSubmission>;
  /** Returns the lines of a script of which something would not go along. */
  unsent(asked: { readonly systemId: string; readonly submission: JobSubmission }): UnsentLines;
  /** Returns the end of what a job printed. @throws AppError */
  printed(
    asked: {
      readonly systemId: string;
      readonly machine: string;
      readonly id: string;
      readonly which: 'output' | 'error';
      /** Bytes. */
      readonly most: number;
    },
    signal: AbortSignal,
  ): Promise<Printed>;
  /** Deletes everything stored for a system. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

const day = 24 * 3_600_000;
const usualDays = 400;

/** Jobs of the systems' compute APIs: listed while a screen shows them, followed to their end, submitted. */
export function createJobs(deps: JobsDeps): Jobs {
  const { systems, apis, links, log, emit, policy } = deps;
  const now = deps.now ?? (() => new Date());
  const store = createJobStore(deps.database);
  const background = inBackground(log);
  const findOutput = createOutputFinder();
  const keptOutputs = createKeptOutputs({ ...deps, find: findOutput, now });
  const keepOutputs = keptOutputs.fetch;
  const isClosed = () => closed;
  const how = { store, background, now, afterRound: tidy, isClosed };
  const rounds = createRounds({ ...deps, keepOutputs }, how);
  const { entries, add, entryOf, refresh, schedule, drop } = rounds;
  let closed = false;
  let tidied = 0;

  const ready = load();
  background('jobs.load', ready);

  /** Follows what was not at its end when the app last ran. */
  async function load(): Promise<void> {
    const [tracked, submissions, last] = await Promise.all([
      store.jobs(),
      store.submissions(),
      store.lastId(),
    ]);
    rounds.countFrom(last);
    for (const { id } of systems.state().systems) {
      const own = tracked.filter(({ systemId }) => systemId === id);
      const sent = submissions.filter(({ systemId }) => systemId === id).map(afterRestart);
      if (own.length === 0 && sent.length === 0) continue;
      const entry = add(id, own, sent);
      if (entry.jobs.isFollowing()) entry.wake(wakeDelay);
    }
    await tidy();
  }

  /** Deletes what the user no longer wants kept, once a day. */
  async function tidy(): Promise<void> {
    const today = Math.floor(now().getTime() / day);
    if (today === tidied) return;
    tidied = today;
    const days = deps.kept().keepChanges ?? usualDays;
    const before = days === 0 ? null : (today - days) * day;
    for (const [id, { jobs }] of entries) {
      await deps.database.runAll(store.deleteOld(id, before));
      await rounds.reload(jobs.book);
      await keptOutputs.keepOnly(id, new Set(jobs.book.tracked.map((one) => one.id)));
    }
  }

  const choices = new Map(systems.state().systems.map((one) => [one.id, one.computeApi ?? null]));
  const unfollow = [
    links.onChange(({ systemId, service, removed, moved, access, identity }) => {
      const entry = entries.get(systemId);
      if (entry === undefined || service !== 'webApi') return;
      if (removed) background('jobs.close', drop(systemId));
      else if (moved || access || identity) {
        entry.jobs.forgetFolders();
        entry.wake(0);
      }
    }),
    systems.onChange(({ systems: all }) => {
      for (const { id, computeApi = null } of all) {
        const before = choices.get(id) ?? null;
        choices.set(id, computeApi);
        if (JSON.stringify(before) === JSON.stringify(computeApi)) continue;
        const jobs = entries.get(id)?.jobs;
        if (jobs === undefined) emit('jobs.changed', { systemId: id, keys: null });
        else {
          jobs.book.user = computeApi?.user ?? null;
          learnUser(jobs.book);
          jobs.changed(null);
        }
      }
    }),
    deps.rest?.onChange(() => entries.forEach(startAnew)),
  ];

  async function open(systemId: string): Promise<SystemJobs> {
    await ready;
    return entryOf(systemId).jobs;
  }

  const callDeps: CallDeps = {
    ...{ apis, links, policy, keptOutputs, findOutput, store },
    database: deps.database,
    now: () => now().getTime(),
    open,
    async refresh(systemId) {
      await ready;
      await refresh(entryOf(systemId));
    },
    follow: (systemId) => schedule(entryOf(systemId)),
  };
  const calls = jobCalls(callDeps);

  return {
    async latest(systemId) {
      await ready;
      return rounds.latest(systemId);
    },
    unseenCalls: { snapshot: async ({ systemId }) => (await open(systemId)).unseen() },
    calls,
    submit: (asked) => submitJob(callDeps, asked),
    unsent: ({ systemId, submission }) => unsentLines(submission, apis.of(systemId)),
    printed: (asked, signal) => printedBy(apis.of(asked.systemId), findOutput, asked, signal),
    async forget(systemId) {
      await ignoring('it is logged', ready);
      await drop(systemId);
      await deps.database.runAll(store.forgetting(systemId));
      await keptOutputs.keepOnly(systemId, new Set());
    },
    async close() {
      closed = true;
      for (const stop of unfollow) stop?.();
      await ignoring('it is logged', ready);
      await Promise.all([...entries.keys()].map(drop));
    },
  };
}

function startAnew({ jobs, stop, wake }: Entry): void {
  stop();
  if (jobs.isFollowing() || jobs.isLooked()) wake(wakeDelay);
}
