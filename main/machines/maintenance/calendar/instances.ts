import type { Clock } from '../zones.ts';
import { between, type Context, type Event } from './event.ts';
import { type Component, propertiesOf } from './lines.ts';
import { instances, readRule } from './rule.ts';
import {
  type Duration,
  day,
  parseDuration,
  parseTime,
  parseTimes,
  type Time,
  Unreadable,
} from './values.ts';

/** Maximum dates of one event: several a day. */
export const mostOfOne = 4000;

/** One start of an event. */
export interface Instance {
  /** In the event's clock. */
  readonly wall: number;
  /** Ms since 1970; floating ones by the base. */
  readonly at: number;
  /** For an added period. */
  readonly length: Duration | null;
}

/** Returns an event's starts within the wanted time; for a long event also earlier ones. */
export function instancesOf(
  { component, start, length }: Event,
  place: Context,
): Map<number, Instance> {
  const { base, clockOf } = place;
  const clock = start.clock ?? base;
  const lasts = length.days * day + length.ms;
  // clock times differ from UTC by less than a day
  const wanted = { from: place.from - lasts - 2 * day, to: place.to + 2 * day };
  const found = new Map<number, Instance>();
  const add = (wall: number, at = clock.instantOf(wall), own: Duration | null = null): void => {
    found.set(at, { wall, at, length: own });
    if (found.size > mostOfOne * 2) throw new Unreadable('too-often');
  };
  add(start.wall);
  for (const wall of wallsOf(component, 'rrule', start, wanted, place)) add(wall);
  for (const property of propertiesOf(component, 'rdate')) {
    for (const text of property.value.split(',')) {
      if (text.trim() === '') continue;
      const [first = '', end] = text.split('/');
      const when = parseTime(first, clockOf, property.params.get('tzid') ?? null);
      // a date alone has the usual time
      const time = when.date && !start.date ? start.wall - Math.floor(start.wall / day) * day : 0;
      const at = when.clock?.instantOf(when.wall) ?? clock.instantOf(when.wall + time);
      const own = end === undefined ? null : periodOf(when, end, place);
      add(start.date ? Math.floor(when.wall / day) * day : clock.wallAt(at), at, own);
    }
  }
  for (const wall of wallsOf(component, 'exrule', start, wanted, place)) {
    found.delete(clock.instantOf(wall));
  }
  const find = finder(found, start);
  for (const property of propertiesOf(component, 'exdate')) {
    for (const when of parseTimes(property, clockOf)) {
      for (const one of find(when)) found.delete(one.at);
    }
  }
  return found;
}

function periodOf(from: Time, end: string, { clockOf, base }: Context): Duration {
  if (/^[+-]?P/i.test(end.trim())) return parseDuration(end);
  const to = parseTime(end, clockOf, null);
  return between(from, to.clock === null ? { ...to, clock: from.clock } : to, base);
}

function* wallsOf(
  component: Component,
  name: 'rrule' | 'exrule',
  start: Time,
  wanted: { readonly from: number; readonly to: number },
  { base, work }: Context,
): Generator<number> {
  const clock = start.clock ?? base;
  for (const { value } of propertiesOf(component, name)) {
    const rule = readRule(value);
    const fine = ['hourly', 'minutely', 'secondly'].includes(rule.frequency);
    if (start.date && fine) throw new Unreadable('rule');
    const isPast = endOf(rule.until, start, clock);
    const own = { left: Math.min(work.left, 200_000) };
    const before = own.left;
    try {
      for (const wall of instances(rule, start.wall, wanted, own)) {
        if (isPast(wall)) break;
        yield wall;
      }
    } finally {
      work.left -= before - own.left;
    }
  }
}

/** Returns whether a start is after the last one. */
function endOf(
  until: ReturnType<typeof readRule>['until'],
  start: Time,
  clock: Clock,
): (wall: number) => boolean {
  if (until === null) return () => false;
  const time = ((until.wall % day) + day) % day;
  // for whole days the end is a day too, in any form
  const isDay = until.date || (start.date && (!until.utc || time === 0 || time >= day - 1000));
  if (isDay) return (wall) => wall >= (Math.floor(until.wall / day) + 1) * day;
  if (until.utc) return (wall) => clock.instantOf(wall) > until.wall;
  return (wall) => wall > until.wall;
}

/**
 * Returns a function that finds the starts for a date: on this day, at this instant, or at this time of the event's
 * clock.
 */
export function finder(
  found: ReadonlyMap<number, Instance>,
  start: Time,
): (when: Time) => Instance[] {
  const dayOf = (wall: number): number => Math.floor(wall / day);
  const by = (key: (wall: number) => number): ReadonlyMap<number, Instance[]> => {
    const groups = new Map<number, Instance[]>();
    for (const one of found.values()) {
      const same = groups.get(key(one.wall));
      if (same === undefined) groups.set(key(one.wall), [one]);
      else same.push(one);
    }
    return groups;
  };
  const [walls, days] = [by((wall) => wall), by(dayOf)];
  return (when) => {
    if (when.clock !== null && !when.date) {
      const exact = found.get(when.clock.instantOf(when.wall));
      if (exact !== undefined) return [exact];
      if (!start.date) return [];
    }
    const same = when.date || start.date ? days.get(dayOf(when.wall)) : walls.get(when.wall);
    return same ?? [];
  };
}
