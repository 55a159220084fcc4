import { LateTexts } from '../../../../i18n/late.tsx';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { ErrorBar } from '../../../../ui/index.ts';
import { UnnamedQuestion } from './UnnamedQuestion.tsx';

interface CalendarQuestionsProps {
  readonly systemId: string;
}

/** Open questions of a system's calendars, shown at its machines. */
export default function CalendarQuestions({ systemId }: CalendarQuestionsProps) {
  const { value } = useResource('maintenance', { systemId });
  const asked = value?.calendars.find(({ unnamed }) => unnamed === 'ask' || unnamed === 'was-all');
  const { client } = useStores();
  const { problem, attempt } = useProblem();
  if (asked === undefined) return null;
  return (
    <LateTexts>
      <div className="flex flex-col gap-2 px-6 pb-3">
        {problem && <ErrorBar error={problem} />}
        <UnnamedQuestion
          source={asked}
          onChoice={(unnamed) =>
            void attempt(() =>
              client.call('maintenance.setCalendar', { systemId, id: asked.id, unnamed }),
            )
          }
        />
      </div>
    </LateTexts>
  );
}
