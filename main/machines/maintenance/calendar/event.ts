import type { Clock } from '../zones.ts';
import { type Component, propertyOf } from './lines.ts';
import type { Work } from './rule.ts';
import {
  type Duration,
  day,
  parseDuration,
  parseTime,
  parseTimes,
  type Time,
  Unreadable,
  utc,
} from './values.ts';

/** First and last possible moments, ms since 1970. */
export const [earliest, latest] = [utc(1970, 0, 1), utc(2200, 0, 1)];

/** Context for reading events. */
export interface Context {
  /** Returns the clock of a zone name; null if unknown. */
  readonly clockOf: (zone: string) => Clock | null;
  /** The clock for floating times, as far as known now. */
  readonly base: Clock;
  readonly from: number;
  readonly to: number;
  readonly work: Work;
}

export interface Event {
  readonly component: Component;
  readonly start: Time;
  readonly length: Duration;
}

export const instantOf = ({ wall, clock }: Time, base: Clock): number =>
  (clock ?? base).instantOf(wall);

/** @param origin its start if it has none @throws Unreadable */
export function readEvent(component: Component, { clockOf, base }: Context, origin?: Time): Event {
  if (component.broken) throw new Unreadable('unfinished');
  const first = propertyOf(component, 'dtstart');
  const starts = first === undefined ? [] : parseTimes(first, clockOf);
  const start = starts[0] ?? origin;
  if (start === undefined) throw new Unreadable('no-start');
  if (start.wall < earliest || start.wall > latest) throw new Unreadable('years');
  return { component, start, length: lengthOf(component, start, { clockOf, base }) };
}

function lengthOf(
  component: Component,
  start: Time,
  { clockOf, base }: Pick<Context, 'clockOf' | 'base'>,
): Duration {
  const [last, lasting] = [propertyOf(component, 'dtend'), propertyOf(component, 'duration')];
  if (last !== undefined) {
    const said = parseTime(last.value, clockOf, last.params.get('tzid') ?? null);
    const end = said.clock === null ? { ...said, clock: start.clock } : said;
    if (end.wall > latest) throw new Unreadable('years');
    return between(start, end, base);
  }
  const duration = lasting === undefined ? { days: 0, ms: 0 } : parseDuration(lasting.value);
  if (duration.days * day + duration.ms > latest) throw new Unreadable('duration');
  const none = duration.days + duration.ms === 0;
  return start.date && none ? { days: 1, ms: 0 } : duration;
}

/**
 * Exact, so that each repetition lasts as long (RFC 5545, section 3.8.5.3); in clock time for whole days and times
 * without a zone.
 */
export function between(start: Time, end: Time, base: Clock): Duration {
  const shown = end.wall - start.wall;
  const oneClock = end.clock === start.clock;
  if (start.date && end.date) {
    if (shown < 0) throw new Unreadable('end-before-start');
    return { days: Math.max(1, Math.round(shown / day)), ms: 0 };
  }
  const exact =
    start.clock === null && oneClock ? shown : instantOf(end, base) - instantOf(start, base);
  // a time skipped by the clock is later than it looks, and may be its own end
  const ms = exact <= 0 && oneClock && shown > 0 ? shown : exact;
  if (ms < 0) throw new Unreadable('end-before-start');
  return { days: 0, ms };
}
