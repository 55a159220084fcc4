import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import {
  Button,
  FoldButton,
  IconButton,
  Segmented,
  Select,
  TextArea,
} from '../../../../ui/index.ts';
import { aboutOf, kindOf, type Schema, type SchemaField, type Schemas } from './schema.ts';
import { TextValue } from './TextValue.tsx';
import { asNumber, asText, hasVariable, type Path, readJson, valueAt } from './values.ts';

/** The body as a value, and how a part of it changes. */
export interface FormBody {
  readonly value: unknown;
  readonly schemas: Schemas;
  /** Undefined removes the part. */
  readonly change: (path: Path, part: unknown) => void;
}

interface ValueFieldProps {
  readonly field: SchemaField;
  readonly path: Path;
  readonly body: FormBody;
}

/** Deeper values are entered as JSON. */
const deepest = 6;
const longestHint = 240;

/** One value of a body, by its schema; whatever has no form is JSON. */
export function ValueField({ field, path, body }: ValueFieldProps) {
  const t = useT();
  const { name, schema, required } = field;
  const kind = kindOf(schema, body.schemas);
  const value = valueAt(body.value, path);
  const label = required ? t('console.form.required', { name }) : name;
  const props = { field, path, body, label };
  if (path.length > deepest) return <JsonValue {...props} />;
  // what is there and does not fit is kept, and changed as JSON
  const isList = Array.isArray(value);
  const isObject = typeof value === 'object' && value !== null;
  switch (kind.kind) {
    case 'choice':
      if (isObject) return <JsonValue {...props} />;
      return <ChoiceValue {...props} options={kind.options} />;
    case 'boolean':
      if (isObject || typeof value === 'string') return <JsonValue {...props} />;
      return <ChoiceValue {...props} options={[true, false]} />;
    case 'number':
    case 'text':
    case 'file':
      if (isObject) return <JsonValue {...props} />;
      return <ScalarValue {...props} isNumber={kind.kind === 'number'} />;
    case 'list':
      if (value !== undefined && !isList) return <JsonValue {...props} />;
      return <ListValue {...props} item={kind.item} />;
    case 'record':
      if (value !== undefined && (isList || !isObject)) return <JsonValue {...props} />;
      return (
        <FoldedGroup label={label} open={required || value !== undefined}>
          <RecordFields fields={kind.fields} path={path} body={body} />
        </FoldedGroup>
      );
    case 'variants':
      return (
        <FoldedGroup label={label} open={required || value !== undefined}>
          <VariantValue {...props} variants={kind.variants} />
        </FoldedGroup>
      );
    default:
      return <JsonValue {...props} />;
  }
}

type Labelled = ValueFieldProps & { readonly label: string };

const keyOf = ({ key, name }: SchemaField): string => key ?? name;

/** The fields of a record: those that are required or have a value, and the others folded. */
export function RecordFields(props: {
  readonly fields: readonly SchemaField[];
  readonly path: Path;
  readonly body: FormBody;
}) {
  const { fields, path, body } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  // a field that gets a value stays where it is until the fold is used again
  const [first] = useState(
    () =>
      new Set(
        fields
          .filter((one) => one.required || valueAt(body.value, [...path, keyOf(one)]) !== undefined)
          .map(keyOf),
      ),
  );
  const isFew = fields.length - first.size <= 3;
  const shown = isFew ? fields : fields.filter((one) => first.has(keyOf(one)));
  const others = isFew ? [] : fields.filter((one) => !first.has(keyOf(one)));
  return (
    <>
      {shown.map((field) => (
        <ValueField key={keyOf(field)} field={field} path={[...path, keyOf(field)]} body={body} />
      ))}
      {others.length > 0 && (
        <FoldButton open={open} onFold={setOpen} className="self-start">
          {t('console.form.more', { count: others.length })}
        </FoldButton>
      )}
      {open &&
        others.map((field) => (
          <ValueField key={keyOf(field)} field={field} path={[...path, keyOf(field)]} body={body} />
        ))}
    </>
  );
}

function Group(props: { readonly label: string | null; readonly children: ReactNode }) {
  const { label, children } = props;
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div
      role="group"
      aria-labelledby={label === null ? undefined : id}
      className="flex min-w-0 flex-col gap-3 border-line border-l-2 pl-3"
    >
      {label !== null && (
        <p id={id} className="font-mono text-small font-medium">
          {label}
        </p>
      )}
      {children}
    </div>
  );
}

