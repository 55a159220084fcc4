import { Check, Minus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** `mixed` if it represents several items, some of them checked. */
  readonly checked: boolean | 'mixed';
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A yes or no within a form, or one of several choices. The hint stays readable: it says why it is disabled. */
export function Checkbox({ label, hint, checked, onCheckedChange, disabled }: CheckboxProps) {
  const id = useId();
  const Mark = checked === 'mixed' ? Minus : Check;
  return (
    <div className="flex items-start">
      <span
        className={cx(
          'relative -ml-1 inline-flex size-6 shrink-0 items-center justify-center',
          disabled && 'opacity-45',
        )}
      >
        <input
          id={id}
          type="checkbox"
          checked={checked === true}
          aria-checked={checked === 'mixed' ? 'mixed' : undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          disabled={disabled}
          ref={(input) => {
            if (input) input.indeterminate = checked === 'mixed';
          }}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className={cx(
            'size-4 appearance-none rounded-small border forced-color-adjust-none',
            checked ? 'border-accent bg-accent' : 'border-line-control bg-surface',
          )}
        />
        {checked && (
          <Mark
            size={12}
            strokeWidth={3}
            aria-hidden
            className="pointer-events-none absolute text-on-accent forced-color-adjust-none"
          />
        )}
      </span>
      <div className="min-w-0 pt-0.5 pl-1">
        <label htmlFor={id} className={cx('block text-body text-text', disabled && 'opacity-45')}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="phrases text-small text-text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
