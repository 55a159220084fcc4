import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';

/** Fields that describe a machine's state in words. The spec names none; real services use these. */
const noteFields = ['message', 'note', 'comment', 'description', 'reason', 'detail'];
/** Maximum fields offered as columns. */
const mostFields = 40;

/** Returns the first such field of a record with a text, or null. */
export function noteOf(record: Json): string | null {
  if (!isObject(record)) return null;
  for (const field of noteFields) {
    const value = record[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** Returns the field of the records that is the message; undefined if none has one. */
export const messageField = (machines: readonly Machine[]): string | undefined =>
  noteFields.find((field) => machines.some(({ record }) => isObject(record) && field in record));

/** Returns the names of all other fields of the records, sorted. */
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

/** Returns how many of a machine's nodes are available, if its record says so. */
export function nodesOf(record: Json): { available: number; total: number } | null {
  const nodes = isObject(record) ? record.nodes : undefined;
  if (nodes === undefined || !isObject(nodes)) return null;
  const { available, total } = nodes;
  return typeof available === 'number' && typeof total === 'number' ? { available, total } : null;
}

/** Returns a field for sorting: numbers stay numbers, lists and objects become JSON. */
export function fieldOf(record: Json, name: string): string | number | null {
  const value = isObject(record) ? record[name] : undefined;
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

/** Returns a field for display. */
export function fieldText(record: Json, name: string): string | number | null {
  const nodes = name === 'nodes' ? nodesOf(record) : null;
  return nodes === null ? fieldOf(record, name) : `${nodes.available} / ${nodes.total}`;
}

function isObject(record: Json): record is { [name: string]: Json } {
  return typeof record === 'object' && record !== null && !Array.isArray(record);
}

/** Longer records are shown as received: indents make JSON longer by its depth. */
const longestIndented = 20_000;

/** Returns a record as indented JSON. */
export function indented(record: Json): string {
  const text = JSON.stringify(record);
  return text.length > longestIndented ? text : JSON.stringify(record, null, 2);
}