/** A group that shows its fields when it is wanted: one may contain another of its kind, and so on. */
function FoldedGroup(props: {
  readonly label: string;
  readonly open: boolean;
  readonly children: ReactNode;
}) {
  const { label, children } = props;
  const [open, setOpen] = useState(props.open);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FoldButton open={open} onFold={setOpen} className="self-start font-mono">
        {label}
      </FoldButton>
      {open && <Group label={null}>{children}</Group>}
    </div>
  );
}

function ChoiceValue(
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

function ScalarValue({ field, path, body, label, isNumber }: Labelled & { isNumber: boolean }) {
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

function ListValue({ field, path, body, label, item }: Labelled & { readonly item: Schema }) {
  const t = useT();
  const given = valueAt(body.value, path);
  const values: readonly unknown[] = Array.isArray(given) ? given : [];
  const { kind } = kindOf(item, body.schemas);
  const empty = kind === 'record' || kind === 'json' ? {} : kind === 'list' ? [] : '';
  const hint = hintOf(field.schema, body.schemas);
  return (
    <Group label={label}>
      {hint !== undefined && <p className="phrases text-small text-text-soft">{hint}</p>}
      {values.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other identity
        <div key={index} className="flex items-end gap-1">
          <div className="min-w-0 flex-1">
            <ValueField
              field={{ name: `${field.name}[${index}]`, schema: item, required: false }}
              path={[...path, index]}
              body={body}
            />
          </div>
          <IconButton
            icon={X}
            label={t('console.form.removeItem', { name: `${field.name}[${index}]` })}
            onClick={() =>
              body.change(
                path,
                values.length === 1 ? undefined : values.filter((__, at) => at !== index),
              )
            }
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => body.change(path, [...values, empty])}
      >
        {t('console.form.addItem', { name: field.name })}
      </Button>
    </Group>
  );
}

function VariantValue({
  field,
  path,
  body,
  variants,
}: Labelled & {
  readonly variants: readonly { readonly label: string | null; readonly schema: Schema }[];
}) {
  const t = useT();
  const value = valueAt(body.value, path);
  const [chosen, setChosen] = useState(() => fittingVariant(value, variants, body.schemas));
  const variant = variants[chosen];
  return (
    <>
      <Select
        label={t('console.form.variant', { name: field.name })}
        labelHidden
        value={String(chosen)}
        options={variants.map((one, index) => ({
          value: String(index),
          label: one.label ?? t('console.form.variantNumber', { number: index + 1 }),
        }))}
        onValueChange={(next) => {
          setChosen(Number(next));
          body.change(path, undefined);
        }}
      />
      {variant && (
        <ValueField
          key={chosen}
          field={{ name: field.name, schema: variant.schema, required: field.required }}
          path={path}
          body={body}
        />
      )}
    </>
  );
}

/** The first variant of a value's own type; the first one without a value. */
function fittingVariant(
  value: unknown,
  variants: readonly { readonly schema: Schema }[],
  schemas: Schemas,
): number {
  const fits = variants.findIndex(({ schema }) => {
    const { kind } = kindOf(schema, schemas);
    if (Array.isArray(value)) return kind === 'list';
    if (typeof value === 'object' && value !== null) return kind === 'record';
    if (typeof value === 'number') return kind === 'number';
    if (typeof value === 'boolean') return kind === 'boolean';
    return value === undefined || kind === 'text' || kind === 'choice';
  });
  return Math.max(0, fits);
}

function JsonValue({ field, path, body, label }: Labelled) {
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

export function hintOf(schema: unknown, schemas: Schemas): string | undefined {
  const { description } = aboutOf(schema, schemas);
  if (description === '') return undefined;
  return description.length > longestHint ? `${description.slice(0, longestHint)}…` : description;
}

export function placeholderOf(
  t: ReturnType<typeof useT>,
  { example, fallback }: { readonly example: unknown; readonly fallback: unknown },
): string | undefined {
  if (fallback !== undefined && fallback !== null) {
    return t('console.form.default', { value: asText(fallback) });
  }
  if (example === undefined || example === null) return undefined;
  return t('console.form.example', { value: asText(example) });
}
