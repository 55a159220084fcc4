import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { Segmented, Select, TextArea } from '../../../../ui/index.ts';
import type { Labelled } from './field.ts';
import { hintOf, placeholderOf } from './hints.ts';
import { aboutOf } from './schema.ts';
import { TextValue } from './TextValue.tsx';
import { asNumber, asText, hasVariable, readJson, valueAt } from './values.ts';

/** One of several values. */
export function ChoiceValue(
  props: Labelled & { readonly options: readonly (string | number | boolean)[] },
) {
  const { field, path, body, label, options } = props;
  const t = useT();
  const value = valueAt(body.value, path);
  const at = options.findIndex((option) => Object.is(option, value));
  // a value that the description does not know is shown as it is
  const foreign = value !== undefined && at === -1 ? [asText(value)] : [];
  const chosen = value === undefined ? 'none' : at === -1 ? 'foreign' : `is:${at}`;
  const choices = [
    ...options.map((option, index) => ({ value: `is:${index}`, label: String(option) })),
    ...foreign.map((text) => ({ value: 'foreign', label: text })),
    { value: 'none', label: t('console.form.notSent') },
  ];
  const choose = (next: string) => {
    if (next !== 'foreign') body.change(path, options[Number(next.slice(3) || NaN)]);
  };
  if (
    options.length <= 2 &&
    foreign.length === 0 &&
    options.every((one) => String(one).length < 9)
  ) {
    return <Segmented label={label} value={chosen} options={choices} onValueChange={choose} />;
  }
  return (
    <Select
      label={label}
      hint={hintOf(field.schema, body.schemas)}
      value={chosen}
      options={choices}
      onValueChange={choose}
    />
  );
}

/** A text or a number. */
export function ScalarValue({
  field,
  path,
  body,
  label,
  isNumber,
}: Labelled & { isNumber: boolean }) {
  const t = useT();
  const value = valueAt(body.value, path);
  const text = asText(value);
  const { example, fallback } = aboutOf(field.schema, body.schemas);
  const wrong = isNumber && typeof value === 'string' && !hasVariable(text);
  return (
    <TextValue
      label={label}
      hint={hintOf(field.schema, body.schemas)}
      placeholder={placeholderOf(t, { example, fallback })}
      value={text}
      onValueChange={(next) => {
        if (next === '') body.change(path, field.required && !isNumber ? '' : undefined);
        else body.change(path, isNumber ? asNumber(next) : next);
      }}
      {...(wrong && { status: { kind: 'warning', text: t('console.form.notNumber') } })}
    />
  );
}

/** Any value, as JSON. */
export function JsonValue({ field, path, body, label }: Labelled) {
  const t = useT();
  const value = valueAt(body.value, path);
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextArea
      label={label}
      hint={hintOf(field.schema, body.schemas) ?? t('console.form.json')}
      mono
      rows={2}
      value={draft ?? written}
      onValueChange={(text) => {
        const read = readJson(text);
        setDraft(read === null ? text : null);
        if (text.trim() === '') body.change(path, undefined);
        else if (read !== null) body.change(path, read.value);
      }}
      problem={draft !== null && draft.trim() !== '' ? t('console.form.noJson') : undefined}
    />
  );
}
