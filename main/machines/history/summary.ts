import type { HistorySpan } from '../../../preload/contract/machines/history-spans.ts';
import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Days } from './days.ts';
import { cellsOf } from './spans.ts';
import { transitionsOf } from './transition-pages.ts';
import type { ReadStretches, ReadTime, StateOf, TimeByState } from './types.ts';

/** A model reads the summary: of more entries only the newest. */
const most = 100;

/** A machine's history within a span, as plain data. Times are ISO 8601 in UTC. */
export interface MachineSummary {
  readonly machine: string;
  readonly from: string;
  readonly to: string;
  /** Time up as a share of the observed time in which it was up, degraded or down; null without any. */
  readonly availability: number | null;
  /** Observed share of the span, 0 to 1. */
  readonly observedShare: number;
  /** Observed time by state, hours. */
  readonly hours: Readonly<Partial<Record<MachineState, number>>>;
  /** The state at the beginning and every change since; `status` null: answers left it out. */
  readonly changes: readonly {
    readonly at: string;
    readonly status: string | null;
    readonly state: MachineState;
  }[];
  readonly notObserved: readonly {
    readonly from: string;
    readonly to: string;
    readonly reason: string;
  }[];
  /** History before this was generated for the demo. */
  readonly generatedUntil: string | null;
}

const iso = (at: number): string => new Date(at).toISOString();
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export async function summarise(
  deps: {
    readonly database: Database;
    readonly stateOf: StateOf;
    readonly days: Days;
    readonly now: number;
    readonly time: ReadTime;
    readonly observedStretches: ReadStretches;
    readonly generationEnd: (systemId: string) => Promise<number | null>;
  },
  { systemId, name, nth }: { systemId: string; name: string; nth: number },
  span: HistorySpan,
): Promise<MachineSummary | null> {
  const { now } = deps;
  const cells = cellsOf(deps.days, span, now);
  const from = cells[0]?.from ?? now;
  const [[machine], stretches, changes, generatedUntil] = await Promise.all([
    deps.time(systemId, cells, [{ name, nth }]),
    deps.observedStretches(systemId, from, now),
    transitionsOf(deps.database, deps.stateOf, { systemId, name, nth }, from, now + 1),
    deps.generationEnd(systemId),
  ]);
  if (machine === undefined) return null;
  const time: TimeByState = {};
  for (const cell of machine.cells) {
    for (const [state, ms] of Object.entries(cell.time) as [MachineState, number][]) {
      time[state] = (time[state] ?? 0) + ms;
    }
  }
  // planned maintenance counts neither for nor against it
  const aside = machine.cells.map((cell) => cell.aside ?? {});
  const counts = (state: 'up' | 'degraded' | 'down'): number =>
    (time[state] ?? 0) - aside.reduce((sum, one) => sum + (one[state] ?? 0), 0);
  const up = counts('up');
  const counted = up + counts('degraded') + counts('down');
  const observed = Object.values(time).reduce((sum, ms) => sum + ms, 0);
  return {
    machine: name,
    from: iso(from),
    to: iso(now),
    availability: counted === 0 ? null : rounded(up / counted),
    observedShare: rounded(Math.min(1, observed / Math.max(1, now - from))),
    hours: Object.fromEntries(
      Object.entries(time).map(([state, ms]) => [state, rounded(ms / 3600_000)]),
    ),
    changes: changes.slice(-most).map(({ at, status, state }) => ({ at: iso(at), status, state })),
    notObserved: stretches
      .flatMap(({ from, to, reason }) =>
        reason === null ? [] : [{ from: iso(from), to: iso(to), reason }],
      )
      .slice(-most),
    generatedUntil: generatedUntil === null ? null : iso(generatedUntil),
  };
}
