import { cx } from '../cx.ts';

interface RingProps {
  /** Remaining share, 0 to 1. */
  readonly value: number;
  /** The remaining time in words: `Session: 4 min left`. */
  readonly label: string;
  /** In CSS pixels. */
  readonly size?: number;
  readonly tone?: 'accent' | 'warning' | 'trouble';
}

const tones = { accent: 'text-accent', warning: 'text-degraded', trouble: 'text-down' };
const radius = 6;
const length = 2 * Math.PI * radius;

/** Remaining time, running out clockwise. */
export function Ring({ value, label, size = 16, tone = 'accent' }: RingProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      strokeWidth={2.5}
      className={cx('shrink-0 -rotate-90', tones[tone])}
    >
      <circle cx={8} cy={8} r={radius} stroke="var(--line-strong)" />
      <circle
        cx={8}
        cy={8}
        r={radius}
        stroke="currentColor"
        strokeDasharray={`${share * length} ${length}`}
        strokeDashoffset={0}
      />
    </svg>
  );
}
