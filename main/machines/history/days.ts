import type { Day } from '../sums/index.ts';

/** The user's calendar. */
export interface Days {
  /** Returns the days of a time span (ms since 1970), the first and the last one complete. */
  between(from: number, to: number): Day[];
}

const day = 86_400_000;

/** Returns days of a time zone, by default the computer's: between 23 and 25 hours each. */
export function createDays(timeZone?: string): Days {
  // Created on first use: it takes 5 ms, and no start of the app needs it.
  let format: Intl.DateTimeFormat | undefined;
  const starts = new Map<number, number>();

  /** Returns the date at a time, as midnight of the same date in UTC. */
  function dateAt(at: number): number {
    format ??= new Intl.DateTimeFormat('en-US', {
      ...(timeZone === undefined ? {} : { timeZone }),
      calendar: 'gregory',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1);
  }

  /** Returns the first moment of a date; time zones are at most 14 hours from UTC. */
  function startOf(date: number): number {
    const known = starts.get(date);
    if (known !== undefined) return known;
    let [before, after] = [date - 16 * 3600_000, date + 16 * 3600_000];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (dateAt(middle) < date) before = middle;
      else after = middle;
    }
    starts.set(date, after);
    return after;
  }

  return {
    between(from, to) {
      const days: Day[] = [];
      for (let date = dateAt(from); startOf(date) < to; date += day) {
        const at = new Date(date);
        const number =
          at.getUTCFullYear() * 10_000 + (at.getUTCMonth() + 1) * 100 + at.getUTCDate();
        const whole = { day: number, from: startOf(date), to: startOf(date + day) };
        // a date skipped by a zone (it moved across the date line) has no time
        if (whole.from < whole.to) days.push(whole);
      }
      return days;
    },
  };
}

/** Returns the day of a time. */
export function dayOf(days: Days, at: number): Day {
  const [found] = days.between(at, at + 1);
  if (found === undefined) throw new Error(`no day at ${at}`);
  return found;
}
