import { useState } from 'react';
import {
  type HistorySpan,
  historySpans,
} from '../../../../../preload/contract/machines/history-spans.ts';
import type { BarCell } from '../../../../../preload/contract/machines/machine-history.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button } from '../../../../ui/index.ts';
import { Observing } from '../Availability.tsx';
import { CellsBar } from '../bars/HistoryBar.tsx';
import { availableShare, sumOf } from '../sums.ts';
import { minimumObserved } from '../useTimes.ts';

interface MachineAvailabilityProps {
  readonly systemId: string;
  readonly name: string;
  readonly nth: number;
  /** A year by calendar days. */
  readonly days: readonly BarCell[];
}

/** Months shown at first. */
const few = 3;

/** A machine's availability by span, the same as in the table, and its months by day. */
export function MachineAvailability({ systemId, name, nth, days }: MachineAvailabilityProps) {
  const t = useT();
  const months = monthsOf(days);
  const [all, setAll] = useState(false);
  const title = t('machines.page.months');
  const observed = observedIn(days);
  if (observed < minimumObserved) {
    return (
      <section aria-label={title}>
        <h3 className="mb-2 font-semibold">{t('machines.columns.availability')}</h3>
        <Observing observed={observed} />
      </section>
    );
  }
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{t('machines.columns.availability')}</h3>
      <dl className="tabular mb-2 grid grid-cols-4 divide-x divide-line rounded-control border border-line">
        {historySpans.map((span) => (
          <Share key={span} span={span} of={{ systemId, name, nth }} />
        ))}
      </dl>
      <ul className="flex flex-col">
        {months.slice(0, all ? months.length : few).map((one) => (
          <li key={one[0]?.from}>
            <Month name={name} days={one} />
          </li>
        ))}
      </ul>
      {months.length > few && !all && (
        <Button size="small" variant="quiet" className="-ml-2" onClick={() => setAll(true)}>
          {t('machines.page.showAll', { count: months.length })}
        </Button>
      )}
    </section>
  );
}

/** Observed time of all days, ms. */
function observedIn(days: readonly BarCell[]): number {
  return days.reduce(
    (sum, { time }) => Object.values(time).reduce((all, part) => all + part, sum),
    0,
  );
}

function Share(props: {
  readonly span: HistorySpan;
  readonly of: { readonly systemId: string; readonly name: string; readonly nth: number };
}) {
  const { span, of } = props;
  const t = useT();
  const format = useFormat();
  const { value } = useResource('machineHistory.bar', { ...of, span });
  const share = value === null ? null : availableShare(sumOf(value));
  return (
    <div className="px-2 py-1.5">
      <dt className="truncate text-small text-text-soft">{t(`machines.history.spans.${span}`)}</dt>
      <dd className="font-semibold">
        {share === null ? t('machines.availability.none') : format.share(share)}
      </dd>
    </div>
  );
}

function Month({ name, days }: { readonly name: string; readonly days: readonly BarCell[] }) {
  const t = useT();
  const format = useFormat();
  const month = format.month(days[0]?.from ?? 0);
  const share = availableShare(sumOf(days));
  return (
    <div className="flex h-7 items-center gap-2">
      <span className="w-20 shrink-0 text-small whitespace-nowrap text-text-soft">{month}</span>
      <span className="min-w-0 flex-1">
        <CellsBar cells={days} byDay label={t('machines.page.month', { name, month })} />
      </span>
      <span className="tabular w-13 shrink-0 text-right text-small">
        {share === null ? t('machines.availability.none') : format.share(share)}
      </span>
    </div>
  );
}

/** Groups days by calendar month, newest first; months without observations are left out. */
function monthsOf(days: readonly BarCell[]): BarCell[][] {
  const months = new Map<number, BarCell[]>();
  for (const cell of days) {
    const at = new Date(cell.from);
    const month = at.getFullYear() * 12 + at.getMonth();
    const known = months.get(month);
    if (known === undefined) months.set(month, [cell]);
    else known.push(cell);
  }
  return [...months.values()]
    .filter((cells) => cells.some(({ time }) => Object.keys(time).length > 0))
    .reverse();
}
