import type { ReasoningControl } from '../../../../preload/contract/systems/reasoning-control.ts';
import { useT } from '../../../i18n/index.ts';
import { Select } from '../../../ui/index.ts';
import { choiceValue, fieldValueIn, withFieldValue } from './reasoningControl.ts';

interface ReasoningFieldProps {
  readonly control: ReasoningControl;
  /** The further fields as typed: the control is a view of one of them. */
  readonly extra: string;
  readonly onExtra: (extra: string) => void;
}

/** The control of reasoning that the user named for the system. */
export function ReasoningField({ control, extra, onExtra }: ReasoningFieldProps) {
  const t = useT();
  const { field, choices } = control;
  const chosen = fieldValueIn(extra, field);
  const json = chosen?.value === undefined ? '' : JSON.stringify(chosen.value);
  const known = new Map(choices.map((choice) => [JSON.stringify(choiceValue(choice)), choice]));
  // typed among the further fields
  if (json !== '' && !known.has(json)) known.set(json, json);
  return (
    <Select
      label={field}
      hint={t('chat.parameters.controlHint')}
      value={json}
      disabled={chosen === null}
      options={[
        { value: '', label: t('chat.parameters.notSent') },
        ...[...known].map(([value, label]) => ({ value, label })),
      ]}
      onValueChange={(value) =>
        onExtra(withFieldValue(extra, field, value === '' ? undefined : choiceValue(value)))
      }
    />
  );
}
