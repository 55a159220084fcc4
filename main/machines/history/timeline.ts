import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Statement } from '../../base/storage/database.ts';
import type { Miss, Observation } from './types.ts';

/** Longest time between two good checks that counts as observed, ms; an observation may name a longer one. */
const longestBetween = 150_000;
/** Difference between clock and uptime from one check to the next beyond which the clock was set, ms. */
const drift = 5_000;
/** A recorded time this far in the future of both clocks, this computer's and the server's, was wrong. */
const day = 24 * 3600_000;

/** The recorded history so far: everything before `mark`. */
export interface Timeline {
  /** Ms since 1970; null while nothing is recorded. */
  readonly mark: number | null;
  /** Kind of the last span; null after a start of the app, which was closed until then. */
  readonly open: 'observed' | GapReason | null;
  readonly detail: string | null;
  /** The last good check of this process. */
  readonly last: Pick<Observation, 'at' | 'uptime' | 'asked'> | null;
}

export interface Step {
  readonly timeline: Timeline;
  /** Start of the observed time that ends at `at`; null after a gap. */
  readonly from: number | null;
  /** Recorded time of the check: never before the mark, so that no time is recorded twice. */
  readonly at: number;
  readonly statements: readonly Statement[];
}

export const emptyTimeline: Timeline = { mark: null, open: null, detail: null, last: null };

/**
 * Returns whether the recorded history reaches more than a day into the future: then it was written by a wrong clock,
 * and must be deleted first. The server's clock must agree, because this computer's clock may be the wrong one now.
 */
export function wasClockAhead({ mark }: Timeline, { at, served }: Observation): boolean {
  return mark !== null && served != null && mark - Math.max(at, served) > day;
}

/** Returns whether this computer's clock is over a day ahead of the server's: then nothing is deleted for its age. */
export function isClockAhead({ at, served }: Observation): boolean {
  return served != null && at - served > day;
}

/**
 * Records a good check. The time since the last one counts as observed, unless there was a failure, sleep, a clock
 * change or a start of the app in between: then a new span starts.
 */
export function observe(systemId: string, before: Timeline, seen: Observation): Step {
  const at = Math.max(before.mark ?? seen.at, seen.at);
  const { asked, uptime } = seen;
  const last = { asked, uptime, at: seen.at };
  const timeline = { mark: at, open: 'observed' as const, detail: null, last };
  const gap = gapBefore(before, seen);
  if (gap === null) return { timeline, from: before.mark, at, statements: [extend(systemId, at)] };
  const observed = insert(systemId, at, at, null, null);
  return {
    timeline,
    from: null,
    at,
    statements: [...closeGap(systemId, before, at, gap), observed],
  };
}

/** Records a failed check, or the last moment before checks stop. */
export function miss(
  systemId: string,
  before: Timeline,
  { at: clock, reason, detail }: Miss,
): Omit<Step, 'from'> {
  const at = Math.max(before.mark ?? clock, clock);
  const timeline = { ...before, open: reason, detail };
  // before the first good check there is nothing to record
  if (before.mark === null) return { timeline: { ...timeline, open: null }, at, statements: [] };
  const same = before.open === reason && before.detail === detail;
  if (same) return { timeline: { ...timeline, mark: at }, at, statements: [extend(systemId, at)] };
  if (before.open === null) {
    const statements = closeGap(systemId, before, at, 'closed');
    return {
      timeline: { ...timeline, mark: at },
      at,
      statements: [...statements, insert(systemId, at, at, reason, detail)],
    };
  }
  const start = before.mark;
  const earlier = before.open === 'observed' ? [] : [extend(systemId, at)];
  // the earlier reason applies until now, the new one from now on
  const from = before.open === 'observed' ? start : at;
  return {
    timeline: { ...timeline, mark: at },
    at,
    statements: [...earlier, insert(systemId, from, at, reason, detail)],
  };
}

/** Returns why the time since the last good check was not observed; null if it was. */
function gapBefore(before: Timeline, seen: Observation): GapReason | null {
  const { last, open } = before;
  if (open === null || last === null) return open === null || open === 'observed' ? 'closed' : open;
  if (open !== 'observed') return open;
  const passed = seen.uptime - last.uptime;
  const ahead = seen.at - last.at - passed;
  if (ahead < -drift) return 'clock';
  // some systems stop the uptime during sleep: the clock gets ahead of it; on others both advance
  if (ahead > drift || passed > Math.max(longestBetween, seen.longest ?? 0)) return 'asleep';
  return null;
}

function closeGap(systemId: string, before: Timeline, at: number, reason: GapReason): Statement[] {
  if (before.mark === null || before.mark === at) return [];
  if (before.open !== null && before.open !== 'observed') return [extend(systemId, at)];
  return [insert(systemId, before.mark, at, reason, null)];
}

function extend(systemId: string, until: number): Statement {
  return {
    sql: `UPDATE history_spans SET until = ?2
           WHERE id = (SELECT id FROM history_spans WHERE system_id = ?1
                        ORDER BY start DESC, id DESC LIMIT 1)`,
    params: [systemId, until],
  };
}

function insert(
  systemId: string,
  start: number,
  until: number,
  reason: GapReason | null,
  detail: string | null,
): Statement {
  return {
    sql: `INSERT INTO history_spans (system_id, start, until, reason, detail)
          SELECT id, ?2, ?3, ?4, ?5 FROM systems WHERE id = ?1`,
    params: [systemId, start, until, reason, detail],
  };
}
