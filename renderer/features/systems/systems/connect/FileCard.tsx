import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface FileCardProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** What the user gave: a file or the certificate in it, with its content below a line. */
export function FileCard({ icon: Icon, title, text, action, children }: FileCardProps) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface">
      <header className="flex min-h-16 items-center gap-3 px-4 py-2.5">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-text">
          <Icon size={20} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium" title={title}>
            {title}
          </p>
          <p className="text-small text-text-soft wrap-anywhere">{text}</p>
        </div>
        {action}
      </header>
      {children != null && <div className="border-line border-t p-4">{children}</div>}
    </section>
  );
}
