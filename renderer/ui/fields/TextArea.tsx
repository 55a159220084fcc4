import type { Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { FieldFrame, type FieldProps, inputLook } from './Field.tsx';

type Native = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'>;

interface TextAreaProps extends FieldProps, Native {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly mono?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; grows with its content up to its `max-height`. */
export function TextArea({
  label,
  labelHidden,
  hint,
  problem,
  status,
  optional,
  className,
  onValueChange,
  mono,
  rows,
  ...rest
}: TextAreaProps) {
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
        <textarea
          dir={mono ? undefined : 'auto'}
          spellCheck={false}
          rows={rows ?? 3}
          // a field with its content's height ignores `rows` except as a minimum
          style={rows === undefined ? undefined : { minHeight: `${rows * 1.5 + 0.75}em` }}
          {...rest}
          {...control}
          onChange={(event) => onValueChange(event.target.value)}
          className={cx(
            inputLook,
            'field-sizing-content max-h-64 resize-y py-1.5',
            mono && 'font-mono text-mono',
          )}
        />
      )}
    </FieldFrame>
  );
}
