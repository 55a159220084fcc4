import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A setting that takes effect at once. Within a form that is submitted later, use `Checkbox`. */
export function Switch({ label, hint, checked, onCheckedChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className={cx('flex items-start justify-between gap-4', disabled && 'opacity-45')}>
      <div className="min-w-0 pt-0.5">
        <label htmlFor={id} className="text-body text-text">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="phrases text-small text-text-soft">
            {hint}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onCheckedChange(!checked)}
        className="inline-flex h-6 w-10 shrink-0 items-center justify-center rounded-full"
      >
        <span
          className={cx(
            'flex h-5 w-9 items-center rounded-full border px-0.5 forced-color-adjust-none motion-safe:transition-colors',
            checked ? 'border-accent bg-accent' : 'border-line-control bg-pressed',
          )}
        >
          <span
            className={cx(
              'size-3.5 rounded-full motion-safe:transition-transform',
              checked ? 'translate-x-4 bg-on-accent' : 'bg-text-soft',
            )}
          />
        </span>
      </button>
    </div>
  );
}
