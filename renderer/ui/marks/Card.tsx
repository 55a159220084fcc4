import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface CardProps {
  readonly children: ReactNode;
  readonly className?: string;
}

/** A surface with a hairline edge, for one item among several. */
export function Card({ children, className }: CardProps) {
  return (
    <div className={cx('rounded-card border border-line bg-surface p-4', className)}>
      {children}
    </div>
  );
}
