/** A part of an API description: nothing is known of its shape. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schemas that others refer to, by their `$ref`. */
export type Schemas = Readonly<Record<string, unknown>>;

export interface SchemaField {
  readonly name: string;
  /** Its name in the value, where that is another. */
  readonly key?: string;
  readonly schema: Schema;
  readonly required: boolean;
}

interface Variant {
  /** Its title or type; variants without either are numbered by the form. */
  readonly label: string | null;
  readonly schema: Schema;
}

/** How a value is entered; `json` is everything that has no form. */
export type SchemaKind =
  | { readonly kind: 'choice'; readonly options: readonly (string | number | boolean)[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number' }
  | { readonly kind: 'text'; readonly format: string | null }
  | { readonly kind: 'file' }
  | { readonly kind: 'list'; readonly item: Schema }
  | { readonly kind: 'record'; readonly fields: readonly SchemaField[] }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[] }
  | { readonly kind: 'json' };

/** Bounds of one schema, against descriptions made to be endless. */
const mostFields = 500;
const mostOptions = 500;
const mostVariants = 30;
const mostMerged = 8;

export function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns how a value of a schema is entered. */
export function kindOf(given: unknown, schemas: Schemas): SchemaKind {
  const schema = merged(given, schemas, mostMerged);
  const variants = [...listOf(schema.oneOf), ...listOf(schema.anyOf)];
  const options = optionsOf(schema);
  if (options !== null) return { kind: 'choice', options };
  if (variants.length > 1) return { kind: 'variants', variants: variantsOf(variants, schemas) };
  const type = typeOf(schema);
  switch (type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'integer':
    case 'number':
      return { kind: 'number' };
    case 'string':
    case 'file':
      return type === 'file' || schema.format === 'binary' || schema.contentEncoding === 'binary'
        ? { kind: 'file' }
        : { kind: 'text', format: textOf(schema.format) || null };
    case 'array':
      return { kind: 'list', item: isRecord(schema.items) ? schema.items : {} };
    case 'object':
      return recordOf(schema, schemas);
    default:
      return { kind: 'json' };
  }
}

/** Returns what a description says of a value: description, example and default, with those of its parts. */
export function aboutOf(
  given: unknown,
  schemas: Schemas,
): {
  readonly description: string;
  readonly example: unknown;
  readonly fallback: unknown;
  readonly isReadOnly: boolean;
} {
  const schema = merged(given, schemas, mostMerged);
  return {
    description: textOf(schema.description),
    example: schema.example ?? listOf(schema.examples)[0],
    fallback: schema.default,
    isReadOnly: schema.readOnly === true,
  };
}

function recordOf(schema: Schema, schemas: Schemas): SchemaKind {
  if (!isRecord(schema.properties)) return { kind: 'json' };
  const required = new Set(listOf(schema.required));
  const fields = Object.entries(schema.properties)
    .slice(0, mostFields)
    .flatMap(([name, own]) =>
      isRecord(own) && !aboutOf(own, schemas).isReadOnly
        ? [{ name, schema: own, required: required.has(name) }]
        : [],
    );
  return fields.length === 0 ? { kind: 'json' } : { kind: 'record', fields };
}

function optionsOf(schema: Schema): readonly (string | number | boolean)[] | null {
  if (schema.const !== undefined) return scalars([schema.const]);
  return Array.isArray(schema.enum) ? scalars(schema.enum) : null;
}

/** Enums of anything else are entered as JSON. */
function scalars(values: readonly unknown[]): readonly (string | number | boolean)[] | null {
  const some = values.filter((value) => value !== null).slice(0, mostOptions);
  const known = some.filter(
    (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  );
  return known.length === some.length && known.length > 0 ? known : null;
}

function variantsOf(variants: readonly unknown[], schemas: Schemas): readonly Variant[] {
  return variants
    .filter(isRecord)
    .slice(0, mostVariants)
    .map((schema) => {
      const whole = merged(schema, schemas, mostMerged);
      return { label: textOf(whole.title) || nameOf(schema) || typeOf(whole), schema };
    });
}

/** `Job` of `#/components/schemas/Job`. */
const nameOf = ({ $ref }: Schema): string => textOf($ref).split('/').at(-1) ?? '';

const isNull = (value: unknown): boolean => isRecord(value) && value.type === 'null';

/** Follows `$ref`, joins what `allOf` lists, and takes the one variant that is not null. */
function merged(given: unknown, schemas: Schemas, left: number): Schema {
  if (!isRecord(given)) return {};
  if (left === 0) return given;
  const { $ref, ...rest } = given;
  let schema: Schema = rest;
  if (typeof $ref === 'string' && Object.hasOwn(schemas, $ref)) {
    schema = joined(rest, merged(schemas[$ref], schemas, left - 1));
  }
  for (const part of listOf(schema.allOf).slice(0, mostVariants)) {
    schema = joined(schema, merged(part, schemas, left - 1));
  }
  for (const key of ['oneOf', 'anyOf'] as const) {
    const some = listOf(schema[key]).filter((one) => !isNull(one));
    if (some.length === 1)
      schema = joined({ ...schema, [key]: [] }, merged(some[0], schemas, left - 1));
    else if (some.length > 1) schema = { ...schema, [key]: some };
  }
  return schema;
}

/** What the whole says goes before what a part says. */
function joined(whole: Schema, part: Schema): Schema {
  const properties =
    isRecord(whole.properties) || isRecord(part.properties)
      ? {
          ...(isRecord(part.properties) ? part.properties : {}),
          ...(isRecord(whole.properties) ? whole.properties : {}),
        }
      : undefined;
  return {
    ...part,
    ...whole,
    ...(properties && { properties }),
    required: [...listOf(whole.required), ...listOf(part.required)],
  };
}

function typeOf(schema: Schema): string | null {
  const types = [schema.type].flat().filter((type) => type !== 'null');
  if (types.length === 1) return textOf(types[0]) || null;
  if (types.length > 1) return null;
  if (isRecord(schema.properties)) return 'object';
  return isRecord(schema.items) ? 'array' : null;
}
