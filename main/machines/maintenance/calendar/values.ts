import type { EventFault } from '../../../../preload/contract/machines/maintenance.ts';
import type { Clock } from '../zones.ts';
import type { Property } from './lines.ts';

const minute = 60_000;
export const day = 86_400_000;

/** An unreadable event. */
export class Unreadable extends Error {
  readonly fault: EventFault;

  constructor(fault: EventFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A date, or a time of day, in a local clock. */
export interface Time {
  /** Ms since 1970, reading this clock as if it showed UTC. */
  readonly wall: number;
  /** A whole day. */
  readonly date: boolean;
  /** Its clock; null: no zone, so the calendar's. */
  readonly clock: Clock | null;
}

const form =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[Tt ](\d{2}):?(\d{2}):?(\d{2})?(?:[.,]\d{1,9})?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * @param clockOf returns the clock of a zone name
 * @throws Unreadable `date` for an invalid date: 30 February, 25 o'clock
 */
export function parseTime(
  text: string,
  clockOf: (zone: string) => Clock | null,
  zone: string | null,
): Time {
  const found = form.exec(text.trim());
  if (found === null) throw new Unreadable('date');
  const [, year, month, date, hour, minutes, seconds = '0', offset] = found;
  const at = [year, Number(month) - 1, date, hour ?? 0, minutes ?? 0].map(Number);
  const [y = 0, m = 0, d = 0, h = 0, min = 0] = at;
  // a leap second counts as the second before (RFC 5545, section 3.3.12)
  const wall = utc(y, m, d) + (h * 60 + min) * minute + Math.min(59, Number(seconds)) * 1000;
  const shown = new Date(utc(y, m, d));
  const exists = shown.getUTCMonth() === m && shown.getUTCDate() === d;
  if (!exists || h > 23 || min > 59 || Number(seconds) > 60) throw new Unreadable('date');
  if (hour === undefined) return { wall, date: true, clock: null };
  const named = offset === undefined ? zone : /z/i.test(offset) ? 'UTC' : offset;
  return { wall, date: false, clock: named === null ? null : clockOf(named) };
}

/** Like `Date.UTC`, with the years 0 to 99 unchanged. @param month from 0 */
export function utc(year: number, month: number, date: number): number {
  const at = new Date(0);
  at.setUTCFullYear(year, month, date);
  return at.getTime();
}

/** Returns the dates of a property, which may be a list, in its own zone. */
export function parseTimes(
  { value, params }: Property,
  clockOf: (zone: string) => Clock | null,
): Time[] {
  const zone = params.get('tzid') ?? null;
  return value
    .split(',')
    .filter((one) => one.trim() !== '')
    .map((one) => parseTime(one, clockOf, zone));
}

/** Days are calendar days, whatever their length; the rest is elapsed time. */
export interface Duration {
  readonly days: number;
  readonly ms: number;
}

const lasting =
  /^([+-])?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;

/** @throws Unreadable `duration`, `end-before-start` if it is negative */
export function parseDuration(text: string): Duration {
  const found = lasting.exec(text.trim());
  if (found === null || !/\d/.test(text)) throw new Unreadable('duration');
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  const duration = {
    days: Number(weeks) * 7 + Number(days),
    ms: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000,
  };
  if (sign === '-' && duration.days + duration.ms > 0) throw new Unreadable('end-before-start');
  return duration;
}
