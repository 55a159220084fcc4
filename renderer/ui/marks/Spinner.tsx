import { cx } from '../cx.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface SpinnerProps {
  /** Text for screen readers; omitted if the visible text says the same. */
  readonly label?: string;
  /** In CSS pixels. */
  readonly size?: number;
  readonly className?: string;
}

/** Work without known progress. */
export function Spinner({ label, size = 14, className }: SpinnerProps) {
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        width={size}
        height={size}
        fill="none"
        strokeWidth={2}
        className={cx('animate-turn shrink-0', className)}
      >
        <circle cx={8} cy={8} r={6.5} stroke="currentColor" opacity={0.22} />
        <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
}
