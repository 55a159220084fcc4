import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { latestTime, readRow, readRows } from '../../base/storage/rows/index.ts';
import { foldMachineDays, type Stretch } from '../sums/index.ts';
import { type Days, dayOf } from './days.ts';
import { type ElapsedTime, trackElapsed } from './elapsed.ts';
import { compare, type Ids, type KnownMachines, keyOf } from './machines.ts';
import { type Past, pastBefore, pastStatements } from './past.ts';
import { deleteOld, type Retention } from './retention.ts';
import { machineRows, spanRows, statusRows } from './rows.ts';
import {
  emptyTimeline,
  isClockAhead,
  miss,
  observe,
  type Timeline,
  wasClockAhead,
} from './timeline.ts';
import type { Miss, Observation } from './types.ts';

/** Records observations of one system's machines one after another, each completely or not at all. */
export interface Recorder {
  /**
   * Writes a good answer together with `also`, in one transaction.
   * @returns false for a late answer: then nothing is written
   */
  observed(seen: Observation, also: readonly Statement[]): Promise<boolean>;
  /** Records a gap from here on, with its reason. */
  missed(what: Miss): Promise<void>;
  /**
   * Adds history from before the first observation here.
   * @param until ms since 1970; the past ends there
   * @returns the newly added part
   */
  addPast(past: Past, until: number): Promise<Past>;
  /** Resolves once everything so far is written and summed, or has failed. */
  flushed(): Promise<void>;
}

/** Days summed at once, so that other requests to the storage worker do not wait for a year. */
const daysAtOnce = 31;

interface Memory {
  readonly timeline: Timeline;
  readonly known: KnownMachines;
  /** Days are summed up to here; null before the first one. */
  readonly foldedUntil: number | null;
}

export function createRecorder(options: {
  readonly systemId: string;
  readonly database: Database;
  readonly ids: () => Promise<Ids>;
  readonly days: Days;
  readonly retention: () => Retention;
  /** Returns the history that comes with a new system; null for none. */
  readonly pastOf: (seen: Observation) => Past | null;
  /** Runs work in the background. */
  readonly background: (name: string, work: Promise<unknown>) => void;
  /** Called if anything may have changed. */
  readonly changed: () => void;
  /** Called instead of `changed` if only observed time was added. */
  readonly observed: (passed: ElapsedTime) => void;
}): Recorder {
  const { systemId, database, days } = options;
  let memory: Memory | null = null;
  let earlier: Timeline['last'] = null;
  const inOrder = serialQueue();
  let today: Stretch = { from: 0, to: 0 };

  /** Runs work one after another; the caller gets a failure, and the next run starts from the database. */
  function next<T>(work: (now: Memory) => Promise<T>): Promise<T> {
    return inOrder(async () => {
      memory ??= await load(database, systemId, earlier);
      const now = memory;
      earlier = now.timeline.last;
      memory = null;
      return work(now);
    });
  }

  async function takeFutureAway(at: number): Promise<Memory> {
    await database.run(...cutAt(systemId, at, dayOf(days, at).day));
    return load(database, systemId, null);
  }

  /** Prepares the memory before an observation is written. */
  async function begin(now: Memory, seen: Observation): Promise<Memory> {
    if (wasClockAhead(now.timeline, seen)) return takeFutureAway(seen.at);
    if (now.timeline.mark !== null) return now;
    const past = options.pastOf(seen);
    if (past === null) return now;
    await database.runAll(pastStatements(now.known, past, await options.ids()));
    return load(database, systemId, null);
  }

  return {
    observed: (seen, also) =>
      next(async (now) => {
        const { last } = now.timeline;
        if (last !== null && seen.asked <= last.asked) {
          memory = now;
          return false;
        }
        const start = await begin(now, seen);
        const { timeline, from, at, statements } = observe(systemId, start.timeline, seen);
        const passing = trackElapsed(start.known);
        const changes = compare(start.known, seen.machines, at, await options.ids());
        await database.run(...statements, ...changes, ...also);
        const written = { ...start, timeline };
        memory = written;
        if (from === null) options.changed();
        else options.observed({ from, to: at, machines: passing() });
        // the observation's caller does not wait for sums
        if (isDue(written) && !isClockAhead(seen)) options.background('machines.fold', next(fold));
        return true;
      }),
    missed: (what) =>
      next(async (now) => {
        const { timeline, statements } = miss(systemId, now.timeline, what);
        if (statements.length > 0) await database.run(...statements);
        memory = { ...now, timeline };
        if (statements.length > 0) options.changed();
      }),
    addPast: (past, until) =>
      next(async (now) => {
        const span = await database.get({
          sql: 'SELECT MIN(start) AS first FROM history_spans WHERE system_id = ?',
          params: [systemId],
        });
        const first = span?.first == null ? until : Math.min(until, Number(span.first));
        const taken = pastBefore(past, first);
        if (taken.stretches.length === 0) {
          memory = now;
          return { ...taken, machines: [] };
        }
        // the memory is reloaded with the next check
        await database.runAll(pastStatements(now.known, taken, await options.ids()));
        options.changed();
        return taken;
      }),
    async flushed() {
      await inOrder(async () => undefined);
    },
  };

  function isDue({ timeline: { mark }, foldedUntil }: Memory): boolean {
    if (mark === null) return false;
    if (mark < today.from || mark >= today.to) today = dayOf(days, mark);
    return foldedUntil === null || foldedUntil < today.from;
  }

  /** Sums the days that ended since the last time, and deletes old data. */
  async function fold(now: Memory): Promise<void> {
    memory = now;
    if (!isDue(now)) return;
    const over = days.between(now.foldedUntil ?? today.from, today.from);
    for (let at = 0; at < over.length; at += daysAtOnce) {
      await foldMachineDays(database, { systemId, days: over.slice(at, at + daysAtOnce) });
    }
    const forgetting = deleteOld(systemId, today.from, options.retention());
    const forgotten = forgetting.length === 0 ? [0] : await database.run(...forgetting);
    // a machine deleted from the tables must leave the memory too
    memory = forgotten[0] === 0 ? { ...now, foldedUntil: today.from } : null;
  }
}

