import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../cx.ts';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: LucideIcon;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly labelHidden?: boolean;
  /** As wide as its place, with equal parts. */
  readonly wide?: boolean;
  readonly value: Value;
  readonly options: readonly Segment<Value>[];
  readonly onValueChange: (value: Value) => void;
}

/** A single choice among two to four short words, all visible; arrow keys change it. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, labelHidden, wide = false, value, options, onValueChange } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={cx('mb-1 text-small font-medium', labelHidden && 'sr-only')}>
        {label}
      </legend>
      <div
        className={cx(
          'flex-wrap gap-0.5 rounded-control bg-hover p-0.5',
          wide ? 'flex' : 'inline-flex',
        )}
      >
        {options.map(({ value: own, label: text, icon: Icon }) => (
          <label
            key={own}
            className={cx(
              wide && 'flex-1 justify-center',
              'relative inline-flex h-6.5 select-none items-center gap-1.5 whitespace-nowrap rounded-small px-2.5 text-body',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
              own === value
                ? 'bg-raised font-medium text-text ring-1 ring-line-control'
                : 'text-text-soft hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={own === value}
              onChange={() => onValueChange(own)}
              className="absolute inset-0 appearance-none outline-0"
            />
            {Icon && <Icon size={14} aria-hidden />}
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
