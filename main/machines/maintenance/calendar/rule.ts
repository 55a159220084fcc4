import { day, parseTime, Unreadable, utc } from './values.ts';

const hour = 3_600_000;
const minute = 60_000;

const frequencies = [
  'secondly',
  'minutely',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'yearly',
] as const;
type Frequency = (typeof frequencies)[number];
const weekdays = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];

/** A repetition (RFC 5545, section 3.3.10). Empty lists restrict nothing. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** Inclusive. `utc`: an instant; else a time, or a whole day, in the event's clock. */
  readonly until: { readonly wall: number; readonly utc: boolean; readonly date: boolean } | null;
  /** First day of the week; Sunday is 0. */
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  /** `nth`: within its month or year; 0 for each. */
  readonly weekdays: readonly { readonly nth: number; readonly weekday: number }[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

/** Remaining work: for an event, and for its whole calendar. */
export interface Work {
  left: number;
}

/** @throws Unreadable `rule`, or `date` for its end */
export function readRule(text: string): Rule {
  const parts = new Map<string, string>();
  for (const part of text.trim().toLowerCase().split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value, ...more] = part.split('=');
    if (value === undefined || more.length > 0 || parts.has(name.trim()))
      throw new Unreadable('rule');
    parts.set(name.trim(), value.trim());
  }
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const list = (name: string, least: number, most: number): number[] => {
    const value = take(name);
    const values = value === undefined ? [] : value.split(',').map((one) => numberIn(one, most));
    if (values.some((one) => one < least || (least < 0 && one === 0))) throw new Unreadable('rule');
    return values;
  };
  const frequency = frequencies.find((one) => one === parts.get('freq'));
  take('freq');
  const until = take('until');
  const count = take('count');
  const byDay = take('byday');
  const start = weekdays.indexOf(take('wkst') ?? 'mo');
  if (frequency === undefined || start < 0) throw new Unreadable('rule');
  const rule: Rule = {
    frequency,
    interval: numberIn(take('interval') ?? '1', 1e9),
    count: count === undefined ? null : numberIn(count, 1e12),
    until: until === undefined ? null : endIn(until),
    weekStart: start,
    months: list('bymonth', 1, 12),
    weeks: list('byweekno', -53, 53),
    yearDays: list('byyearday', -366, 366),
    monthDays: list('bymonthday', -31, 31),
    weekdays: (byDay === undefined ? [] : byDay.split(',')).map(weekdayIn),
    hours: list('byhour', 0, 23),
    minutes: list('byminute', 0, 59),
    seconds: list('bysecond', 0, 60).map((one) => Math.min(59, one)),
    positions: list('bysetpos', -366, 366),
  };
  // calendars other than ours (RFC 7529) are not supported
  if (take('rscale') === 'gregorian' && take('skip') === 'omit') parts.delete('skip');
  if (parts.size > 0 || !isAllowed(rule)) throw new Unreadable('rule');
  return rule;
}

function numberIn(text: string, most: number): number {
  const value = /^ ?[+-]?\d{1,12} ?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= most)) throw new Unreadable('rule');
  return value;
}

function weekdayIn(text: string): { nth: number; weekday: number } {
  const found = /^([+-]?\d{1,2})?([a-z]{2})$/.exec(text.trim());
  const weekday = weekdays.indexOf(found?.[2] ?? '');
  const nth = Number(found?.[1] ?? 0);
  if (weekday < 0 || Math.abs(nth) > 53 || (found?.[1] !== undefined && nth === 0)) {
    throw new Unreadable('rule');
  }
  return { nth, weekday };
}

function endIn(text: string): Rule['until'] {
  let isUtc = false;
  const { wall, date } = parseTime(
    text,
    () => {
      isUtc = true;
      return null;
    },
    null,
  );
  return { wall, date, utc: isUtc };
}

function isAllowed({ frequency, interval, count, weekdays, weeks, yearDays, monthDays }: Rule) {
  const ofYear = frequency === 'yearly';
  const wide = ofYear || frequency === 'monthly';
  const counted = weekdays.some(({ nth }) => nth !== 0);
  return (
    interval > 0 &&
    (count === null || count > 0) &&
    (weeks.length === 0 || ofYear) &&
    (!counted || (wide && weeks.length === 0)) &&
    (yearDays.length === 0 || !['daily', 'weekly', 'monthly'].includes(frequency)) &&
    (monthDays.length === 0 || frequency !== 'weekly')
  );
}

