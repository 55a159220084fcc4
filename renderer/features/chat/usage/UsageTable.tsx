import { useState } from 'react';
import type { UsageDay } from '../../../../preload/contract/chat/usage.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Button, cx } from '../../../ui/index.ts';
import type { Group, Grouping, Totals } from './summary.ts';
import { fills, type Part } from './UsageChart.tsx';

interface UsageTableProps {
  readonly by: Grouping;
  readonly groups: readonly Group[];
  readonly totals: Totals;
  readonly days: readonly UsageDay[];
}

/** The numbers of the chart: by model or key with their sum, or by day. */
export function UsageTable({ by, groups, totals, days }: UsageTableProps) {
  const t = useT();
  const [daily, setDaily] = useState(false);
  const label = daily ? t('usage.daily') : t(`usage.by_${by}`);
  return (
    <div className="space-y-2">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-56 overflow-auto rounded-control border border-line"
      >
        <table aria-label={label} className="w-full border-separate border-spacing-0 text-body">
          <thead className="text-small text-text-soft">
            <tr>
              {daily && <Head text={t('usage.day')} />}
              <Head text={t(daily || by === 'model' ? 'usage.model' : 'usage.key')} />
              {daily && <Head text={t('usage.key')} />}
              <Head end text={t('usage.requests')} />
              <Head end text={t('usage.input')} />
              <Head end text={t('usage.output')} />
            </tr>
          </thead>
          <tbody>
            {daily
              ? [...days].reverse().map((day) => (
                  <tr key={`${day.day}-${day.keyId}-${day.model}`}>
                    <Cell>{day.day}</Cell>
                    <Cell>{day.model}</Cell>
                    <Cell>{day.keyName}</Cell>
                    <Numbers totals={day} />
                  </tr>
                ))
              : groups.map((group) => (
                  <tr key={group.id}>
                    <Cell>{group.name}</Cell>
                    <Numbers totals={group} />
                  </tr>
                ))}
          </tbody>
          <tfoot className="sticky bottom-0 bg-raised font-semibold">
            <tr>
              <Cell span={daily ? 3 : 1}>{t('usage.total')}</Cell>
              <Numbers totals={totals} />
            </tr>
          </tfoot>
        </table>
      </section>
      <Button size="small" onClick={() => setDaily(!daily)}>
        {daily ? t('usage.showGroups') : t('usage.showDays')}
      </Button>
    </div>
  );
}

function Head({ text, end = false }: { readonly text: string; readonly end?: boolean }) {
  return (
    <th
      scope="col"
      className={cx(
        'sticky top-0 border-line border-b bg-raised px-3 py-1.5 font-medium',
        end ? 'text-right' : 'text-left',
      )}
    >
      {text}
    </th>
  );
}

function Cell({ children, span }: { readonly children: string; readonly span?: number }) {
  return (
    <td colSpan={span} className="max-w-48 truncate border-line border-b px-3 py-1.5">
      {children}
    </td>
  );
}

function Numbers({ totals }: { readonly totals: Totals }) {
  const t = useT();
  const format = useFormat();
  const { requests, uncounted, inputTokens, outputTokens, cachedTokens, reasoningTokens } = totals;
  return (
    <>
      <td className="tabular border-line border-b px-3 py-1.5 text-right">
        {format.number(requests)}
        {uncounted > 0 && (
          <Share text={t('usage.uncounted', { number: format.number(uncounted) })} />
        )}
      </td>
      <td className="tabular border-line border-b px-3 py-1.5 text-right">
        {format.number(inputTokens)}
        {cachedTokens !== null && (
          <Share text={t('usage.cached', { number: format.number(cachedTokens) })} />
        )}
      </td>
      <td className="tabular border-line border-b px-3 py-1.5 text-right">
        {format.number(outputTokens)}
        {reasoningTokens !== null && (
          <Share text={t('usage.reasoning', { number: format.number(reasoningTokens) })} />
        )}
      </td>
    </>
  );
}

function Share({ text }: { readonly text: string }) {
  return <span className="font-normal text-small text-text-soft">{` ${text}`}</span>;
}

/** Legend of the fills. */
export function Legend({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <figcaption>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pl-[9%] text-small text-text-soft">
        {parts.map(({ id, name }, index) => (
          <li key={id} className="flex min-w-0 items-center gap-1.5">
            <svg width="10" height="10" aria-hidden className="shrink-0">
              <rect
                width="10"
                height="10"
                rx="2"
                className={fills[Math.min(index, fills.length - 1)]}
              />
            </svg>
            <span className="truncate">{name}</span>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
