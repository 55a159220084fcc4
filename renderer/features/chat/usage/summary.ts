import type { UsageDay } from '../../../../preload/contract/chat/usage.ts';

/** Grouping of the ledger, and the measure. */
export type Grouping = 'model' | 'key';
export type Measure = 'tokens' | 'requests';

export interface Totals {
  readonly requests: number;
  readonly uncounted: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null if the service never said. */
  readonly cachedTokens: number | null;
  readonly reasoningTokens: number | null;
}

export interface Group extends Totals {
  readonly id: string;
  readonly name: string;
}

/** One bar of the chart: some days and each group's value, in the groups' order. */
export interface Column {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly values: readonly number[];
  readonly total: number;
}

const nothing: Totals = {
  requests: 0,
  uncounted: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: null,
  reasoningTokens: null,
};

/** Adds reported counts; a service that reports none gives null. */
function told(sum: number | null, more: number | null): number | null {
  return sum === null || more === null ? (sum ?? more) : sum + more;
}

function plus(sum: Totals, day: Totals): Totals {
  return {
    requests: sum.requests + day.requests,
    uncounted: sum.uncounted + day.uncounted,
    inputTokens: sum.inputTokens + day.inputTokens,
    outputTokens: sum.outputTokens + day.outputTokens,
    cachedTokens: told(sum.cachedTokens, day.cachedTokens),
    reasoningTokens: told(sum.reasoningTokens, day.reasoningTokens),
  };
}

export const totalOf = (days: readonly UsageDay[]): Totals => days.reduce(plus, nothing);

export function measured(totals: Totals, measure: Measure): number {
  return measure === 'requests' ? totals.requests : totals.inputTokens + totals.outputTokens;
}

const idOf = (day: UsageDay, by: Grouping): string => (by === 'model' ? day.model : day.keyId);

/** Returns models or keys, largest first. A key has its latest name. */
export function groupsOf(days: readonly UsageDay[], by: Grouping, measure: Measure): Group[] {
  const groups = new Map<string, Group>();
  for (const day of days) {
    const id = idOf(day, by);
    const name = by === 'model' ? day.model : day.keyName;
    groups.set(id, { ...plus(groups.get(id) ?? nothing, day), id, name });
  }
  return [...groups.values()].sort(
    (a, b) => measured(b, measure) - measured(a, measure) || a.name.localeCompare(b.name),
  );
}

/** Maximum bars of a chart. */
const mostColumns = 62;

/**
 * Returns the days of the range, grouped so that there are few enough bars.
 * @param groups ids with values of their own; the others are summed in a last value
 */
export function columnsOf(
  days: readonly UsageDay[],
  range: { readonly from: string; readonly to: string },
  groups: readonly string[],
  by: Grouping,
  measure: Measure,
): Column[] {
  const all = daysBetween(range.from, range.to);
  const width = all.length <= mostColumns ? 1 : all.length <= mostColumns * 7 ? 7 : 30;
  const columns: { from: string; to: string; values: number[]; total: number }[] = [];
  const columnOf = new Map<string, number>();
  all.forEach((day, index) => {
    const at = Math.floor(index / width);
    const column = columns[at];
    if (column === undefined) {
      columns.push({ from: day, to: day, values: Array(groups.length + 1).fill(0), total: 0 });
    } else column.to = day;
    columnOf.set(day, at);
  });
  for (const day of days) {
    const column = columns[columnOf.get(day.day) ?? -1];
    if (column === undefined) continue;
    const place = groups.indexOf(idOf(day, by));
    const at = place < 0 ? groups.length : place;
    const value = measured(day, measure);
    column.values[at] = (column.values[at] ?? 0) + value;
    column.total += value;
  }
  return columns;
}

/** Both ends included; `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  const at = new Date(`${from}T12:00:00Z`);
  const end = new Date(`${to}T12:00:00Z`).getTime();
  while (at.getTime() <= end && days.length < 4000) {
    days.push(at.toISOString().slice(0, 10));
    at.setUTCDate(at.getUTCDate() + 1);
  }
  return days;
}

/** Returns a day of the user's own calendar, some days ago. */
export function localDay(now: Date, ago = 0): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the next 1, 2 or 5 times a power of ten: the end of the chart's axis. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
