import { useState } from 'react';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { Bar, StateMark, Time } from '../../../ui/index.ts';
import type { Times } from './useTimes.ts';

/** Below the machines, once: what a new system shows later, the marks of the bars, and what was made up. */
export default function ListFoot({ times }: { readonly times: Times }) {
  const t = useT();
  const { route } = useStores();
  const [dismissed, setDismissed] = useState(false);
  if (times.isNew) {
    if (dismissed) return null;
    return (
      <Bar
        tone="note"
        className="mx-3 mt-4"
        action={{
          label: t('machines.recent.notify'),
          onAction: () => route.go({ screen: 'settings', part: 'notifications' }),
        }}
        onDismiss={() => setDismissed(true)}
      >
        {t('machines.recent.note')}
      </Bar>
    );
  }
  return (
    <div className="px-3 pt-3 text-small text-text-soft">
      <ul aria-label={t('machines.history.marks')} className="flex flex-wrap gap-x-5 gap-y-1">
        {machineStates.map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <StateMark state={state} silent />
            {t(`common.state.${state}`)}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-3 rounded-[3px] bg-(image:--hatch) forced-color-adjust-none"
          />
          {t('machines.history.unobserved')}
        </li>
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-3 bg-text forced-color-adjust-none" />
          {t('machines.history.underlined')}
        </li>
      </ul>
      {times.generatedUntil !== null && (
        <p className="pt-2">
          {t('machines.history.generated')} <Time at={times.generatedUntil} absolute />
        </p>
      )}
    </div>
  );
}
