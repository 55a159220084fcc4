import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Statement } from '../../base/storage/database.ts';
import type { Miss, Observation } from './types.ts';

/** Two good checks further apart than this, or than is said, have observed nothing between them, ms. */
const longestBetween = 150_000;
/** How far clock and uptime may differ over one check before the clock counts as set, ms. */
const drift = 5_000;
/** What lies this far from both clocks, this computer's and the server's, is the work of a wrong one. */
const day = 24 * 3600_000;

/** What is told of time so far: everything before `mark`. */
export interface Timeline {
  /** Ms since 1970; null while nothing is told. */
  readonly mark: number | null;
  /** What the last span is; null after a start, when the app was closed until now. */
  readonly open: 'observed' | GapReason | null;
  readonly detail: string | null;
  /** The last good check of this process. */
  readonly last: Pick<Observation, 'at' | 'uptime' | 'asked'> | null;
}

export interface Step {
  readonly timeline: Timeline;
  /** Start of the observed time until `at`; null after a gap. */
  readonly from: number | null;
  /** The moment that what was seen is written under: never before the mark, so no moment is told twice. */
  readonly at: number;
  readonly statements: readonly Statement[];
}

export const nothingTold: Timeline = { mark: null, open: null, detail: null, last: null };

/**
 * True where the clock was wrong before, by more than a day: the future that it wrote must go first. One that is set back
 * may as well be wrong now, and takes nothing away: the server's must say so too.
 */
export function liesAhead({ mark }: Timeline, { at, served }: Observation): boolean {
  return mark !== null && served != null && mark - Math.max(at, served) > day;
}

/** True where the clock is ahead of the server's: nothing is too old by it. */
export function runsAhead({ at, served }: Observation): boolean {
  return served != null && at - served > day;
}

/**
 * A good check: the time since the last one counts as observed when both belong together. It is a new stretch
 * after a gap, a sleep, a set clock, a start of the app.
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

/** A failed check, or the last moment before there are none. */
export function miss(
  systemId: string,
  before: Timeline,
  { at: clock, reason, detail }: Miss,
): Omit<Step, 'from'> {
  const at = Math.max(before.mark ?? clock, clock);
  const timeline = { ...before, open: reason, detail };
  // before the first good check there is nothing to be told of
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
  // what failed for one reason until now fails for another from now on
  const from = before.open === 'observed' ? start : at;
  return {
    timeline: { ...timeline, mark: at },
    at,
    statements: [...earlier, insert(systemId, from, at, reason, detail)],
  };
}

/** Why the time since the last good check was not observed; null where it was. */
function gapBefore(before: Timeline, seen: Observation): GapReason | null {
  const { last, open } = before;
  if (open === null || last === null) return open === null || open === 'observed' ? 'closed' : open;
  if (open !== 'observed') return open;
  const passed = seen.uptime - last.uptime;
  const ahead = seen.at - last.at - passed;
  if (ahead < -drift) return 'clock';
  // where the uptime stands still in sleep, the clock is ahead of it; elsewhere both have gone on
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
