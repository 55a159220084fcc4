import { Download, ExternalLink } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import type { UsageDay } from '../../../../preload/contract/chat/usage.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useClient } from '../../../kit/index.ts';
import { useOpenExternally } from '../../../kit/openExternally.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, Dialog, ErrorBar, Segmented, Select, Spinner } from '../../../ui/index.ts';
import {
  columnsOf,
  daysBetween,
  type Grouping,
  groupsOf,
  localDay,
  type Measure,
  totalOf,
} from './summary.ts';
import { UsageChart } from './UsageChart.tsx';
import { Legend, UsageTable } from './UsageTable.tsx';

interface UsageDialogProps {
  readonly service: GenaiState;
  readonly onClose: () => void;
}

const ranges = ['7', '30', '90', '365'] as const;
type Range = (typeof ranges)[number];
const measures: readonly Measure[] = ['tokens', 'requests'];
const groupings: readonly Grouping[] = ['model', 'key'];
/** Maximum models or keys shown separately; the rest is one group. */
const mostGroups = 4;

/** The app's usage of the service: tokens and requests by model, key and day. */
export default function UsageDialog(props: UsageDialogProps) {
  return (
    <LateTexts>
      <Usage {...props} />
    </LateTexts>
  );
}

function Usage({ service, onClose }: UsageDialogProps) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const leave = useOpenExternally();
  const { busy, problem, attempt } = useProblem();
  const [range, setRange] = useState<Range>('30');
  const [by, setBy] = useState<Grouping>('model');
  const [measure, setMeasure] = useState<Measure>('tokens');
  const { systemId, portal } = service;
  const now = new Date();
  const to = localDay(now);
  const from = localDay(now, Number(range) - 1);
  const { value: days, problem: lost } = useResource('usage', { systemId, from, to });
  const trouble = problem ?? lost;

  const { groups, columns, parts, totals } = useSummary(days, { from, to }, by, measure);
  const save = () =>
    attempt(async () => {
      const saved = await client.call('usage.exportFile', { systemId, from, to });
      if (saved.kind === 'download') download(saved);
    });
  const usageUrl = portal.usageUrl;
  const first = useRef<HTMLSelectElement>(null);
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      initialFocus={first}
      title={t('chat.usage')}
      description={t('usage.text')}
      footer={
        <>
          {usageUrl !== null && (
            <Button icon={ExternalLink} onClick={() => void leave(usageUrl)}>
              {t('keys.openUsage')}
            </Button>
          )}
          <Button
            icon={Download}
            busy={busy}
            disabled={groups.length === 0}
            onClick={() => void save()}
          >
            {t('usage.export')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {trouble && <ErrorBar error={trouble} />}
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <Segmented
            label={t('usage.range')}
            value={range}
            options={ranges.map((value) => ({ value, label: t(`usage.days.${value}`) }))}
            onValueChange={setRange}
          />
          <Segmented
            label={t('usage.measure')}
            value={measure}
            options={measures.map((value) => ({ value, label: t(`usage.${value}`) }))}
            onValueChange={setMeasure}
          />
          <Select
            ref={first}
            className="w-36"
            label={t('usage.by')}
            value={by}
            options={groupings.map((value) => ({ value, label: t(`usage.${value}`) }))}
            onValueChange={setBy}
          />
        </div>
        {days === null && trouble === null && <Spinner size={16} />}
        {days !== null && groups.length === 0 && (
          <p className="py-8 text-center text-text-soft">{t('usage.empty')}</p>
        )}
        {groups.length > 0 && (
          <>
            <figure className="space-y-2">
              <UsageChart
                columns={columns}
                parts={parts}
                label={t('usage.chart', {
                  measure: t(`usage.${measure}`),
                  days: daysBetween(from, to).length,
                  requests: format.number(totals.requests),
                  tokens: format.number(totals.inputTokens + totals.outputTokens),
                })}
              />
              <Legend parts={parts.slice(0, groups.length > mostGroups ? undefined : -1)} />
            </figure>
            <UsageTable by={by} groups={groups} totals={totals} days={days ?? []} />
            {totals.uncounted > 0 && (
              <p className="phrases text-small text-text-soft">
                {t('usage.uncountedMeans', { count: totals.uncounted })}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Summarizes the days for chart and table. */
function useSummary(
  days: readonly UsageDay[] | null,
  { from, to }: { readonly from: string; readonly to: string },
  by: Grouping,
  measure: Measure,
) {
  const t = useT();
  return useMemo(() => {
    const found = groupsOf(days ?? [], by, measure);
    const apart = found.slice(0, mostGroups);
    return {
      groups: found,
      columns: columnsOf(
        days ?? [],
        { from, to },
        apart.map(({ id }) => id),
        by,
        measure,
      ),
      // no group has an empty id
      parts: [...apart, { id: '', name: t('usage.others') }],
      totals: totalOf(days ?? []),
    };
  }, [days, by, measure, from, to, t]);
}