/** Days are counted from 1970; day 0 is a Thursday. */
const weekdayOf = (at: number): number => (((at + 4) % 7) + 7) % 7;

interface Place {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly date: number;
  readonly monthDays: number;
  readonly yearDay: number;
  readonly yearDays: number;
}

function placeOf(at: number): Place {
  const shown = new Date(at * day);
  const [year, month] = [shown.getUTCFullYear(), shown.getUTCMonth()];
  const first = utc(year, 0, 1) / day;
  return {
    year,
    month: month + 1,
    date: shown.getUTCDate(),
    monthDays: new Date(utc(year, month + 1, 0)).getUTCDate(),
    yearDay: at - first + 1,
    yearDays: utc(year + 1, 0, 1) / day - first,
  };
}

/** Returns a week's number in its year, counted from the first with four days of it, and from the last. */
function weekOf(at: number, weekStart: number): [number, number] {
  const startOf = (one: number): number => one - ((weekdayOf(one) - weekStart + 7) % 7);
  const middle = startOf(at) + 3;
  const { year, yearDay } = placeOf(middle);
  const last = startOf(utc(year, 11, 28) / day) + 3;
  const later = placeOf(last + 7).year === year ? last + 7 : last;
  return [Math.ceil(yearDay / 7), -Math.round((later - middle) / 7) - 1];
}

const has = (values: readonly number[], ...any: readonly number[]): boolean =>
  values.length === 0 || any.some((one) => values.includes(one));

/** Returns whether a day matches a rule; open parts are as on its first day. */
function dayFilter(rule: Rule, first: number): (at: number) => boolean {
  const start = placeOf(first);
  let { months, monthDays, weekdays } = rule;
  const open = monthDays.length + weekdays.length + rule.yearDays.length === 0;
  const own = [{ nth: 0, weekday: weekdayOf(first) }];
  if (rule.frequency === 'weekly' && open) weekdays = own;
  if (rule.frequency === 'monthly' && open) monthDays = [start.date];
  if (rule.frequency === 'yearly' && open) {
    if (rule.weeks.length > 0) weekdays = own;
    else {
      monthDays = [start.date];
      if (months.length === 0) months = [start.month];
    }
  }
  const ofYear = rule.frequency === 'yearly' && months.length === 0;
  return (at) => {
    const weekday = weekdayOf(at);
    const those = weekdays.filter((one) => one.weekday === weekday);
    if (weekdays.length > 0 && those.length === 0) return false;
    const place = placeOf(at);
    const { month, date, yearDay, yearDays } = place;
    if (!has(months, month)) return false;
    if (!has(monthDays, date, date - place.monthDays - 1)) return false;
    if (!has(rule.yearDays, yearDay, yearDay - yearDays - 1)) return false;
    if (rule.weeks.length > 0 && !has(rule.weeks, ...weekOf(at, rule.weekStart))) return false;
    const [nth, of] = ofYear ? [yearDay, yearDays] : [date, place.monthDays];
    const counted = [0, Math.ceil(nth / 7), -Math.ceil((of - nth + 1) / 7)];
    return those.length === 0 || those.some((one) => counted.includes(one.nth));
  };
}

/** Returns the times of a day, ms since its beginning, in order; with `unit`, grouped by unit. */
function timesOf(rule: Rule, start: number): (at: number, work: Work) => number[][] {
  const time = ((start % day) + day) % day;
  const seconds = ordered(rule.seconds, Math.floor(time / 1000) % 60);
  const minutes = ordered(rule.minutes, Math.floor(time / minute) % 60);
  const hours = ordered(rule.hours, Math.floor(time / hour));
  const units = { hourly: hour, minutely: minute, secondly: 1000 };
  const { frequency, interval } = rule;
  if (frequency !== 'hourly' && frequency !== 'minutely' && frequency !== 'secondly') {
    const all = hours.flatMap((h) =>
      minutes.flatMap((m) => seconds.map((s) => h * hour + m * minute + s * 1000)),
    );
    return () => [all];
  }
  const unit = units[frequency];
  const within: readonly number[] =
    frequency === 'hourly'
      ? minutes.flatMap((m) => seconds.map((s) => m * minute + s * 1000))
      : frequency === 'minutely'
        ? seconds.map((s) => s * 1000)
        : [0];
  const origin = Math.floor(start / unit);
  return (at, work) => {
    const first = (at * day) / unit;
    const groups: number[][] = [];
    const skipped = (((origin - first) % interval) + interval) % interval;
    for (let one = skipped; one < day / unit; one += interval) {
      spend(work, 1);
      const from = one * unit;
      if (!has(rule.hours, Math.floor(from / hour))) continue;
      if (unit < hour && !has(rule.minutes, Math.floor(from / minute) % 60)) continue;
      if (unit < minute && !has(rule.seconds, (from / 1000) % 60)) continue;
      groups.push(within.map((more) => from + more));
    }
    return groups;
  };
}

