import { createContext, use } from 'react';
import type { FieldStatus } from '../../../../ui/index.ts';
import { cx, TextField } from '../../../../ui/index.ts';
import { hasVariable } from './values.ts';

/** Fills in the variables of a text; null where it names one that there is not. */
export const ResolveContext = createContext<(text: string) => string | null>(() => null);

interface TextValueProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly status?: FieldStatus;
  readonly list?: string;
}

/** A text that may name variables: it is purple then, with what they stand for beside it. */
export function TextValue(props: TextValueProps) {
  const { value } = props;
  const resolve = use(ResolveContext);
  const isVariable = hasVariable(value);
  const resolved = isVariable ? resolve(value) : null;
  return (
    <TextField
      {...props}
      mono
      trailing={
        resolved !== null && (
          <span className="max-w-36 truncate pr-2 text-small text-text-soft">{resolved}</span>
        )
      }
      className={cx(
        isVariable && '[&_input]:text-maintenance-text',
        resolved !== null && '[&_input]:pr-38',
      )}
    />
  );
}
