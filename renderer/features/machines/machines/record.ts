import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';

/** Fields that say in words how a machine is. The spec names none; real services use these. */
const noteFields = ['message', 'note', 'comment', 'description', 'reason', 'detail'];
/** More kinds of fields than this are no columns. */
const mostFields = 40;

/** The first such field of a record that holds a text, or null. */
export function noteOf(record: Json): string | null {
  if (!isObject(record)) return null;
  for (const field of noteFields) {
    const value = record[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** The names of all other fields that the records have, by the alphabet. */
export function fieldsOf(machines: readonly Machine[]): string[] {
  const names = new Set<string>();
  for (const { record } of machines) {
    if (!isObject(record)) continue;
    for (const name of Object.keys(record)) {
      if (name !== 'machine' && name !== 'status' && names.size < mostFields) names.add(name);
    }
  }
  return [...names].sort();
}

/** A field as it is sorted by and shown: numbers stay numbers, what is no single value is JSON. */
export function fieldOf(record: Json, name: string): string | number | null {
  const value = isObject(record) ? record[name] : undefined;
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function isObject(record: Json): record is { [name: string]: Json } {
  return typeof record === 'object' && record !== null && !Array.isArray(record);
}

/** Longer ones are shown as they came: indents make JSON longer by its depth. */
const longestIndented = 20_000;

/** A record for the eye. */
export function indented(record: Json): string {
  const text = JSON.stringify(record);
  return text.length > longestIndented ? text : JSON.stringify(record, null, 2);
}
