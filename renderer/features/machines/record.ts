import type { Json } from '../../../preload/contract/shapes.ts';

/** Fields that say in words how a machine is. The spec names none; real services use these. */
const noteFields = ['message', 'note', 'comment', 'description', 'reason', 'detail'];

/** The first such field of a record that holds a text, or null. */
export function noteOf(record: Json): string | null {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return null;
  for (const field of noteFields) {
    const value = record[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}
