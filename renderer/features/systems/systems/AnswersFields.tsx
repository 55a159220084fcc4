import {
  longestRequests,
  type ReasoningBack,
  reasoningBack as reasoningBackChoices,
} from '../../../../preload/contract/systems/system-choices.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { Checkbox, Select, TextField } from '../../../ui/index.ts';

/** Request settings of a system's models, as typed. */
interface AnswersText {
  readonly reasoningBack: ReasoningBack;
  readonly longestRequest: string;
  readonly thinkTags: boolean;
}

/** Parses the fields; null if invalid. */
export function answersOf(
  text: AnswersText,
): Pick<System, 'reasoningBack' | 'longestRequest' | 'thinkTags'> | null {
  const longestRequest = Number(text.longestRequest.trim());
  const { least, most } = longestRequests;
  const fits = Number.isInteger(longestRequest) && longestRequest >= least;
  return fits && longestRequest <= most ? { ...text, longestRequest } : null;
}

/** How a system's models are asked, and how their answers are read. */
export function AnswersFields(props: {
  readonly value: AnswersText;
  readonly onChange: (change: Partial<AnswersText>) => void;
}) {
  const { value, onChange } = props;
  const t = useT();
  return (
    <>
      <TextField
        label={t('start.fields.longestRequest')}
        hint={t('start.hints.longestRequest')}
        inputMode="numeric"
        value={value.longestRequest}
        onValueChange={(longestRequest) => onChange({ longestRequest })}
        problem={answersOf(value) === null ? t('start.longestRequestWrong') : undefined}
      />
      <Select
        label={t('start.fields.reasoningBack')}
        hint={t('start.hints.reasoningBack')}
        value={value.reasoningBack}
        options={reasoningBackChoices.map((choice) => ({
          value: choice,
          label: t(`start.reasoningBack.${choice}`),
        }))}
        onValueChange={(reasoningBack) => onChange({ reasoningBack })}
      />
      <Checkbox
        label={t('start.fields.thinkTags')}
        hint={t('start.hints.thinkTags')}
        checked={value.thinkTags}
        onCheckedChange={(thinkTags) => onChange({ thinkTags })}
      />
    </>
  );
}
