import { cx } from '../cx.ts';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The numbers in words: `12,400 of 131,072 tokens`. */
  readonly text: string;
  readonly tone?: 'accent' | 'good' | 'warning' | 'trouble';
  /** Shows `text` beside the bar; read to screen readers either way. */
  readonly textShown?: boolean;
  readonly className?: string;
}

const tones = { accent: 'bg-accent', good: 'bg-up', warning: 'bg-degraded', trouble: 'bg-down' };

/** The used part of a limit. */
export function Meter(props: MeterProps) {
  const { label, value, max, text, tone = 'accent' } = props;
  const { textShown = false, className } = props;
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <span className={cx('inline-flex items-center gap-2', className ?? 'min-w-24')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot take the tokens' colours */}
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className="flex h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
      >
        <span
          // the least amount is seen, and nothing is empty
          className={cx('block h-full rounded-full', share > 0 && 'min-w-0.5', tones[tone])}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {textShown && (
        <span aria-hidden className="tabular text-small whitespace-nowrap text-text-soft">
          {text}
        </span>
      )}
    </span>
  );
}
