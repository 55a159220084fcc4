import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Statement } from '../../base/storage/database.ts';
import type { Miss, Observation } from './types.ts';

/** If good checks are further apart than this, or than given, the time between was not observed, ms. */
const longestBetween = 150_000;
/** How far clock and uptime may differ over one check before the clock counts as set, ms. */
const drift = 5_000;
/** A time this far from both clocks, this computer's and the server's, comes from a wrong clock. */
const day = 24 * 3600_000;

/** The recorded history so far: everything before `mark`. */
export interface Timeline {
  /** Ms since 1970; null while nothing is recorded. */
  readonly mark: number | null;
  /** Kind of the last span; null after a start, when the app was closed until now. */
  readonly open: 'observed' | GapReason | null;
  readonly detail: string | null;
  /** The last good check of this process. */
  readonly last: Pick<Observation, 'at' | 'uptime' | 'asked'> | null;
}

export interface Step {
  readonly timeline: Timeline;
  /** Start of the observed time until `at`; null after a gap. */
  readonly from: number | null;
  /** The time under which an observation is written: never before the mark, so that no time is recorded twice. */
  readonly at: number;
  readonly statements: readonly Statement[];
}

export const emptyTimeline: Timeline = { mark: null, open: null, detail: null, last: null };

/**
 * Returns whether the clock was wrong before by more than a day: the future that it wrote must be deleted first. A
 * clock that was set back may be wrong now instead, so this deletes only if the server's clock agrees.
 */
export function wasClockAhead({ mark }: Timeline, { at, served }: Observation): boolean {
  return mark !== null && served != null && mark - Math.max(at, served) > day;
}

/** Returns whether the clock is ahead of the server's: then nothing counts as too old. */
export function isClockAhead({ at, served }: Observation): boolean {
  return served != null && at - served > day;
}

/**
 * Records a good check: the time since the last one counts as observed if both belong together. A new span starts after
 * a gap, sleep, a clock change, or a start of the app.
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
  // until now it failed for one reason, from now on for another
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
  // if the uptime stops during sleep, the clock is ahead of it; otherwise both have advanced
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
