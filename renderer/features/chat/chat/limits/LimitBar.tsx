import type { RequestCheck } from '../../../../../preload/contract/chat/request-check.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Progress } from '../../../../ui/data/Progress.tsx';
import { Bar } from '../../../../ui/index.ts';
import { limitTexts } from './limitText.ts';
import { RemedyButtons } from './RemedyButtons.tsx';
import { useRemedyActions } from './remedies.ts';
import type { Summarising } from './useCuts.ts';

interface LimitBarProps {
  readonly check: RequestCheck | null;
  readonly summarising: Summarising | null;
}

/** Above the composer: limits that the draft breaks, and remedies. */
export function LimitBar({ check, summarising }: LimitBarProps) {
  const t = useT();
  const format = useFormat();
  const actions = useRemedyActions();
  if (summarising !== null) {
    return (
      <div role="status" className="mb-2 rounded-control border border-line px-3 py-2">
        <Progress
          label={t('limits.summarising', { count: summarising.turns })}
          onCancel={summarising.cancel}
        />
      </div>
    );
  }
  const texts = check === null ? [] : limitTexts(check, t, format);
  if (check === null || texts.length === 0) return null;
  return (
    <Bar tone={check.problems.length === 0 ? 'note' : 'warning'} className="mb-2">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className="pt-1.5">
        <RemedyButtons
          remedies={check.remedies}
          onApply={(remedy) => void actions?.apply(remedy)}
        />
      </div>
    </Bar>
  );
}
