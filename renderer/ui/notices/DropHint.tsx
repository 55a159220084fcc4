import { FileUp, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What a drop does, over all of its positioned container, while something is dragged over it. */
export function DropHint(props: { readonly icon?: LucideIcon; readonly children: ReactNode }) {
  const { icon: Icon = FileUp, children } = props;
  return (
    <div
      data-drop-hint
      className="pointer-events-none absolute inset-0 z-30 flex items-center justify-center bg-accent-soft/70 p-4 outline-2 outline-accent -outline-offset-2"
    >
      <p className="phrases flex max-w-full items-center gap-2 rounded-card border border-accent bg-raised px-4 py-3 font-semibold text-accent-text">
        <Icon size={18} aria-hidden className="shrink-0" />
        <span className="line-clamp-3 min-w-0 wrap-anywhere">{children}</span>
      </p>
    </div>
  );
}
