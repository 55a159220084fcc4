import { Check } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { cx } from '../../../../ui/index.ts';

export const connectSteps = ['certificate', 'addresses', 'check'] as const;
export type ConnectStep = (typeof connectSteps)[number];

interface StepsProps {
  readonly steps: readonly ConnectStep[];
  readonly current: ConnectStep;
  /** A line below a step's name: its result, or what is to be done. */
  readonly notes: Readonly<Partial<Record<ConnectStep, string>>>;
  readonly onGo: (step: ConnectStep) => void;
}

/** The steps of connecting: those before the current one can be opened again. */
export function Steps({ steps, current, notes, onGo }: StepsProps) {
  const t = useT();
  const at = steps.indexOf(current);
  return (
    <ol
      aria-label={t('connect.steps.label')}
      className="flex flex-wrap gap-x-8 gap-y-2 @min-[46rem]:flex-col @min-[46rem]:gap-0"
    >
      {steps.map((step, index) => {
        const isCurrent = step === current;
        const isPast = index < at;
        return (
          <li key={step} aria-current={isCurrent ? 'step' : undefined} className="flex gap-3">
            <span className="flex flex-col items-center">
              <span
                aria-hidden
                className={cx(
                  'flex size-6 shrink-0 items-center justify-center rounded-full text-small font-medium',
                  isCurrent
                    ? 'bg-accent text-on-accent'
                    : isPast
                      ? 'bg-accent-soft text-accent-text'
                      : 'border border-line-strong text-text-soft',
                )}
              >
                {isPast ? <Check size={13} /> : index + 1}
              </span>
              {index < steps.length - 1 && (
                <span className="my-1 hidden min-h-5 w-px grow bg-line-strong @min-[46rem]:block" />
              )}
            </span>
            <span className="min-w-0 pb-2">
              {isPast ? (
                <button
                  type="button"
                  className="rounded-small text-left leading-6 font-medium text-text hover:underline"
                  onClick={() => onGo(step)}
                >
                  {t(`connect.steps.${step}`)}
                </button>
              ) : (
                <span className={cx('leading-6', isCurrent ? 'font-medium' : 'text-text-soft')}>
                  {t(`connect.steps.${step}`)}
                </span>
              )}
              {notes[step] && (
                <span className="block text-small text-text-soft wrap-anywhere">{notes[step]}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
