import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { Button, FoldButton, IconButton, Select } from '../../../../ui/index.ts';
import type { FormBody, Labelled, ValueFieldProps } from './field.ts';
import { FoldedGroup, Group } from './Group.tsx';
import { hintOf } from './hints.ts';
import { ChoiceValue, JsonValue, ScalarValue } from './ScalarFields.tsx';
import { kindOf, type Schema, type SchemaField, type Schemas } from './schema.ts';
import { type Path, valueAt } from './values.ts';

/** Deeper values are entered as JSON. */
const deepest = 6;

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
