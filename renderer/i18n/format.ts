import type { Language } from './index.ts';

export { formatDuration } from '../../common/texts/duration.ts';

const locales: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' };

/** Cache lifetime of a format, ms: the computer's time zone may change. */
const lasting = 1000;
const made = new Map<string, unknown>();
let madeSince = Number.NEGATIVE_INFINITY;

/**
 * Caches formats: a screen draws hundreds of numbers and times, and creating a formatter takes longer than using it.
 */
function kept<Format>(key: string, make: () => Format): Format {
  const now = performance.now();
  if (now - madeSince > lasting) {
    made.clear();
    madeSince = now;
  }
  const known = made.get(key) as Format | undefined;
  if (known !== undefined) return known;
  const format = make();
  made.set(key, format);
  return format;
}

function numbers(language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `number ${language} ${JSON.stringify(options)}`;
  return kept(key, () => new Intl.NumberFormat(locales[language], options));
}

function dates(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `date ${language} ${JSON.stringify(options)}`;
  return kept(key, () => new Intl.DateTimeFormat(locales[language], options));
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats a count with thousands separators: `131,072`. */
export function formatNumber(value: number, language: Language): string {
  return numbers(language).format(value);
}

/** Formats a share of one as whole percent: 0.256 gives `26%`. */
export function formatPercent(share: number, language: Language): string {
  return numbers(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Formats a share of one with up to two decimals, never rounded up to the whole: 0.99999 gives `99.99%`. */
export function formatShare(share: number, language: Language): string {
  const exact = Math.floor(share * 10_000) / 10_000;
  return numbers(language, { style: 'percent', maximumFractionDigits: 2 }).format(exact);
}

/** Formats bytes as B, KB, MB or GB, 1 KB being 1,024 bytes; one decimal below ten. */
export function formatBytes(bytes: number, language: Language): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  const number = numbers(language, { maximumFractionDigits: digits });
  return `${number.format(value)} ${units[unit] ?? 'GB'}`;
}

/** Lists scripts by their ISO 15924 codes: `Latin and Cyrillic`. */
export function formatScripts(codes: readonly string[], language: Language): string {
  const names = new Intl.DisplayNames(locales[language], { type: 'script', style: 'short' });
  const list = new Intl.ListFormat(locales[language], { type: 'conjunction' });
  return list.format(codes.map((code) => names.of(code) ?? code));
}

/** Formats a date alone, as in a certificate's validity: `3 Apr 2027`. */
export function formatDate(time: number, language: Language): string {
  return dates(language, { dateStyle: 'medium' }).format(time);
}

/** Formats a month of a year: `Nov 2026`. */
export function formatMonth(time: number, language: Language): string {
  return dates(language, { year: 'numeric', month: 'short' }).format(time);
}

const clockOptions: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** Formats a time in a few letters: today's by the clock (`17:02`), others by the day (`26 Nov`). */
export function formatBrief(time: number, language: Language): string {
  const today = new Date(time).toDateString() === new Date().toDateString();
  const options: Intl.DateTimeFormatOptions = today
    ? clockOptions
    : { day: 'numeric', month: 'short' };
  return dates(language, options).format(time);
}

/** Formats the time of day: `17:02`. */
export function formatClock(time: number, language: Language): string {
  return dates(language, clockOptions).format(time);
}

/** Formats local date and time without seconds: `21 Nov 2026, 09:41`. */
export function formatDateTime(time: number, language: Language): string {
  return dates(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** Formats a time: relative within a day of now (`12 s ago`, `in 3 h`), local date and time beyond. */
export function formatTime(time: number, now: number, language: Language): string {
  return Math.abs(time - now) < day
    ? formatAge(time, now, language)
    : formatDateTime(time, language);
}

/** Returns the moment from which `formatTime` has given its current text for a time; beyond a day it never changes. */
export function sameSince(time: number, now: number): number {
  const distance = time - now;
  const size = Math.abs(distance);
  const unit = size < minute ? second : size < hour ? minute : size < day ? hour : day;
  if (unit === day) return time - Math.sign(distance) * day;
  return time - Math.trunc(distance / unit) * unit;
}

/** The units of `formatDuration`: one thing in one spelling. */
const shorter = (_: string, unit: string) => (unit === 'hr' ? ' h' : ' s');

/** Formats the distance from now in one unit: `12 s ago`, `3 days ago`, `in 2 mo`. */
export function formatAge(time: number, now: number, language: Language): string {
  const distance = time - now;
  const size = Math.abs(distance);
  const numeric = size < second ? 'auto' : 'always';
  const relative = kept(
    `age ${language} ${numeric}`,
    () => new Intl.RelativeTimeFormat(locales[language], { style: 'short', numeric }),
  );
  const as = (length: number, unit: Intl.RelativeTimeFormatUnit) =>
    relative.format(Math.trunc(distance / length), unit).replace(/ (hr|sec)\b/, shorter);
  if (size < minute) return as(second, 'second');
  if (size < hour) return as(minute, 'minute');
  if (size < day) return as(hour, 'hour');
  if (size < 60 * day) return as(day, 'day');
  if (size < 730 * day) return as(30 * day, 'month');
  return as(365 * day, 'year');
}

/** Formats a time completely for a tooltip: local with zone and seconds, and the same in UTC. */
export function formatAbsolute(time: number, language: Language): { local: string; utc: string } {
  const options: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  };
  return {
    local: dates(language, options).format(time),
    utc: dates(language, { ...options, timeZone: 'UTC' }).format(time),
  };
}
