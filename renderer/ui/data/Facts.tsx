import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface FactsProps {
  readonly items: readonly { readonly label: string; readonly value: ReactNode }[];
  /** Values in the monospaced face. */
  readonly mono?: boolean;
  /** Each label above its value, for narrow places and long values. */
  readonly stacked?: boolean;
}

/** Labels and values of one item, such as a certificate or a record. */
export function Facts({ items, mono, stacked }: FactsProps) {
  return (
    <dl
      className={cx(
        stacked
          ? 'flex flex-col gap-3'
          : 'grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1.5',
      )}
    >
      {items.map(({ label, value }) => (
        <div key={label} className={stacked ? undefined : 'contents'}>
          <dt className={cx('text-small text-text-soft', stacked ? 'mb-0.5' : 'pt-px')}>{label}</dt>
          <dd
            className={cx(
              'min-w-0 wrap-anywhere whitespace-pre-wrap text-text',
              mono ? 'font-mono text-mono' : 'text-body',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
