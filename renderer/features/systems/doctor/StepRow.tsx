import { CircleAlert, CircleCheck, CircleDashed, Info, type LucideIcon, Minus } from 'lucide-react';
import { useState } from 'react';
import type { DoctorStep } from '../../../../preload/contract/systems/doctor.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { Button, cx, Facts, Spinner, VisuallyHidden } from '../../../ui/index.ts';
import { type Remedy, remediesOf } from './remedies.ts';
import { foreignTexts, verdictText } from './texts.ts';

interface StepRowProps {
  readonly step: DoctorStep;
  readonly onRemedy: (remedy: Remedy) => void;
}

type Ended = Exclude<DoctorStep['state'], 'running'>;

const marks: Record<Ended, { readonly Icon: LucideIcon; readonly colour: string }> = {
  waiting: { Icon: CircleDashed, colour: 'text-text-faint' },
  good: { Icon: CircleCheck, colour: 'text-up-text' },
  note: { Icon: Info, colour: 'text-degraded-text' },
  bad: { Icon: CircleAlert, colour: 'text-down-text' },
  skipped: { Icon: Minus, colour: 'text-text-faint' },
};

/** One step: its result and meaning, what to do, and the facts. */
export function StepRow({ step, onRemedy }: StepRowProps) {
  const t = useT();
  const language = useLanguage();
  const { id, state, time, verdict, facts } = step;
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? state === 'bad';
  const text = verdictText(verdict, t);
  const remedies = remediesOf(step);
  const rows = [
    ...facts.map(({ name, values }) => ({
      label: t(`doctor.facts.${name}`),
      value: values.join('\n'),
    })),
    ...foreignTexts(step).map((value) => ({ label: t('doctor.facts.words'), value })),
  ];
  const name = t(`doctor.steps.${id}`);
  return (
    <li className="flex gap-3 py-2.5">
      <span className="mt-0.5 shrink-0">
        {state === 'running' ? <Spinner /> : <Mark state={state} />}
        <VisuallyHidden>{t(`doctor.states.${state}`)}</VisuallyHidden>
      </span>
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3
            className={cx(
              'font-medium',
              (state === 'waiting' || state === 'skipped') && 'text-text-soft',
            )}
          >
            {name}
          </h3>
          {time !== null && (
            <span className="tabular text-small text-text-soft">
              {t('doctor.time', { number: time })}
            </span>
          )}
        </div>
        {text && (
          <p className={cx('phrases wrap-anywhere', text.meaning === '' && 'text-text-soft')}>
            {text.what}
          </p>
        )}
        {text && text.meaning !== '' && (
          <p className="phrases wrap-anywhere text-text-soft">
            {text.meaning}
            {language === 'ja' ? '' : ' '}
            {text.next}
          </p>
        )}
        {(remedies.length > 0 || rows.length > 0) && (
          <div className="flex flex-wrap items-center gap-2">
            {remedies.map((remedy) => (
              <Button key={remedy} size="small" onClick={() => onRemedy(remedy)}>
                {remedy === 'unlock' ? t('machines.fix.unlock') : t(`doctor.actions.${remedy}`)}
              </Button>
            ))}
            {rows.length > 0 && (
              <Button
                variant="quiet"
                size="small"
                className={remedies.length === 0 ? '-ml-2' : undefined}
                aria-expanded={open}
                aria-label={`${name}: ${t('doctor.seen')}`}
                onClick={() => setOpen(!open)}
              >
                {open ? t('common.hideDetails') : t('doctor.seen')}
              </Button>
            )}
          </div>
        )}
        {open && <Facts items={rows} mono />}
      </div>
    </li>
  );
}

function Mark({ state }: { readonly state: Ended }) {
  const { Icon, colour } = marks[state];
  return <Icon size={16} aria-hidden className={colour} />;
}
