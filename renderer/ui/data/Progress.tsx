import { useId } from 'react';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { Button } from '../buttons/Button.tsx';

interface ProgressProps {
  /** The current work, in words. */
  readonly label: string;
  /** Progress, 0 to 1; absent while unknown. */
  readonly value?: number;
  readonly onCancel?: () => void;
}

/** Long work: its description, its progress, and a cancel button. */
export function Progress({ label, value, onCancel }: ProgressProps) {
  const t = useT();
  const format = useFormat();
  const id = useId();
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value));
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex justify-between gap-3 text-small text-text-soft">
          <span id={id}>{label}</span>
          {share !== undefined && <span className="tabular">{format.percent(share)}</span>}
        </div>
        <div
          role="progressbar"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
          className="h-1.5 overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
        >
          {share === undefined ? (
            <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
          ) : (
            <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
          )}
        </div>
      </div>
      {onCancel && (
        <Button size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}
