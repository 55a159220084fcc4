import { AppError } from '../../../../preload/contract/errors.ts';
import type { LeftOutEvent } from '../../../../preload/contract/machines/maintenance.ts';
import type { CalendarDate, CalendarFile, ReadCalendar } from '../worker-methods.ts';
import { type Clock, clockOf, createZones } from '../zones.ts';
import { readText } from './characters.ts';
import { clockOfFile, createZoneNames, namesOf } from './clocks.ts';
import type { Context } from './event.ts';
import { datesOf } from './events.ts';
import { type Component, propertyOf, readCalendars, textOf } from './lines.ts';
import { bySeries } from './series.ts';
import { Unreadable } from './values.ts';

/** Maximum dates of a calendar. */
const mostDates = 20_000;
/** Maximum work for all events of a file. */
const mostWork = 2_000_000;
const mostEvents = 50_000;
const longestTitle = 200;
const mostTold = 20;

/**
 * Reads the dates of an iCalendar file (RFC 5545): events with repetitions, exceptions and zones, without cancelled
 * ones. An unreadable event does not affect others, and is reported by name.
 * @throws AppError `calendar-cut-off`, `calendar-too-much`, and for other kinds of files
 */
export function readCalendar(input: CalendarFile): ReadCalendar {
  const calendars = readCalendars(readText(input.bytes, input.charset));
  if (calendars.reduce((sum, { parts }) => sum + parts.length, 0) > mostEvents) {
    throw new AppError('calendar-too-much', { details: { reason: 'events' } });
  }
  const zones = createFileZones(calendars, input);
  const dates: CalendarDate[] = [];
  const leftOut: LeftOutEvent[] = [];
  const work = { left: mostWork };
  const tell = ({ component, cause }: { component: Component; cause: unknown }): void => {
    if (!(cause instanceof Unreadable)) throw cause;
    const title = textOf(propertyOf(component, 'summary')?.value ?? '').trim();
    leftOut.push({ title: title.slice(0, longestTitle), line: component.line, fault: cause.fault });
  };
  for (const { calendar, master, exceptions } of bySeries(calendars)) {
    const place: Context = {
      clockOf: zones.of(calendar, master ?? exceptions[0]),
      base: zones.base,
      from: input.from,
      to: input.to,
      work,
    };
    try {
      dates.push(
        ...datesOf(master, exceptions, place, (component, cause) => tell({ component, cause })),
      );
    } catch (cause) {
      const component = master ?? exceptions[0];
      if (component !== undefined) tell({ component, cause });
    }
    if (dates.length > mostDates) {
      throw new AppError('calendar-too-much', { details: { reason: 'dates' } });
    }
  }
  dates.sort((a, b) => a.from - b.from || a.to - b.to);
  const name = calendars[0] === undefined ? undefined : propertyOf(calendars[0], 'x-wr-calname');
  return {
    dates,
    name: textOf(name?.value ?? '')
      .trim()
      .slice(0, longestTitle),
    ownZone: zones.own,
    leftOut: leftOut.length,
    leftOutEvents: leftOut.slice(0, mostTold),
    unknownZones: zones.unknown().slice(0, mostTold),
  };
}

/** Returns the clocks for a file's times. */
function createFileZones(calendars: readonly Component[], input: CalendarFile) {
  const database = createZones();
  const names = createZoneNames(database);
  const clocks = new Map<string, Clock>();
  const unknown = new Map<string, Set<Component>>();

  const clockIn = (zone: string): Clock => {
    const found = clocks.get(zone) ?? clockOf((at) => database.offsetAt(zone, at));
    clocks.set(zone, found);
    return found;
  };
  /** Zones in the file, by name. */
  const brought = calendars.map(
    (calendar) =>
      new Map(
        calendar.parts
          .filter((part) => part.name === 'vtimezone')
          .map((part) => [namesOf(part)[0] ?? '', part]),
      ),
  );
  const ofFile = new Map<Component, Clock | null>();

  function resolve(at: number, name: string): { zone: string } | { clock: Clock } | null {
    const own = brought[at]?.get(name.trim());
    const exact = names.known(name, own !== undefined);
    if (exact !== null) return { zone: exact };
    if (own !== undefined) {
      const alias = namesOf(own)
        .slice(1)
        .flatMap((one) => names.known(one, true) ?? [])[0];
      if (alias !== undefined) return { zone: alias };
      if (!ofFile.has(own)) ofFile.set(own, clockOfFile(own));
      const clock = ofFile.get(own) ?? null;
      if (clock !== null) return { clock };
    }
    return null;
  }

  const owns = calendars.map((calendar, at) => ownZoneOf(calendar, (name) => resolve(at, name)));
  const own = owns[0] ?? null;
  const base = clockIn(input.chosen ?? own ?? input.zone);
  for (const [at, calendar] of calendars.entries()) {
    const said = saidZone(calendar);
    if (said !== null && resolve(at, said) === null) unknown.set(said, new Set([calendar]));
  }

  return {
    own,
    base,
    of: (calendar: Component, event: Component | undefined) => {
      const at = calendars.indexOf(calendar);
      return (name: string): Clock | null => {
        const found = resolve(at, name);
        if (found !== null) return 'clock' in found ? found.clock : clockIn(found.zone);
        const events = unknown.get(name) ?? new Set();
        unknown.set(name, events);
        if (event !== undefined) events.add(event);
        return null;
      };
    },
    unknown: () =>
      [...unknown].map(([name, events]) => ({
        name: name.slice(0, longestTitle),
        events: events.size,
      })),
  };
}

function saidZone(calendar: Component): string | null {
  const said = propertyOf(calendar, 'x-wr-timezone') ?? propertyOf(calendar, 'timezone-id');
  const name = textOf(said?.value ?? '').trim();
  return name === '' ? null : name;
}

/** Returns a calendar's zone: the stated one, or the only one in it. */
function ownZoneOf(
  calendar: Component,
  resolve: (name: string) => { zone: string } | { clock: Clock } | null,
): string | null {
  const zoneOf = (name: string): string | null => {
    const found = resolve(name);
    return found !== null && 'zone' in found ? found.zone : null;
  };
  const said = saidZone(calendar);
  if (said !== null) return zoneOf(said);
  const named = new Set<string>();
  for (const { name, properties } of calendar.parts) {
    for (const { name: property, params, value } of properties) {
      const zone = name === 'vtimezone' && property === 'tzid' ? value : params.get('tzid');
      if (zone !== undefined) named.add(zone);
    }
  }
  const zones = new Set([...named].map(zoneOf));
  const [only] = zones;
  return zones.size === 1 && only !== undefined && only !== 'UTC' ? only : null;
}
