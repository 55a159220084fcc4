/** A local time; months from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const day = 86_400_000;

/** The zones of the IANA database, as far as this computer knows them. */
export interface Zones {
  has(zone: string): boolean;
  /** Returns how far a zone is ahead of UTC at a time, ms. @param at ms since 1970 */
  offsetAt(zone: string, at: number): number;
  /**
   * Returns when a zone's clock shows a time, ms since 1970. Of two instants it is the first; for a skipped time it
   * uses the offset before (RFC 5545, section 3.3.5).
   */
  instantOf(time: WallTime, zone: string): number;
}

/** Number of days whose offsets are cached. */
const mostDays = 20_000;

/**
 * Like `Zones.instantOf`, for any clock. @param offsetAt how far it is ahead of UTC, ms @param wall its time, as if UTC
 */
export function clockShowing(offsetAt: (at: number) => number, wall: number): number {
  const [before, after] = [offsetAt(wall - day), offsetAt(wall + day)];
  const right = [before, after].find((offset) => offsetAt(wall - offset) === offset);
  return wall - (right ?? before);
}

/** The clock of some place. */
export interface Clock {
  /** Returns its time at an instant, ms since 1970 as if it showed UTC. */
  wallAt(at: number): number;
  /** Returns when it shows a time (RFC 5545, section 3.3.5): the first of two, the offset before for none. */
  instantOf(wall: number): number;
}

/** Returns a clock from its offset to UTC. @param offsetAt ms, at ms since 1970 */
export function clockOf(offsetAt: (at: number) => number): Clock {
  return {
    wallAt: (at) => at + offsetAt(at),
    instantOf: (wall) => clockShowing(offsetAt, wall),
  };
}

export function createZones(): Zones {
  const known = new Map<string, Intl.DateTimeFormat>();
  const ofDays = new Map<string, number>();

  function formatOf(zone: string): Intl.DateTimeFormat {
    const found = known.get(zone);
    if (found !== undefined) return found;
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    known.set(zone, made);
    return made;
  }

  /** Caches days: one that begins and ends with one offset has no other. */
  function offsetAt(zone: string, at: number): number {
    const from = Math.floor(at / day);
    const [begins, ends] = [offsetOfDay(zone, from), offsetOfDay(zone, from + 1)];
    return begins === ends ? begins : exactOffset(zone, at);
  }

  function offsetOfDay(zone: string, date: number): number {
    const key = `${zone} ${date}`;
    const found = ofDays.get(key);
    if (found !== undefined) return found;
    if (ofDays.size >= mostDays) ofDays.clear();
    const offset = exactOffset(zone, date * day);
    ofDays.set(key, offset);
    return offset;
  }

  function exactOffset(zone: string, at: number): number {
    const parts = new Map(
      formatOf(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, Number(value)]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const shown = Date.UTC(
      of('year'),
      of('month') - 1,
      of('day'),
      of('hour'),
      of('minute'),
      of('second'),
    );
    return shown - Math.floor(at / 1000) * 1000;
  }

  return {
    has(zone) {
      try {
        formatOf(zone);
        return true;
      } catch {
        // not a name of a zone
        return false;
      }
    },
    offsetAt,
    instantOf({ year, month, day: date, hour, minute, second }, zone) {
      const wall = Date.UTC(year, month - 1, date, hour, minute, second);
      return clockShowing((at) => offsetAt(zone, at), wall);
    },
  };
}
