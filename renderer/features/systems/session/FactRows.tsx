import type { ReactNode } from 'react';
import { Button } from '../../../ui/index.ts';

export interface FactRow {
  readonly label: string;
  readonly value: ReactNode;
  /** Leads to where the fact is explained or changed. */
  readonly link?: { readonly label: string; readonly onPress: () => void } | undefined;
}

/** The facts of a session, a line for each. */
export function FactRows({ rows }: { readonly rows: readonly FactRow[] }) {
  return (
    <dl className="border-line border-t">
      {rows.map(({ label, value, link }) => (
        <div
          key={label}
          className="grid min-h-9 grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-3 border-line border-b py-1"
        >
          <dt className="text-small text-text-soft">{label}</dt>
          <dd className="flex min-w-0 items-center gap-2 text-body">
            <span className="min-w-0 flex-1 wrap-anywhere">{value}</span>
            {link && (
              <Button
                variant="quiet"
                size="small"
                className="-mr-2 text-accent-text"
                aria-label={`${label}: ${link.label}`}
                onClick={link.onPress}
              >
                {link.label}
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
