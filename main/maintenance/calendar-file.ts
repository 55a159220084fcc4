import ICAL from 'ical.js';
import { AppError } from '../../preload/contract/errors.ts';
import type { CalendarDate, CalendarText, ReadCalendar } from './reading.ts';
import { createZones, type Zones } from './zones.ts';

/** More dates than this are in no calendar of maintenance. */
const mostDates = 5000;
/** Of one event: several a day. */
const mostOfOne = 4000;
/** So many repetitions of one event are gone through, from its beginning on. */
const mostSteps = 20_000;
const longestTitle = 200;
const longestSaid = 1000;
const [earliest, latest] = [Date.UTC(1970), Date.UTC(2200)];

/** A zone of the computer's own database in the place of the few rules that came with a file. */
class KnownZone extends ICAL.Timezone {
  readonly #zones: Zones;
  readonly #name: string;

  constructor(zones: Zones, name: string) {
    super({ tzid: name });
    this.#zones = zones;
    this.#name = name;
  }

  /** Seconds ahead of UTC at a time of this zone. */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const time = { year, month, day, hour, minute, second };
    return (
      (Date.UTC(year, month - 1, day, hour, minute, second) -
        this.#zones.instantOf(time, this.#name)) /
      1000
    );
  }
}

/**
 * The dates of an iCalendar file (RFC 5545): events with their repetitions, exceptions and zones, without what was
 * cancelled.
 * @throws AppError `calendar-unreadable`, `calendar-too-much`
 */
export function readCalendar(input: CalendarText): ReadCalendar {
  const calendars = parse(input.text);
  const zones = createZones();
  const dates: CalendarDate[] = [];
  let leftOut = 0;
  for (const calendar of calendars) {
    preferKnownZones(calendar, zones);
    const events = calendar.getAllSubcomponents('vevent');
    for (const { master, exceptions } of byIdentity(events)) {
      try {
        dates.push(...datesOf(master, exceptions, input, zones));
      } catch {
        // one event that makes no sense, or has no end, takes no other with it
        leftOut++;
      }
      if (dates.length > mostDates) {
        throw new AppError('calendar-too-much', { details: { reason: 'dates' } });
      }
    }
  }
  dates.sort((a, b) => a.from - b.from || a.to - b.to);
  const name = calendars[0] === undefined ? '' : wordIn(calendars[0], 'x-wr-calname');
  return { dates, leftOut, name: name.slice(0, longestTitle) };
}

/** A value that is a text; empty for one that is not, or makes no sense: the errors of ical.js quote it. */
function wordIn(component: ICAL.Component, name: string): string {
  try {
    const value = component.getFirstPropertyValue(name);
    return typeof value === 'string' ? value : '';
  } catch {
    // said to be of a kind that it is not
    return '';
  }
}

function parse(text: string): ICAL.Component[] {
  let parsed: unknown;
  try {
    parsed = ICAL.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AppError('calendar-unreadable', { cause });
  }
  // one calendar is parsed as itself, several as their list
  const all = Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed] : parsed;
  const found = (Array.isArray(all) ? all : [])
    .map((one: unknown) => new ICAL.Component(one as string))
    .filter(({ name }) => name === 'vcalendar');
  if (found.length === 0) throw new AppError('calendar-unreadable');
  return found;
}

/** Zones that this computer knows are its own, whatever a file says of them. */
function preferKnownZones(calendar: ICAL.Component, zones: Zones): void {
  const names = new Set<string>();
  for (const event of calendar.getAllSubcomponents('vevent')) {
    for (const property of event.getAllProperties()) {
      const name = property.getParameter('tzid');
      if (typeof name === 'string') names.add(name);
    }
  }
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const name = wordIn(zone, 'tzid');
    if (name === '' || zones.has(name)) calendar.removeSubcomponent(zone);
  }
  for (const name of names) {
    if (zones.has(name)) ICAL.TimezoneService.register(new KnownZone(zones, name), name);
  }
}

