import { parseJson } from '../../../../../common/texts/json.ts';
import { isRecord } from './schema.ts';

export type Path = readonly (string | number)[];

/** Returns the part of a value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let part = value;
  for (const step of path) {
    if (Array.isArray(part)) part = part[Number(step)];
    else if (isRecord(part) && Object.hasOwn(part, step)) part = part[step];
    else return undefined;
  }
  return part;
}

/** Returns a value with another part at a path; undefined removes it, and records that become empty above it. */
export function withValueAt(value: unknown, path: Path, part: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return part;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    const next = withValueAt(list[step], rest, part);
    if (next === undefined && rest.length === 0) list.splice(step, 1);
    else list[step] = next ?? null;
    return list;
  }
  const entries = new Map(isRecord(value) ? Object.entries(value) : []);
  const next = withValueAt(entries.get(step), rest, part);
  if (next === undefined) entries.delete(step);
  else entries.set(step, next);
  if (entries.size === 0 && part === undefined) return undefined;
  return Object.fromEntries(entries);
}

/** Returns how a scalar stands in a field. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}

/** Whether a text names a variable, which main fills in. */
export const hasVariable = (text: string): boolean => text.includes('{{');

/**
 * Returns the number that a text is; the text itself where a number would say something else, as with `1.` while it is
 * typed, or more digits than a number has.
 */
export function asNumber(text: string): number | string {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed !== '' && Number.isFinite(number) && String(number) === trimmed ? number : text;
}

/** Returns the value of a text in a box; null where it is no JSON. */
export function readJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
}