async function load(database: Database, systemId: string, last: Timeline['last']): Promise<Memory> {
  const of = [systemId];
  const [machines, statuses, latest, fold] = await Promise.all([
    database.all({ sql: 'SELECT * FROM history_machines WHERE system_id = ?', params: of }),
    database.all({ sql: 'SELECT * FROM history_statuses WHERE system_id = ?', params: of }),
    database.get({
      sql: `SELECT * FROM history_spans WHERE system_id = ?1 AND start BETWEEN 0 AND ?2
        ORDER BY start DESC, id DESC LIMIT 1`,
      params: [systemId, latestTime],
    }),
    database.get({
      sql: `SELECT COALESCE((SELECT until FROM history_folds
                         WHERE system_id = ?1 AND until BETWEEN 0 AND ?2),
                       (SELECT MIN(start) FROM history_spans
                         WHERE system_id = ?1 AND start BETWEEN 0 AND ?2)) AS until`,
      params: [systemId, latestTime],
    }),
  ]);
  const span = latest === undefined ? null : readRow(database, spanRows, latest);
  const reason = span === null ? null : (span.reason ?? 'observed');
  const timeline: Timeline = {
    mark: span === null ? null : span.until,
    open: last === null ? null : reason,
    detail: last === null || span === null ? null : span.detail,
    last,
  };
  return {
    timeline: span === null ? emptyTimeline : timeline,
    foldedUntil: fold?.until == null ? null : Number(fold.until),
    known: {
      systemId,
      round: 0,
      order: [],
      statuses: new Map(
        readRows(database, statusRows, statuses).map(({ id, status }) => [status, id]),
      ),
      machines: new Map(
        readRows(database, machineRows, machines).map((one) => [
          keyOf(one.name, one.nth),
          {
            id: one.id,
            name: one.name,
            raw: null,
            status: one.statusId,
            transitions: one.transitions,
            fields: one.fields,
            fieldsAt: one.fieldsAt,
            round: 0,
          },
        ]),
      ),
    },
  };
}

/** Deletes everything after `at`, because the clock was wrong when it was written. */
function cutAt(systemId: string, at: number, day: number): Statement[] {
  const ours = 'machine_id IN (SELECT id FROM history_machines WHERE system_id = ?1)';
  return [
    { sql: `DELETE FROM history_transitions WHERE ${ours} AND at > ?2`, params: [systemId, at] },
    { sql: `DELETE FROM history_fields WHERE ${ours} AND at > ?2`, params: [systemId, at] },
    { sql: `DELETE FROM history_days WHERE ${ours} AND day >= ?2`, params: [systemId, day] },
    {
      sql: `DELETE FROM history_machines WHERE system_id = ?1
             AND NOT EXISTS (SELECT 1 FROM history_transitions WHERE machine_id = history_machines.id)`,
      params: [systemId],
    },
    {
      sql: `UPDATE history_machines SET (changed_at, transitions, status_id) =
              (SELECT at, n, status_id FROM history_transitions WHERE machine_id = history_machines.id
                ORDER BY at DESC, n DESC LIMIT 1)
             WHERE system_id = ?1`,
      params: [systemId],
    },
    {
      sql: 'DELETE FROM history_spans WHERE system_id = ?1 AND start > ?2',
      params: [systemId, at],
    },
    {
      sql: 'UPDATE history_spans SET until = ?2 WHERE system_id = ?1 AND until > ?2',
      params: [systemId, at],
    },
    {
      sql: 'UPDATE history_folds SET until = MIN(until, ?2) WHERE system_id = ?1',
      params: [systemId, at],
    },
  ];
}
