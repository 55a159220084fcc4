import { useState } from 'react';
import {
  type HistorySpan,
  historySpans,
} from '../../../../../preload/contract/machines/history-spans.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useSystem } from '../../../../kit/index.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, ErrorBar, errorText, Segmented, StateMark, useNow } from '../../../../ui/index.ts';
import { CellsBar } from '../bars/HistoryBar.tsx';
import { availableShare, sumOf } from '../sums.ts';

/** Outages shown at first. */
const few = 5;

/** The Web API's own reachability, with every outage. */
export function ApiHistory({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const [span, setSpan] = useState<HistorySpan>('30d');
  const [most, setMost] = useState(few);
  const { value, problem } = useResource('machineHistory.api', { systemId, span });
  const outages = [...(value?.outages ?? [])].reverse();
  const address = useSystem()?.webApiUrl ?? '';
  const details: Record<string, string> = URL.canParse(address)
    ? { host: new URL(address).host }
    : {};
  const share = value === null ? null : availableShare(sumOf(value.cells));
  return (
    <section aria-label={t('calendar.api.name')} className="flex flex-col gap-2 pt-4">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="text-heading font-semibold">{t('calendar.api.name')}</h2>
        <span className="tabular flex-1 text-text-soft">
          {share !== null && t('calendar.api.share', { share: format.share(share) })}
        </span>
        <Segmented
          label={t('machines.history.span')}
          labelHidden
          value={span}
          options={historySpans.map((one) => ({
            value: one,
            label: t(`machines.history.spans.${one}`),
          }))}
          onValueChange={setSpan}
        />
      </header>
      {problem && <ErrorBar error={problem} />}
      {value && value.cells.length > 0 && (
        <CellsBar
          cells={value.cells}
          byDay={span === '30d' || span === '90d'}
          label={t('machines.history.of', { name: t('calendar.api.name') })}
        />
      )}
      {value && outages.length === 0 && <p className="text-text-soft">{t('calendar.api.none')}</p>}
      <ul aria-label={t('calendar.api.outages')} className="flex flex-col gap-1">
        {outages.slice(0, most).map(({ from, to, code }) => {
          const duration = format.duration((to ?? now) - from);
          return (
            <li key={from} className="flex flex-wrap items-baseline gap-x-3">
              <StateMark state="down" silent className="self-center" />
              <span className="tabular">{format.dateTime(from)}</span>
              <span className="tabular text-text-soft">
                {to === null ? t('calendar.lasting', { duration }) : duration}
              </span>
              <span className="min-w-0 flex-1 text-small text-text-soft">
                {code !== null && errorText({ code, details, retryable: false }, t).what}
              </span>
            </li>
          );
        })}
      </ul>
      {outages.length > most && (
        <Button size="small" variant="quiet" onClick={() => setMost(most + 10 * few)}>
          {t('calendar.more', { count: outages.length - most })}
        </Button>
      )}
    </section>
  );
}