function ordered(values: readonly number[], own: number): number[] {
  return values.length === 0 ? [own] : [...new Set(values)].sort((a, b) => a - b);
}

function spend(work: Work, many: number): void {
  work.left -= many;
  if (work.left < 0) throw new Unreadable('too-often');
}

/**
 * Yields a rule's times in its event's clock, in order: those from `from` to `to`. The first one counts for `COUNT`,
 * and is included only if the rule matches it.
 * @param start ms since 1970 by a clock that shows UTC
 * @throws Unreadable `too-often` if it takes too much work
 */
export function* instances(
  rule: Rule,
  start: number,
  { from, to }: { readonly from: number; readonly to: number },
  work: Work = { left: 200_000 },
): Generator<number> {
  const first = Math.floor(start / day);
  const isDay = dayFilter(rule, first);
  const times = timesOf(rule, start);
  let counted = 0;
  for (const days of periods(rule, first, rule.count === null ? from : start)) {
    // also for years beyond the range of dates
    if (!(days.from * day <= to)) return;
    spend(work, days.to - days.from);
    const found: number[][] = [];
    for (let at = days.from; at < days.to; at++) {
      if (!isDay(at)) continue;
      for (const group of times(at, work)) {
        spend(work, group.length);
        found.push(group.map((time) => at * day + time));
      }
    }
    const sets = isFine(rule) ? found : [found.flat()];
    for (const wall of sets.flatMap((set) => chosen(rule.positions, set))) {
      if (wall < start) continue;
      if (counted === 0 && wall !== start) counted = 1;
      if (rule.count !== null && counted >= rule.count) return;
      counted++;
      if (wall > to) return;
      if (wall >= from) yield wall;
    }
    if (rule.count !== null && counted >= rule.count) return;
  }
}

const isFine = ({ frequency }: Rule): boolean =>
  frequency === 'hourly' || frequency === 'minutely' || frequency === 'secondly';

function chosen(positions: readonly number[], set: readonly number[]): readonly number[] {
  if (positions.length === 0) return set;
  const places = positions.map((one) => (one > 0 ? one - 1 : set.length + one));
  return [...new Set(places)].sort((a, b) => a - b).flatMap((place) => set[place] ?? []);
}

/** Yields the periods of days in which a rule repeats, from the first or just before `from` on, without end. */
function* periods(
  { frequency, interval, weekStart }: Rule,
  first: number,
  from: number,
): Generator<{ from: number; to: number }> {
  const near = Math.max(first, Math.floor(from / day) - 1);
  if (frequency === 'monthly' || frequency === 'yearly') {
    const months = frequency === 'monthly' ? 1 : 12;
    const indexOf = (at: number): number => {
      const { year, month } = placeOf(at);
      return frequency === 'monthly' ? year * 12 + month - 1 : year;
    };
    const begin = indexOf(first);
    const skipped = Math.max(0, Math.floor((indexOf(near) - 1 - begin) / interval));
    for (let at = begin + skipped * interval; ; at += interval) {
      const month = at * months;
      yield { from: utc(0, month, 1) / day, to: utc(0, month + months, 1) / day };
    }
  }
  const length = frequency === 'weekly' ? 7 : 1;
  const step = length * (frequency === 'weekly' || frequency === 'daily' ? interval : 1);
  const begin = frequency === 'weekly' ? first - ((weekdayOf(first) - weekStart + 7) % 7) : first;
  const skipped = Math.max(0, Math.floor((near - begin) / step) - 1);
  for (let at = begin + skipped * step; ; at += step) yield { from: at, to: at + length };
}