/** Events by their UID, each with the events that take the place of some of its repetitions. */
function byIdentity(
  events: readonly ICAL.Component[],
): { master: ICAL.Component; exceptions: ICAL.Component[] }[] {
  const groups = new Map<string, { masters: ICAL.Component[]; exceptions: ICAL.Component[] }>();
  for (const [at, event] of events.entries()) {
    const uid = wordIn(event, 'uid');
    const key = uid === '' ? `\n${at}` : uid;
    const group = groups.get(key) ?? { masters: [], exceptions: [] };
    groups.set(key, group);
    (event.hasProperty('recurrence-id') ? group.exceptions : group.masters).push(event);
  }
  return [...groups.values()].flatMap(({ masters: [master, ...others], exceptions }) =>
    master === undefined
      ? exceptions.map((one) => ({ master: one, exceptions: [] }))
      : [{ master, exceptions }, ...others.map((one) => ({ master: one, exceptions: [] }))],
  );
}

function datesOf(
  master: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  { zone, from, to }: CalendarText,
  zones: Zones,
): CalendarDate[] {
  const dates: CalendarDate[] = [];
  const event = new ICAL.Event(master, { exceptions: [...exceptions], strictExceptions: true });
  if (!event.isRecurring()) {
    const date = dateOf(event, event.startDate, event.endDate, zone, zones);
    return date !== null && reaches(date, from, to) ? [date] : [];
  }
  const often = event.getRecurrenceTypes();
  if ('SECONDLY' in often || 'MINUTELY' in often) throw new Error('no repetition of maintenance');
  const lasts = momentOf(event.endDate, zone, zones) - momentOf(event.startDate, zone, zones);
  const repetitions = event.iterator();
  for (let step = 0; ; step++) {
    if (step > mostSteps || dates.length > mostOfOne) throw new Error('too many repetitions');
    const next = repetitions.next();
    if (next === undefined || next === null) return dates;
    if (momentOf(next, zone, zones) >= to) return dates;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    // as long as the first, whatever the clock does meanwhile (RFC 5545, section 3.8.5.3)
    const exact = item === event && !startDate.isDate ? lasts : null;
    const date = dateOf(item, startDate, endDate, zone, zones, exact);
    if (date !== null && reaches(date, from, to)) dates.push(date);
  }
}

function reaches(date: CalendarDate, from: number, to: number): boolean {
  return date.from < to && date.to > from;
}

/** Null for what was cancelled, or takes no time. */
function dateOf(
  item: ICAL.Event,
  start: ICAL.Time,
  end: ICAL.Time,
  zone: string,
  zones: Zones,
  lasts: number | null = null,
): CalendarDate | null {
  const from = momentOf(start, zone, zones);
  const to = lasts === null ? momentOf(end, zone, zones) : from + lasts;
  if (from < earliest || to > latest) throw new Error('outside of the years that are read');
  const status = item.component.getFirstPropertyValue('status');
  if (to <= from || String(status).toUpperCase() === 'CANCELLED') return null;
  const text = (name: string): string => {
    const values = item.component.getAllProperties(name).flatMap((one) => one.getValues());
    return values.map(String).join(' ');
  };
  const said = [text('location'), text('categories'), text('resources'), text('description')];
  return {
    from,
    to,
    title: text('summary').trim().slice(0, longestTitle),
    said: said.join(' ').slice(0, longestSaid),
  };
}

/** Ms since 1970; a time without a zone is by the clock of `zone`. */
function momentOf(time: ICAL.Time, zone: string, zones: Zones): number {
  const { year, month, day, hour, minute, second } = time;
  if (time.zone === ICAL.Timezone.localTimezone || time.isDate) {
    const whole = time.isDate ? { hour: 0, minute: 0, second: 0 } : { hour, minute, second };
    return zones.instantOf({ year, month, day, ...whole }, zone);
  }
  return time.toUnixTime() * 1000;
}
