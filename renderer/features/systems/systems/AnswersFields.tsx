import type { ReasoningControl } from '../../../../preload/contract/systems/reasoning-control.ts';
import {
  isRequestField,
  maxControlChoices,
  maxControlTextLength,
  type ReasoningBack,
  reasoningBack as reasoningBackChoices,
  requestTimeoutRange,
} from '../../../../preload/contract/systems/system-choices.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/index.ts';

/** Request settings of a system's models, as typed. */
interface AnswersText {
  readonly reasoningBack: ReasoningBack;
  readonly longestRequest: string;
  readonly thinkTags: boolean;
  /** Empty for no control of reasoning. */
  readonly controlField: string;
  /** One on each line. */
  readonly controlChoices: string;
}

/** Parses the fields; null if invalid. */
export function answersOf(text: AnswersText):
  | (Pick<System, 'reasoningBack' | 'longestRequest' | 'thinkTags'> & {
      readonly reasoningControl: ReasoningControl | null;
    })
  | null {
  const longestRequest = Number(text.longestRequest.trim());
  const { reasoningBack, thinkTags } = text;
  if (!isLasting(text) || isFieldWrong(text) || areChoicesWrong(text)) return null;
  const field = text.controlField.trim();
  const reasoningControl = field === '' ? null : { field, choices: choicesOf(text) };
  return { reasoningBack, longestRequest, thinkTags, reasoningControl };
}

function isLasting({ longestRequest }: AnswersText): boolean {
  const seconds = Number(longestRequest.trim());
  const { least, most } = requestTimeoutRange;
  return Number.isInteger(seconds) && seconds >= least && seconds <= most;
}

function isFieldWrong({ controlField }: AnswersText): boolean {
  return controlField.trim() !== '' && !isRequestField(controlField.trim());
}

function choicesOf({ controlChoices }: AnswersText): string[] {
  const lines = controlChoices.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Choices of no field are left out. */
function areChoicesWrong(text: AnswersText): boolean {
  if (text.controlField.trim() === '') return false;
  const choices = choicesOf(text);
  const areTooLong = choices.some(({ length }) => length > maxControlTextLength);
  return choices.length === 0 || choices.length > maxControlChoices || areTooLong;
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
        problem={isLasting(value) ? undefined : t('start.longestRequestWrong')}
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
      <TextField
        label={t('start.fields.controlField')}
        hint={t('start.hints.controlField')}
        spellCheck={false}
        autoCapitalize="off"
        value={value.controlField}
        onValueChange={(controlField) => onChange({ controlField })}
        problem={isFieldWrong(value) ? t('start.controlFieldWrong') : undefined}
      />
      {value.controlField.trim() !== '' && (
        <TextArea
          label={t('start.fields.controlChoices')}
          hint={t('start.hints.controlChoices')}
          mono
          rows={3}
          value={value.controlChoices}
          onValueChange={(controlChoices) => onChange({ controlChoices })}
          {...(areChoicesWrong(value) ? { problem: t('start.controlChoicesWrong') } : {})}
        />
      )}
    </>
  );
}
