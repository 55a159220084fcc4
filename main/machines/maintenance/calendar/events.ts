import type { CalendarDate } from '../worker-methods.ts';
import type { Clock } from '../zones.ts';
import { type Component, propertiesOf, propertyOf, textOf } from './lines.ts';
import { instances, readRule, type Work } from './rule.ts';
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

const longestTitle = 200;
const longestSaid = 1000;
/** Maximum dates of one event: several a day. */
const mostOfOne = 4000;
const [earliest, latest] = [utc(1970, 0, 1), utc(2200, 0, 1)];

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

interface Event {
  readonly component: Component;
  readonly start: Time;
  readonly length: Duration;
}

/** One start of an event. */
interface Instance {
  /** In the event's clock. */
  readonly wall: number;
  /** Ms since 1970; floating ones by the base. */
  readonly at: number;
  /** For an added period. */
  readonly length: Duration | null;
}

const instantOf = ({ wall, clock }: Time, base: Clock): number => (clock ?? base).instantOf(wall);

/** @param origin its start if it has none @throws Unreadable */
function readEvent(component: Component, { clockOf, base }: Context, origin?: Time): Event {
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
function between(start: Time, end: Time, base: Clock): Duration {
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

/** Returns an event's starts within the wanted time; for a long event also earlier ones. */
function instancesOf({ component, start, length }: Event, place: Context): Map<number, Instance> {
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
function finder(found: ReadonlyMap<number, Instance>, start: Time): (when: Time) => Instance[] {
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

/** An event that replaces one start of its series, or it and all later ones. */
interface Exception {
  readonly component: Component;
  readonly origin: Time;
  readonly event: Event | null;
  readonly following: boolean;
}

export function isCancelled(component: Component): boolean {
  return propertyOf(component, 'status')?.value.trim().toUpperCase() === 'CANCELLED';
}

/**
 * Returns the dates of a series with its exceptions. Reports an invalid exception, and drops the date that it replaces.
 * @param master null: there are only exceptions
 * @throws Unreadable if the series is invalid
 */
export function datesOf(
  master: Component | null,
  changed: readonly Component[],
  place: Context,
  tell: (component: Component, cause: unknown) => void,
): CalendarDate[] {
  const exceptions = changed.flatMap((component) => {
    try {
      return [exceptionOf(component, place)];
    } catch (cause) {
      tell(component, cause);
      return originOf(component, place);
    }
  });
  const dates: CalendarDate[] = [];
  const add = (event: Event, instance: Instance, titled: Component | null): void => {
    const date = dateOf(event, instance, place, titled);
    if (!reaches(date, place)) return;
    dates.push(date);
    if (dates.length > mostOfOne) throw new Unreadable('too-often');
  };
  const series = master === null ? null : readEvent(master, place);
  if (series !== null) {
    const found = instancesOf(series, place);
    const find = finder(found, series.start);
    for (const { origin, following } of exceptions) {
      if (following) continue;
      for (const one of find(origin)) found.delete(one.at);
    }
    const later = exceptions
      .filter(({ following }) => following)
      .map((one) => ({ ...one, at: instantOf(one.origin, place.base) }))
      .sort((a, b) => a.at - b.at);
    for (const instance of found.values()) {
      const change = later.findLast(({ at }) => at <= instance.at);
      if (change === undefined) add(series, instance, null);
      else if (change.event !== null) {
        add(change.event, moved(instance, change.origin, change.event, place), master);
      }
    }
  }
  for (const { event, following } of exceptions) {
    if (event === null || (following && series !== null)) continue;
    const at = instantOf(event.start, place.base);
    add(event, { wall: event.start.wall, at, length: null }, master);
  }
  return dates;
}

function originOf(component: Component, { clockOf }: Context): Exception[] {
  try {
    const property = propertyOf(component, 'recurrence-id');
    const [origin] = property === undefined ? [] : parseTimes(property, clockOf);
    return origin === undefined ? [] : [{ component, origin, event: null, following: false }];
  } catch {
    // unknown which date it replaces
    return [];
  }
}

function exceptionOf(component: Component, place: Context): Exception {
  const property = propertyOf(component, 'recurrence-id');
  const [origin] = property === undefined ? [] : parseTimes(property, place.clockOf);
  if (origin === undefined) throw new Unreadable('no-start');
  const range = property?.params.get('range')?.toUpperCase();
  if (range !== undefined && range !== 'THISANDFUTURE') throw new Unreadable('range');
  const event = isCancelled(component) ? null : readEvent(component, place, origin);
  return { component, origin, event, following: range !== undefined };
}

/** Moves a later start of a series by as much as this one was moved. */
function moved(instance: Instance, origin: Time, event: Event, { base }: Context): Instance {
  const clock = event.start.clock ?? base;
  const was = clock.wallAt(instantOf(origin, base));
  const wall = clock.wallAt(instance.at) + event.start.wall - was;
  return { wall, at: clock.instantOf(wall), length: null };
}

function reaches(date: CalendarDate, { from, to, base }: Context): boolean {
  const at = (ms: number): number => (date.floating ? base.instantOf(ms) : ms);
  return at(date.from) < to && (at(date.to) > from || at(date.from) >= from);
}

function dateOf(
  { component, start, length }: Event,
  instance: Instance,
  { base }: Context,
  titled: Component | null,
): CalendarDate {
  const floating = start.clock === null;
  const { days, ms } = instance.length ?? length;
  const from = floating ? instance.wall : instance.at;
  // days are calendar days, whatever their length
  const ahead = instance.wall + days * day;
  const later = days === 0 ? instance.at : (start.clock ?? base).instantOf(ahead);
  const to = (floating ? ahead : later) + ms;
  if (from < earliest || to > latest) throw new Unreadable('years');
  const text = (name: string, of = component): string =>
    propertiesOf(of, name)
      .map(({ value }) => textOf(value))
      .join(' ');
  const said = ['location', 'categories', 'resources', 'description'].map((name) => text(name));
  const title = text('summary') || (titled === null ? '' : text('summary', titled));
  return {
    from,
    to,
    floating,
    title: title.trim().slice(0, longestTitle),
    said: said.join(' ').slice(0, longestSaid),
  };
}
