import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly value: Value;
  readonly options: readonly Choice<Value>[];
  readonly onValueChange: (value: Value) => void;
}

/** A single choice among options that each need a sentence. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, labelHidden, value, options, onValueChange } = props;
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className={cx('mb-1.5 text-small font-medium', labelHidden && 'sr-only')}>
        {label}
      </legend>
      {options.map((option) => {
        const id = `${name}-${option.value}`;
        const chosen = option.value === value;
        return (
          <div key={option.value} className="flex items-start">
            <span className="-ml-1 inline-flex size-6 shrink-0 items-center justify-center">
              <input
                id={id}
                type="radio"
                name={name}
                checked={chosen}
                disabled={option.disabled}
                aria-describedby={option.hint ? `${id}-hint` : undefined}
                onChange={() => onValueChange(option.value)}
                className={cx(
                  'size-4 appearance-none rounded-full',
                  option.disabled && 'opacity-45',
                  chosen ? 'border-5 border-accent bg-on-accent' : 'control-edge bg-surface',
                )}
              />
            </span>
            <div className="min-w-0 pt-0.5 pl-1">
              <label
                htmlFor={id}
                className={cx('block text-body', option.disabled && 'opacity-45')}
              >
                {option.label}
              </label>
              {/* the hint explains why it is disabled, so it stays legible */}
              {option.hint && (
                <p id={`${id}-hint`} className="phrases text-small text-text-soft">
                  {option.hint}
                </p>
              )}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
