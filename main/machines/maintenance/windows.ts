import type { MaintenanceWindow } from '../../../preload/contract/machines/maintenance.ts';
import type { Stretch } from '../sums/index.ts';
import type { Zones } from './zones.ts';

const day = 86_400_000;
const minute = 60_000;

/** Returns a window's occurrences that overlap a time span (ms since 1970), in order. */
export function occurrencesOf(zones: Zones, window: MaintenanceWindow, within: Stretch): Stretch[] {
  const first = Date.parse(window.day);
  const last = window.until === null ? Number.POSITIVE_INFINITY : Date.parse(window.until);
  const [hour = 0, minutes = 0] = window.time.split(':').map(Number);
  const lasts = window.minutes * minute;
  // a day around it: dates here are in UTC, whatever the zone
  const earliest = within.from - lasts - 2 * day;
  const found: Stretch[] = [];
  for (const date of datesOf(window, first, earliest)) {
    if (date > last || date > within.to + 2 * day) break;
    const at = new Date(date);
    const from = zones.instantOf(
      {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour,
        minute: minutes,
        second: 0,
      },
      window.zone,
    );
    const to = from + lasts;
    if (from < within.to && to > within.from) found.push({ from, to });
  }
  return found;
}

/** Yields dates as midnight of the same date in UTC, from about `earliest` on, without end if they repeat. */
function* datesOf(
  { repeats }: MaintenanceWindow,
  first: number,
  earliest: number,
): Generator<number> {
  if (repeats === 'once') {
    yield first;
    return;
  }
  if (repeats === 'weekly') {
    const skipped = Math.max(0, Math.floor((earliest - first) / (7 * day)));
    for (let date = first + skipped * 7 * day; ; date += 7 * day) yield date;
  }
  const begin = new Date(first);
  const near = new Date(Math.max(first, earliest));
  const months = (one: Date): number => one.getUTCFullYear() * 12 + one.getUTCMonth();
  for (let month = Math.max(months(begin), months(near) - 1); ; month++) {
    const date = repeats === 'monthly' ? sameDay(begin, month) : sameWeekday(begin, month);
    if (date !== null && date >= first) yield date;
  }
}

/** @param month counted from year 0 */
function sameDay(begin: Date, month: number): number | null {
  const date = Date.UTC(Math.floor(month / 12), month % 12, begin.getUTCDate());
  return new Date(date).getUTCMonth() === month % 12 ? date : null;
}

function sameWeekday(begin: Date, month: number): number {
  const nth = Math.ceil(begin.getUTCDate() / 7);
  const first = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
  const to = 1 + ((begin.getUTCDay() - first.getUTCDay() + 7) % 7) + (nth - 1) * 7;
  const date = Date.UTC(Math.floor(month / 12), month % 12, to);
  return new Date(date).getUTCMonth() === month % 12 ? date : date - 7 * day;
}
