import type { Handlers } from '../../../preload/contract/index.ts';
import type { BarSpan } from '../../../preload/contract/machines/history-spans.ts';
import type { BarCell } from '../../../preload/contract/machines/machine-history.ts';
import type { PastIncident, Planned } from '../../../preload/contract/machines/maintenance.ts';
import type { Stretch } from '../sums/index.ts';
import type { Days } from './days.ts';
import { keyOf } from './machines.ts';
import type { createQueries } from './queries.ts';
import { cellsOf, gapsBy } from './spans.ts';
import type { Named, Times } from './times.ts';

/** Maximum machines in a report. */
const mostReported = 500;
/** Maximum raw values listed: more are not status words. */
const mostStatuses = 200;

export interface MaintenanceSource {
  planned(
    systemId: string,
    machines: readonly { readonly name: string; readonly nth: number }[],
    within: Stretch,
  ): readonly Planned[];
  onChange(listener: (systemId: string) => void): () => void;
}

/** Returns the calls for availability, bars, calendar and report. */
export function createViews(
  deps: Pick<
    ReturnType<typeof createQueries>,
    'observedStretches' | 'generationEnd' | 'machines' | 'statuses'
  > &
    Pick<MaintenanceSource, 'planned'> & {
      readonly days: Days;
      readonly now: () => Date;
      readonly time: Times;
      readonly incidentsOf: (
        systemId: string,
        from: number,
        to: number,
      ) => Promise<{ incidents: PastIncident[]; more: boolean }>;
    },
): Pick<
  Handlers<'machineHistory'>,
  'report' | 'availability' | 'bar' | 'bars' | 'statuses' | 'calendar'
> {
  const { days, now, time, observedStretches, generationEnd, incidentsOf, planned } = deps;

  async function barsOf(
    systemId: string,
    span: BarSpan,
    machines: readonly Named[],
  ): Promise<BarCell[][]> {
    const cells = cellsOf(days, span, now().getTime());
    const [known, stretches] = await Promise.all([
      time(systemId, cells, machines),
      observedStretches(systemId, cells[0]?.from ?? 0, cells.at(-1)?.to ?? 0),
    ]);
    const gaps = gapsBy(cells, stretches);
    const bars = new Map(known.map((one) => [keyOf(one.name, one.nth), one.cells]));
    return machines.map(({ name, nth }) =>
      (bars.get(keyOf(name, nth)) ?? []).map((cell, at) => ({ ...cell, gap: gaps[at] ?? null })),
    );
  }

  return {
    async report({ systemId, from, to }) {
      const [machines, { incidents }] = await Promise.all([
        time(systemId, days.between(from, to)),
        incidentsOf(systemId, from, to),
      ]);
      const taken = machines.slice(0, mostReported);
      return {
        machines: taken.map(({ name, nth, cells }) => ({ name, nth, days: [...cells] })),
        more: machines.length - taken.length,
        incidents,
      };
    },
    async availability({ systemId, span }) {
      const cells = cellsOf(days, span, now().getTime());
      const [machines, generatedUntil] = await Promise.all([
        time(systemId, cells, null, { total: true }),
        generationEnd(systemId),
      ]);
      return {
        from: cells[0]?.from ?? 0,
        to: cells.at(-1)?.to ?? 0,
        generatedUntil,
        machines: machines.map(({ name, nth, firstSeen, changedAt, cells: [total] }) => ({
          name,
          nth,
          time: total?.time ?? {},
          ...(total?.aside && { aside: total.aside }),
          first: firstSeen,
          ...(changedAt < (generatedUntil ?? 0) && { since: changedAt }),
        })),
      };
    },
    async bar({ systemId, span, name, nth }) {
      const [bar = []] = await barsOf(systemId, span, [{ name, nth }]);
      return bar;
    },
    bars: ({ systemId, span, machines }) => barsOf(systemId, span, machines),
    statuses: ({ systemId }) => deps.statuses(systemId, mostStatuses),
    async calendar({ systemId, from, to }) {
      const [machines, past] = await Promise.all([
        deps.machines(systemId),
        incidentsOf(systemId, from, to),
      ]);
      return { ...past, planned: [...planned(systemId, machines, { from, to })] };
    },
  };
}
