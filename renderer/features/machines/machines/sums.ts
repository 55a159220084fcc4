import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';

/** Observed time of several parts together, without that for which maintenance was planned. */
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
