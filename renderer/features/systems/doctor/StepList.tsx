import { type ReactNode, useState } from 'react';
import type { DoctorStep, Examination } from '../../../../preload/contract/systems/doctor.ts';
import { useT } from '../../../i18n/index.ts';
import { FoldButton } from '../../../ui/index.ts';
import type { Remedy } from './remedies.ts';
import { StepRow } from './StepRow.tsx';

interface StepListProps {
  readonly examination: Examination;
  readonly onRemedy: (remedy: Remedy) => void;
}

type Folded = 'good' | 'skipped';

/** Adjacent steps that are folded together, or one that is shown. */
interface Part {
  readonly fold: Folded | null;
  readonly steps: DoctorStep[];
}

/** Returns the steps in order: those that passed or were skipped are folded once the examination has ended. */
function partsOf({ state, steps }: Examination): Part[] {
  const parts: Part[] = [];
  for (const step of steps) {
    const fold =
      state === 'ended' && (step.state === 'good' || step.state === 'skipped') ? step.state : null;
    const last = parts.at(-1);
    if (fold !== null && last?.fold === fold) last.steps.push(step);
    else parts.push({ fold, steps: [step] });
  }
  return parts;
}

/** The steps of an examination: what failed is open, what passed is one line. */
export function StepList({ examination, onRemedy }: StepListProps) {
  const t = useT();
  return (
    <ol aria-label={t('doctor.title')} className="divide-y divide-line border-line border-y">
      {partsOf(examination).map(({ fold, steps }) => {
        const [first] = steps;
        const rows = steps.map((step) => <StepRow key={step.id} step={step} onRemedy={onRemedy} />);
        return fold === null ? (
          rows
        ) : (
          <FoldedSteps key={`${fold} ${first?.id}`} fold={fold} count={steps.length}>
            {rows}
          </FoldedSteps>
        );
      })}
    </ol>
  );
}

function FoldedSteps(props: {
  readonly fold: Folded;
  readonly count: number;
  readonly children: ReactNode;
}) {
  const { fold, count, children } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <li className="py-1">
      <FoldButton open={open} onFold={setOpen}>
        {t(`doctor.folded.${fold}`, { count })}
      </FoldButton>
      {open && <ol className="divide-y divide-line pl-2">{children}</ol>}
    </li>
  );
}
