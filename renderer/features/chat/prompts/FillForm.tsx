import { useState } from 'react';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useT } from '../../../i18n/index.ts';
import { isPressed } from '../../../kit/commands/keys.ts';
import { Button, TextArea } from '../../../ui/index.ts';
import { filled, type Variable } from './variables.ts';

interface FillFormProps {
  readonly prompt: Prompt;
  readonly variables: readonly Variable[];
  readonly onInsert: (text: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the variables of a prompt. */
export function FillForm({ prompt, variables, onInsert, onCancel }: FillFormProps) {
  const t = useT();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(variables.map(({ name, fallback }) => [name, fallback])),
  );
  const insert = () => onInsert(filled(prompt.text, values));
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble to the form that opened the dialog
        event.stopPropagation();
        insert();
      }}
    >
      {variables.map(({ name }, index) => (
        <TextArea
          key={name}
          autoFocus={index === 0}
          label={name}
          rows={1}
          value={values[name] ?? ''}
          onValueChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          onKeyDown={(event) => {
            if (!isPressed('mod+enter', event.nativeEvent)) return;
            event.preventDefault();
            insert();
          }}
        />
      ))}
      <section aria-label={t('prompts.preview')}>
        <h3 className="text-small font-medium">{t('prompts.preview')}</h3>
        <p
          dir="auto"
          className="mt-1 max-h-40 overflow-y-auto rounded-control bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere"
        >
          {filled(prompt.text, values)}
        </p>
      </section>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('prompts.insert')}
        </Button>
      </div>
    </form>
  );
}
