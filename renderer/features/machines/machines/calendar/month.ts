import { severity } from '../../../../../preload/contract/machines/machine-states.ts';
import type {
  PastIncident,
  Planned,
} from '../../../../../preload/contract/machines/maintenance.ts';

/** A day of the month view, ms since 1970. */
export interface DayCell {
  readonly from: number;
  readonly to: number;
  /** In the month before or after. */
  readonly outside: boolean;
}

export interface DayEvents {
  /** The worst first. */
  readonly incidents: readonly PastIncident[];
  /** What machines reported as maintenance: no incidents. */
  readonly maintained: readonly PastIncident[];
  readonly planned: readonly Planned[];
}

/** Returns the start of a month, by the computer's clock. */
export function startOfMonth(time: number, months = 0): number {
  const at = new Date(time);
  return new Date(at.getFullYear(), at.getMonth() + months, 1).getTime();
}

export function startOfDay(time: number, days = 0): number {
  const at = new Date(time);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

/** Returns the same day of another month, or its last one. */
export function sameDayOf(time: number, months: number): number {
  const at = new Date(time);
  const [year, month] = [at.getFullYear(), at.getMonth() + months];
  const last = new Date(year, month + 1, 0).getDate();
  return new Date(year, month, Math.min(at.getDate(), last)).getTime();
}

/** Returns the weeks that overlap a month. @param first the first day of weeks, Sunday being 0 */
export function weeksOf(month: number, first: number): DayCell[][] {
  const next = startOfMonth(month, 1);
  const back = (new Date(month).getDay() - first + 7) % 7;
  const weeks: DayCell[][] = [];
  for (let from = startOfDay(month, -back); from < next; from = startOfDay(from, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, at) => {
        const day = startOfDay(from, at);
        return { from: day, to: startOfDay(day, 1), outside: day < month || day >= next };
      }),
    );
  }
  return weeks;
}

/** Returns the events that overlap a span. @param now the end of ongoing incidents */
export function eventsOf(
  { from, to }: { readonly from: number; readonly to: number },
  value: { readonly incidents: readonly PastIncident[]; readonly planned: readonly Planned[] },
  now: number,
): DayEvents {
  const past = value.incidents
    .filter((one) => one.from < to && (one.to ?? now) > from)
    .toSorted((a, b) => severity[a.state] - severity[b.state]);
  return {
    incidents: past.filter(({ state }) => state !== 'maintenance'),
    maintained: past.filter(({ state }) => state === 'maintenance'),
    // an event without duration belongs to its moment
    planned: value.planned.filter(
      (one) => one.from < to && (one.to > from || (one.from === one.to && one.from >= from)),
    ),
  };
}
