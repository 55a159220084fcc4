import type { Day } from '../sums/index.ts';

/** The user's calendar. */
export interface Days {
  /** The days of a stretch of time (ms since 1970), the first and the last one whole. */
  between(from: number, to: number): Day[];
}

const day = 86_400_000;

/** Days of a time zone, by default the computer's: between 23 and 25 hours each. */
export function createDays(timeZone?: string): Days {
  // Made when it is first used: it takes 5 ms, and no start of the app uses it.
  let format: Intl.DateTimeFormat | undefined;
  const starts = new Map<number, number>();

  /** The date at a moment, as midnight of the same date in UTC. */
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

  /** The first moment of a date; clocks of the world are at most 14 hours from UTC. */
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
        // a date that a zone has left out (it moved across the date line) has no time
        if (whole.from < whole.to) days.push(whole);
      }
      return days;
    },
  };
}

/** The day of a moment. */
export function dayOf(days: Days, at: number): Day {
  const [found] = days.between(at, at + 1);
  if (found === undefined) throw new Error(`no day at ${at}`);
  return found;
}
