import { errorCodes } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { Days } from './days.ts';
import { cellsOf, gapsBy } from './spans.ts';
import type { ObservedStretch, TimeByState } from './types.ts';

/** Of more outages only the newest are returned. */
const mostOutages = 500;

/**
 * The Web API's own history: when it answered, and when it was unreachable. Other reasons for missing checks do not
 * count.
 */
export function createApiHistory(deps: {
  readonly observedStretches: (
    systemId: string,
    from: number,
    to: number,
  ) => Promise<ObservedStretch[]>;
  readonly days: Days;
  readonly now: () => Date;
}): Handlers<'machineHistory'>['api'] {
  return async ({ systemId, span }) => {
    const cells = cellsOf(deps.days, span, deps.now().getTime());
    const [from, to] = [cells[0]?.from ?? 0, cells.at(-1)?.to ?? 0];
    const stretches = await deps.observedStretches(systemId, from, to);
    const others = stretches.filter(({ reason }) => reason !== 'unreachable');
    const gaps = gapsBy(cells, others);
    const down = stretches.filter(({ reason }) => reason === 'unreachable');
    const last = stretches.at(-1);
    return {
      cells: cells.map((cell, at) => ({
        from: cell.from,
        to: cell.to,
        gap: gaps[at] ?? null,
        time: timeOf(cell, stretches),
      })),
      outages: down.slice(-mostOutages).map((one) => ({
        from: one.from,
        to: one === last ? null : one.to,
        code: errorCodes.find((code) => code === one.detail) ?? null,
      })),
    };
  };
}

function timeOf(
  cell: { from: number; to: number },
  stretches: readonly ObservedStretch[],
): TimeByState {
  const time: TimeByState = {};
  for (const { from, to, reason } of stretches) {
    const ms = Math.min(to, cell.to) - Math.max(from, cell.from);
    if (ms <= 0 || (reason !== null && reason !== 'unreachable')) continue;
    const state = reason === null ? 'up' : 'down';
    time[state] = (time[state] ?? 0) + ms;
  }
  return time;
}
