import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { FieldFrame, type FieldProps, inputLook } from './Field.tsx';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectProps<Value extends string>
  extends FieldProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onValueChange: (value: Value) => void;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A single choice from a list in the platform's own menu. */
export function Select<Value extends string>({
  label,
  labelHidden,
  hint,
  problem,
  status,
  optional,
  className,
  options,
  onValueChange,
  ...rest
}: SelectProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onValueChange(option.value);
  };
  return (
    <FieldFrame
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      problem={problem}
      status={status}
      optional={optional}
      className={className}
    >
      {(control) => (
        <span className="relative flex">
          <select
            {...rest}
            {...control}
            onChange={(event) => choose(event.target.value)}
            className={cx(inputLook, 'h-7.5 appearance-none truncate pr-7')}
          >
            {options.map(({ value, label: text, disabled }) => (
              <option key={value} value={value} disabled={disabled} className="bg-raised text-text">
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            size={14}
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-text-soft"
          />
        </span>
      )}
    </FieldFrame>
  );
}
