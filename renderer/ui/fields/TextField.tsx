import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { FieldFrame, type FieldProps, inputLook } from './Field.tsx';

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>;

export interface TextFieldProps extends FieldProps, Native {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** Monospaced, for addresses and ids. */
  readonly mono?: boolean;
  /** A small control or mark inside the field, at its end. */
  readonly trailing?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export function TextField({
  label,
  labelHidden,
  hint,
  problem,
  status,
  optional,
  className,
  onValueChange,
  mono,
  trailing,
  ...rest
}: TextFieldProps) {
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
          <input
            type="text"
            dir={mono ? undefined : 'auto'}
            spellCheck={false}
            autoComplete="off"
            {...rest}
            {...control}
            onChange={(event) => onValueChange(event.target.value)}
            className={cx(
              inputLook,
              'h-7.5',
              mono && 'font-mono text-mono',
              trailing != null && 'pr-8.5',
            )}
          />
          {trailing && (
            <span className="absolute inset-y-0 right-0.75 flex items-center">{trailing}</span>
          )}
        </span>
      )}
    </FieldFrame>
  );
}
