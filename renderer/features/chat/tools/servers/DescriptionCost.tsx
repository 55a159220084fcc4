import { useMemo } from 'react';
import { estimateTokens } from '../../../../../common/tokens.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx } from '../../../../ui/index.ts';
import type { ServerRow } from './rows.ts';

/** Servers that are shown by name; the others are summed up. */
const mostNamed = 3;
const shades = ['bg-accent', 'bg-accent/65', 'bg-accent/40', 'bg-line-strong'] as const;

/** About what the descriptions of all tools take of a request, by server. */
export function DescriptionCost({ rows }: { readonly rows: readonly ServerRow[] }) {
  const t = useT();
  const format = useFormat();
  const costs = useMemo(() => costsOf(rows), [rows]);
  const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total === 0) return null;
  const others = costs.slice(mostNamed).reduce((sum, { tokens }) => sum + tokens, 0);
  const shown = [
    ...costs.slice(0, mostNamed),
    ...(others > 0 ? [{ name: t('toolServers.cost.others'), tokens: others }] : []),
  ];
  return (
    <section
      aria-label={t('toolServers.cost.title')}
      className="mx-3 rounded-card border border-line bg-surface px-4 py-3"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-small font-semibold">{t('toolServers.cost.title')}</span>
        <span className="tabular text-small text-text-soft">
          {t('toolServers.cost.total', { tokens: format.number(total) })}
        </span>
      </p>
      <div aria-hidden className="my-2 flex h-1 gap-px overflow-hidden rounded-full">
        {shown.map(({ name, tokens }, index) => (
          <span
            key={name}
            className={cx('h-full', shades[index])}
            style={{ width: `${(100 * tokens) / total}%` }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-text-soft">
        {shown.map(({ name, tokens }, index) => (
          <li key={name} className="flex min-w-0 items-center gap-1.5">
            <span aria-hidden className={cx('size-2 shrink-0 rounded-small', shades[index])} />
            <span className="truncate">{name}</span>
            <span className="tabular">{format.number(tokens)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function costsOf(rows: readonly ServerRow[]) {
  return rows
    .filter(({ server }) => server?.state !== 'off')
    .map(({ server, tools }) => ({
      name: server?.name ?? 'Compute Desk',
      tokens: tools
        .filter(({ approval }) => approval !== 'never')
        .reduce(
          (sum, { name, description, parameters }) =>
            sum + estimateTokens(JSON.stringify({ name, description, parameters })),
          0,
        ),
    }))
    .filter(({ tokens }) => tokens > 0)
    .toSorted((one, other) => other.tokens - one.tokens);
}
