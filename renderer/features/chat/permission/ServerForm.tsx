import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import type { FormField, ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, Checkbox, oneLine, Select, TextField } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';
import { ServerFrame } from './ServerFrame.tsx';

interface ServerFormProps {
  readonly form: ToolForm;
}

export default function ServerForm(props: ServerFormProps) {
  return (
    <LateTexts>
      <Fill {...props} />
    </LateTexts>
  );
}

/** Empty texts are no value. */
type Value = string | boolean | readonly string[];
type Values = Readonly<Record<string, Value>>;

const beginOf = (field: FormField): Value =>
  field.kind === 'number' ? (field.initial?.toString() ?? '') : field.initial;

/** Returns what the user entered of a field; null if nothing. */
function enteredOf(field: FormField, values: Values): string | number | boolean | string[] | null {
  const value = values[field.name] ?? '';
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return value.length === 0 ? null : [...value];
  if (value === '') return null;
  return field.kind === 'number' ? Number(value) : value;
}

/** What a server asks while its tool runs. It never takes the focus; its words are drawn as they are. */
function Fill({ form }: ServerFormProps) {
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(form.fields.map((field) => [field.name, beginOf(field)])),
  );
  const { id, fields, server } = form;
  const entered = fields.flatMap((field) => {
    const value = enteredOf(field, values);
    return value === null ? [] : [{ name: field.name, value }];
  });
  const lacks = fields.some(
    (field) => field.required && entered.every(({ name }) => name !== field.name),
  );
  const isOdd = entered.some(({ value }) => typeof value === 'number' && !Number.isFinite(value));
  const answer = (kind: 'decline' | 'cancel') =>
    void attempt(() => client.call('toolForms.answer', { id, answer: { kind } }));
  const send = () =>
    attempt(() =>
      client.call('toolForms.answer', { id, answer: { kind: 'accept', values: entered } }),
    );
  const name = oneLine(drawn(server.name).text, 120);
  return (
    <ServerFrame
      form={form}
      icon={MessageCircleQuestionMark}
      title={t('permission.form.title', { name })}
      problem={problem}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !lacks && !isOdd) void send();
        }}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onValue={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <p className="phrases text-small text-text-soft">{t('permission.form.goesTo')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={() => answer('cancel')}>
            {t('permission.form.cancel')}
          </Button>
          <Button onClick={() => answer('decline')}>{t('permission.form.decline')}</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={lacks || isOdd}>
            {t('permission.form.send')}
          </Button>
        </div>
      </form>
    </ServerFrame>
  );
}

function Field(props: {
  readonly field: FormField;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}) {
  const { field, value, onValue } = props;
  const t = useT();
  const label = oneLine(drawn(field.title).text, 120);
  const hint = oneLine(drawn(field.description).text, 400);
  if (field.kind === 'boolean') {
    return (
      <Checkbox label={label} hint={hint} checked={value === true} onCheckedChange={onValue} />
    );
  }
  if (field.kind === 'choices') {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 text-small font-medium">{label}</legend>
        {hint !== '' && <p className="text-small text-text-soft">{hint}</p>}
        {field.options.map((one) => (
          <Checkbox
            key={one.value}
            label={oneLine(drawn(one.title).text, 120)}
            checked={chosen.includes(one.value)}
            onCheckedChange={(on) =>
              onValue(
                on ? [...chosen, one.value] : chosen.filter((other: string) => other !== one.value),
              )
            }
          />
        ))}
      </fieldset>
    );
  }
  const shared = { label, hint, optional: !field.required, value: String(value) };
  if (field.kind === 'choice') {
    const options = [
      { value: '', label: t('permission.form.nothing') },
      ...field.options.map((one) => ({
        value: one.value,
        label: oneLine(drawn(one.title).text, 120),
      })),
    ];
    return <Select {...shared} options={options} onValueChange={onValue} />;
  }
  const isOdd = field.kind === 'number' && !Number.isFinite(Number(value));
  return (
    <TextField
      {...shared}
      maxLength={20_000}
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      {...(isOdd && { problem: t('permission.form.noNumber') })}
      onValueChange={onValue}
    />
  );
}
