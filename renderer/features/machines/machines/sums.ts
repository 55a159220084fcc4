import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';

/** Adds up the observed time of several parts, without planned maintenance. */
export function sumOf(cells: readonly Pick<BarCell, 'time' | 'aside'>[]): BarCell['time'] {
  const sum: BarCell['time'] = {};
  for (const { time, aside } of cells) {
    for (const state of machineStates) {
      const ms = time[state];
      if (ms !== undefined) sum[state] = (sum[state] ?? 0) + ms - (aside?.[state] ?? 0);
    }
  }
  return sum;
}

/** Time up as a share of the observed time in which it was up, degraded or down; null without any. */
export function availableShare({ up = 0, degraded = 0, down = 0 }: BarCell['time']): number | null {
  const counted = up + degraded + down;
  return counted === 0 ? null : up / counted;
}
