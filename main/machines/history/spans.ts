import type { BarSpan } from '../../../preload/contract/machines/history-spans.ts';
import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Day, Stretch } from '../sums/index.ts';
import type { Days } from './days.ts';

const hour = 3600_000;

/** Equal parts of clock time for short spans, calendar days for long ones. */
const parts: Readonly<Record<BarSpan, { readonly count: number; readonly each: number | 'day' }>> =
  {
    '24h': { count: 48, each: hour / 2 },
    '7d': { count: 56, each: 3 * hour },
    '30d': { count: 30, each: 'day' },
    '90d': { count: 90, each: 'day' },
    recent: { count: 20, each: 60_000 },
  };

/** Returns the parts of a span that ends now, oldest first; the last one is the complete present minute, half hour or day. */
export function cellsOf(days: Days, span: BarSpan, now: number): (Stretch | Day)[] {
  const { count, each } = parts[span];
  if (each === 'day') return days.between(now - count * 24 * hour, now + 1).slice(-count);
  const end = (Math.floor(now / each) + 1) * each;
  return Array.from({ length: count }, (_, at) => {
    const from = end - (count - at) * each;
    return { from, to: from + each };
  });
}

/** Returns for each cell the reason for most of its unobserved time, or null. */
export function gapsBy(
  cells: readonly Stretch[],
  stretches: readonly (Stretch & { readonly reason: GapReason | null })[],
): (GapReason | null)[] {
  return cells.map((cell) => {
    const lost = new Map<GapReason, number>();
    for (const { from, to, reason } of stretches) {
      const ms = Math.min(to, cell.to) - Math.max(from, cell.from);
      if (reason !== null && ms > 0) lost.set(reason, (lost.get(reason) ?? 0) + ms);
    }
    const [most] = [...lost].sort(([, a], [, b]) => b - a);
    return most?.[0] ?? null;
  });
}
