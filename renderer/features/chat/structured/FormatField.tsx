import { useMemo } from 'react';
import { schemaFault } from '../../../../preload/contract/chat/answer-format.ts';
import { useT } from '../../../i18n/index.ts';
import { Checkbox, TextArea, TextField } from '../../../ui/index.ts';
import { invalidPlace } from './checkSchema.ts';

interface FormatFieldProps {
  readonly name: string;
  /** Empty for plain text answers. */
  readonly schema: string;
  readonly strict: boolean;
  readonly onName: (name: string) => void;
  readonly onSchema: (schema: string) => void;
  readonly onStrict: (strict: boolean) => void;
  /** The name is invalid for a request. */
  readonly isNameWrong: boolean;
}

const example =
  '{\n  "type": "object",\n  "properties": { "city": { "type": "string" } },\n  "required": ["city"],\n  "additionalProperties": false\n}';

/** The structured output format: a JSON Schema, checked while typing. */
export default function FormatField(props: FormatFieldProps) {
  const { name, schema, strict, onName, onSchema, onStrict, isNameWrong } = props;
  const t = useT();
  const isSet = schema.trim() !== '';
  const { problem, note } = useMemo(() => {
    if (schema.trim() === '') return { problem: null, note: null };
    const fault = schemaFault(schema);
    return { problem: fault, note: fault === null ? invalidPlace(schema) : null };
  }, [schema]);
  return (
    <div className="space-y-3">
      <TextArea
        label={t('structured.schema')}
        hint={t('structured.schemaHint')}
        optional
        mono
        rows={isSet ? 10 : 3}
        placeholder={example}
        value={schema}
        onValueChange={onSchema}
        problem={
          problem !== null
            ? t(`structured.faults.${problem}`)
            : note !== null
              ? t('structured.wrongPlace', { place: note.slice(0, 200) })
              : undefined
        }
      />
      {isSet && (
        <>
          <TextField
            label={t('structured.name')}
            hint={isNameWrong ? undefined : t('structured.nameHint')}
            value={name}
            onValueChange={onName}
            maxLength={64}
            problem={isNameWrong ? t('structured.nameWrong') : undefined}
          />
          <Checkbox
            label={t('structured.strict')}
            hint={t('structured.strictHint')}
            checked={strict}
            onCheckedChange={onStrict}
          />
        </>
      )}
    </div>
  );
}
