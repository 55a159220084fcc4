import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../cx.ts';
import { Spinner } from '../marks/Spinner.tsx';

/** Result of a live check while typing. */
export interface FieldStatus {
  readonly kind: 'checking' | 'good' | 'bad' | 'warning' | 'note';
  readonly text: string;
  /** What repairs the value, or undoes a repair. */
  readonly action?: {
    readonly label: string;
    readonly onAction: () => void;
    /** The value cannot be used without it: the form leads to it. */
    readonly isNeeded?: boolean;
  };
}

export interface FieldProps {
  readonly label: string;
  /** The label is only for screen readers, if the context makes it plain. */
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  /** The value's error; marks the field as invalid. */
  readonly problem?: string;
  readonly status?: FieldStatus;
  readonly optional?: boolean;
}

interface FieldFrameProps extends FieldProps {
  readonly className?: string;
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

const statusLook = {
  checking: 'text-text-soft',
  good: 'text-up-text',
  bad: 'text-down-text',
  warning: 'text-degraded-text',
  note: 'text-text-soft',
};

const statusIcons = { good: CircleCheck, bad: CircleAlert, warning: TriangleAlert, note: Info };

function StatusIcon({ kind }: { readonly kind: FieldStatus['kind'] }) {
  if (kind === 'checking') return <Spinner size={12} className="mt-0.75" />;
  const Icon = statusIcons[kind];
  return <Icon size={13} aria-hidden className="mt-0.5 shrink-0" />;
}

/** The frame of every field: label above, hint, live status and error below, all associated with it. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, labelHidden, hint, problem, status, optional, className, children } = props;
  const t = useT();
  const id = useId();
  const described = cx(hint ? `${id}-hint` : null, problem || status ? `${id}-status` : null);
  const shown: FieldStatus | undefined = problem ? { kind: 'bad', text: problem } : status;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label
        htmlFor={id}
        className={cx('text-small font-medium text-text', labelHidden && 'sr-only')}
      >
        {label}
        {optional && (
          <span className="ml-1.5 font-normal text-text-faint">{t('common.optional')}</span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': problem || status?.kind === 'bad' ? true : undefined,
      })}
      <div id={`${id}-status`} aria-live="polite" className="contents">
        {shown && (
          <div
            className={cx(
              'flex items-start gap-1.5 text-small',
              statusLook[shown.kind],
              shown.action && shown.kind === 'bad' && 'rounded-control bg-down-soft px-2.5 py-2',
            )}
          >
            <StatusIcon kind={shown.kind} />
            <span className="phrases min-w-0 flex-1 wrap-anywhere">{shown.text}</span>
            {shown.action && (
              <Button
                size="small"
                className="-my-0.75"
                data-repair={shown.action.isNeeded || undefined}
                onClick={shown.action.onAction}
              >
                {shown.action.label}
              </Button>
            )}
          </div>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="phrases text-small text-text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Look of text controls. */
export const inputLook =
  'control-edge w-full min-w-0 rounded-control bg-surface px-2.5 text-body text-text ' +
  'placeholder:text-text-faint hover:border-text-faint ' +
  'focus-visible:border-focus focus-visible:outline-1 focus-visible:-outline-offset-2 ' +
  'aria-invalid:border-down disabled:bg-sunken disabled:text-text-faint';
