import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'good' | 'warning' | 'trouble';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

const tones = {
  neutral: 'bg-hover text-text-soft',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-up-soft text-up-text',
  warning: 'bg-degraded-soft text-degraded-text',
  trouble: 'bg-down-soft text-down-text',
};

/** A word or a count that belongs to its neighbour. */
export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span
      dir="auto"
      className={cx(
        'tabular inline-flex h-4.5 items-center gap-1 rounded-small px-1.5 text-tiny font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon && <Icon size={11} aria-hidden />}
      {children}
    </span>
  );
}
