import type { Database } from '../../../main/base/storage/database.ts';
import { readState } from '../../../main/machines/choices/states.ts';
import {
  createMachineHistory,
  type MachineHistory,
  type Past,
} from '../../../main/machines/history/index.ts';

const day = 86_400_000;

/** A history as the app's own at a moment. @param yearly systems that come with a year; absent: all */
export function historyOf(
  database: Database,
  now: number,
  yearly?: (systemId: string) => boolean,
): MachineHistory {
  return createMachineHistory({
    database,
    emit: () => undefined,
    log: { info: () => undefined, error: (event, cause) => console.error(event, cause) },
    meanings: { stateOf: (_, status) => readState(status), onMeaning: () => () => undefined },
    pastOf: (systemId, { at, machines }) =>
      yearly?.(systemId) === false
        ? null
        : year(
            at,
            machines.map(({ name }) => name),
          ),
    now: () => new Date(now),
  });
}

/** Watched without a break, 4 changes a day of each machine at odd times. */
function year(until: number, names: readonly string[]): Past {
  const from = until - 365 * day;
  return {
    origin: 'imported',
    stretches: [{ from, to: until, reason: null, detail: null }],
    machines: names.map((name, index) => ({
      ...{ name, nth: 0 },
      changes: Array.from({ length: 4 * 365 }, (_, n) => ({
        at: Math.round(from + (n * day) / 4 + ((index * 7919 + n * 104_729) % 20_000_000)),
        status: n % 2 === 0 ? 'OK' : 'NG',
      })),
    })),
  };
}
