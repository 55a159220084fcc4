import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: LucideIcon;
  /** Name of the missing items: `No clients yet`. */
  readonly title: string;
  /** Their purpose and the next step. */
  readonly children?: ReactNode;
  /** One button. */
  readonly action?: ReactNode;
}

/** A placeholder for an empty list, with the next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center px-6 py-12 text-center">
      {Icon && <Icon size={28} strokeWidth={1.5} aria-hidden className="mb-3 text-text-faint" />}
      <h2 className="text-heading font-semibold">{title}</h2>
      {children && (
        <div className="phrases mt-1 max-w-100 text-pretty text-body text-text-soft">
          {children}
        </div>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
