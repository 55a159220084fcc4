import { AppError, type ErrorCode } from '../../../../preload/contract/errors.ts';
import type { Text } from './characters.ts';

/** A property of a component: `DTSTART;TZID=Asia/Tokyo:20261201T090000` */
export interface Property {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
  /** As written, before `\n` and similar are unescaped. */
  readonly value: string;
}

export interface Component {
  /** In lower case. */
  readonly name: string;
  /** First line, from 1. */
  readonly line: number;
  readonly properties: Property[];
  readonly parts: Component[];
  /** It has no end of its own: it may be incomplete. */
  broken: boolean;
}

/**
 * Parses the calendars of an iCalendar file. Skips invalid lines within a calendar.
 * @throws AppError `calendar-cut-off`, and for other kinds of files
 */
export function readCalendars({ lines, places }: Text): Component[] {
  const calendars: Component[] = [];
  let open: Component[] = [];
  let last = 1;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const place = places[at] ?? at + 1;
    last = place;
    const property = propertyIn(line);
    const [name, part] = [property?.name, property?.value.trim().toLowerCase()];
    if (calendars.length === 0 && !(name === 'begin' && part === 'vcalendar')) {
      throw new AppError(foundIn(line), { details: { line: place } });
    }
    if (property === null || part === undefined) continue;
    if (name === 'begin') open = begin(open, part, place, calendars);
    else if (name === 'end') open = end(open, part);
    else open.at(-1)?.properties.push(property);
  }
  if (open.length > 0) throw new AppError('calendar-cut-off', { details: { line: last } });
  if (calendars.length === 0) throw new AppError('calendar-empty');
  return calendars;
}

/** Components that occur only in a calendar. */
const inCalendar = new Set(['vevent', 'vtodo', 'vjournal', 'vfreebusy', 'vtimezone']);
const deepest = 8;

function begin(
  open: readonly Component[],
  name: string,
  line: number,
  calendars: Component[],
): Component[] {
  // the previous one has no end
  let within = [...open];
  if (name === 'vcalendar') within = [];
  else if (inCalendar.has(name)) within = within.slice(0, 1);
  for (const one of open.slice(within.length)) if (one.name !== 'vcalendar') one.broken = true;
  const component = { name, line, properties: [], parts: [], broken: false };
  if (name === 'vcalendar') calendars.push(component);
  else if (within.length < deepest) within.at(-1)?.parts.push(component);
  return within.length < deepest ? [...within, component] : within;
}

function end(open: readonly Component[], name: string): Component[] {
  const at = open.findLastIndex((one) => one.name === name);
  if (at < 0) return [...open];
  for (const one of open.slice(at + 1)) one.broken = true;
  return open.slice(0, at);
}

/** Parses `NAME;PARAM=value;OTHER="with: colon":value`; null for another line. */
function propertyIn(line: string): Property | null {
  const name = /^[A-Za-z0-9-]+/.exec(line)?.[0];
  if (name === undefined) return null;
  const params = new Map<string, string>();
  let at = name.length;
  while (line[at] === ';') {
    const equal = line.indexOf('=', at);
    if (equal < 0) return null;
    const param = line
      .slice(at + 1, equal)
      .trim()
      .toLowerCase();
    let quoted = false;
    let next = equal + 1;
    for (; next < line.length; next++) {
      const sign = line[next];
      if (sign === '"') quoted = !quoted;
      else if (!quoted && sign === ';') break;
      else if (!quoted && sign === ':' && !isWithin(param, line, next)) break;
    }
    const value = line.slice(equal + 1, next).replaceAll('"', '');
    if (!params.has(param)) params.set(param, unescapeParam(value));
    at = next;
  }
  if (line[at] !== ':') return null;
  return { name: name.toLowerCase(), params, value: line.slice(at + 1) };
}

/**
 * Returns whether a colon belongs to a zone name that should be quoted: `TZID=tzone://Microsoft/Custom`,
 * `TZID=UTC+09:00`.
 */
function isWithin(param: string, line: string, colon: number): boolean {
  if (param !== 'tzid') return false;
  const isDate = (at: number): boolean => /^\d{4}-?\d{2}-?\d{2}/.test(line.slice(at, at + 10));
  if (isDate(colon + 1)) return false;
  const next = line.indexOf(':', colon + 1);
  return next > 0 && next - colon < 100;
}

/** RFC 6868 */
function unescapeParam(value: string): string {
  return value.replace(/\^[n'^]/g, (one) => (one === '^n' ? '\n' : one === '^^' ? '^' : '"'));
}

/** Unescapes a text value (RFC 5545, section 3.3.11). */
export function textOf(value: string): string {
  return value.replace(/\\(.)/g, (_, sign: string) => (/[nN]/.test(sign) ? '\n' : sign));
}

export function propertyOf(component: Component, name: string): Property | undefined {
  return component.properties.find((one) => one.name === name);
}

export function propertiesOf(component: Component, name: string): Property[] {
  return component.properties.filter((one) => one.name === name);
}

/** Returns the error for a file that is no calendar, by its beginning; quotes nothing of it. */
function foundIn(line: string): ErrorCode {
  const start = line.trim().toLowerCase();
  if (/[^\P{Cc}\t]/u.test(line)) return 'calendar-binary';
  if (start.startsWith('begin:vcard')) return 'calendar-contacts';
  if (start.startsWith('<')) return 'calendar-page';
  return /^[{["]/.test(start) ? 'calendar-json' : 'calendar-unreadable';
}
