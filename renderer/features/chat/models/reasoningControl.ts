import { parseJson } from '../../../../common/texts/json.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';

type Fields = Readonly<Record<string, Json>>;

/** Further fields as typed; null while they are no JSON object. */
function fieldsOf(extra: string): Fields | null {
  if (extra.trim() === '') return {};
  try {
    const value = parseJson(extra) as Json;
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const own = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Returns the value of a choice: JSON such as `true` or `1024`, or else the text itself. */
export function choiceValue(choice: string): Json {
  try {
    return parseJson(choice) as Json;
  } catch {
    return choice;
  }
}

/**
 * Returns the value that the further fields have for a field, with dots for fields within fields; undefined for none.
 * Null stands for fields that cannot be read.
 */
export function fieldValueIn(
  extra: string,
  field: string,
): { readonly value: Json | undefined } | null {
  const fields = fieldsOf(extra);
  if (fields === null) return null;
  let value: Json | undefined = fields;
  for (const part of field.split('.')) value = isFields(value) ? own(value, part) : undefined;
  return { value };
}

/** Returns the further fields with this value for a field; undefined removes it, and records that it leaves empty. */
export function withFieldValue(extra: string, field: string, value: Json | undefined): string {
  const changed = changedAt(fieldsOf(extra) ?? {}, field.split('.'), value);
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed, null, 2);
}

function changedAt(
  fields: Fields,
  [name = '', ...rest]: string[],
  value: Json | undefined,
): Fields {
  const { [name]: before, ...others } = fields;
  if (rest.length === 0) return value === undefined ? others : { ...fields, [name]: value };
  const inner = changedAt(isFields(before) ? before : {}, rest, value);
  return Object.keys(inner).length === 0 ? others : { ...fields, [name]: inner };
}
