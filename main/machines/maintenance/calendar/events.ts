import type { CalendarDate } from '../worker-methods.ts';
import { type Context, type Event, earliest, instantOf, latest, readEvent } from './event.ts';
import { finder, type Instance, instancesOf, mostOfOne } from './instances.ts';
import { type Component, propertiesOf, propertyOf, textOf } from './lines.ts';
import { day, parseTimes, type Time, Unreadable } from './values.ts';

const longestTitle = 200;
const longestSaid = 1000;

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
