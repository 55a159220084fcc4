import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';

interface TitledCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** A control at the end of the title row. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  /** Makes the card focusable, so that a link can lead to it. */
  readonly ref?: Ref<HTMLElement>;
}

/** A card with a title row; what follows stands below a line. */
export function TitledCard({ title, text, action, children, ref }: TitledCardProps) {
  return (
    <section
      ref={ref}
      tabIndex={ref === undefined ? undefined : -1}
      aria-label={title}
      className="rounded-card border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-body font-semibold">{title}</h3>
          {text && <p className="phrases text-small text-text-soft wrap-anywhere">{text}</p>}
        </div>
        {action}
      </header>
      {children != null && <CardBody className="border-line border-t">{children}</CardBody>}
    </section>
  );
}

/** What stands in a card, one thing below the other. */
function CardBody({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={cx('flex min-w-0 flex-col items-start gap-4 p-4', className)}>{children}</div>
  );
}
