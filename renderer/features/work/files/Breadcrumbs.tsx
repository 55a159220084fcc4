import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { shownName } from './names.ts';

interface BreadcrumbsProps {
  readonly label: string;
  /** The first step: `/`, or the chosen folder's name. */
  readonly root: string;
  readonly names: readonly string[];
  /** @param depth number of names to keep */
  readonly onGo: (depth: number) => void;
}

/** The way to a folder; each step leads back to it. */
export function Breadcrumbs({ label, root, names, onGo }: BreadcrumbsProps) {
  const steps = [root, ...names];
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center gap-x-1 px-3 pb-1 font-mono text-small"
    >
      {steps.map((name, depth) => {
        const last = depth === steps.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its depth
          <Fragment key={depth}>
            {depth > 0 && <ChevronRight size={12} aria-hidden className="text-text-faint" />}
            <button
              type="button"
              aria-current={last ? 'location' : undefined}
              onClick={() => onGo(depth)}
              className="min-h-6 max-w-60 truncate rounded-small px-1 hover:bg-hover aria-[current]:font-semibold"
            >
              <bdi>{shownName(name)}</bdi>
            </button>
          </Fragment>
        );
      })}
    </nav>
  );
}
