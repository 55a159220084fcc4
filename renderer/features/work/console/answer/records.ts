import { isRecord, type Schema } from '../form/schema.ts';
import { asText } from '../form/values.ts';

/** A list of records within an answer. */
export interface Records {
  /** Where it is: `jobs[]`; `[]` if the answer is the list. */
  readonly place: string;
  readonly rows: readonly Schema[];
  /** All names of their fields, in the order in which they come. */
  readonly fields: readonly string[];
}

/** Bounds of what is looked at. */
const deepest = 3;
const mostFields = 200;
const sampled = 200;

/** Returns the longest list of records of an answer, looked for a few levels deep; null if it has none. */
export function findRecords(value: unknown): Records | null {
  let best: { readonly place: string; readonly rows: readonly Schema[] } | null = null;
  const look = (part: unknown, place: string, level: number): void => {
    if (Array.isArray(part)) {
      const isTable = part.length > 0 && part.slice(0, sampled).every(isRecord);
      if (isTable && part.length > (best?.rows.length ?? 0)) {
        best = { place: `${place}[]`, rows: part.filter(isRecord) };
      }
    } else if (isRecord(part) && level < deepest) {
      for (const [name, own] of Object.entries(part).slice(0, mostFields)) {
        look(own, place === '' ? name : `${place}.${name}`, level + 1);
      }
    }
  };
  look(value, '', 0);
  const found = best as { readonly place: string; readonly rows: readonly Schema[] } | null;
  if (found === null) return null;
  const fields = new Set<string>();
  for (const row of found.rows.slice(0, sampled)) {
    for (const name of Object.keys(row)) if (fields.size < mostFields) fields.add(name);
  }
  return { ...found, fields: [...fields] };
}

/** Characters of a column, at least and at most: a longer value is cut, and whole in the tree. */
const narrowest = 6;
const widest = 32;
const objects = 16;
/** Numbers of an object that is shown whole. */
const fewParts = 3;

/** Returns the width of a field's column, rem: its longest value, or its name. @param roomy the window is wide */
export function columnWidth({ rows }: Records, name: string, roomy = false): number {
  const lengths = rows.slice(0, sampled).map((row) => {
    const value = row[name];
    if (typeof value !== 'object' || value === null) return asText(value).length;
    // a large object is cut anyway
    const parts = Object.values(value);
    const isSmall =
      roomy && parts.length <= fewParts && parts.every((one) => typeof one === 'number');
    return isSmall ? asText(value).length : objects;
  });
  const longest = Math.max(name.length, ...lengths);
  // a character, and the space at both sides
  return Math.min(Math.max(longest, narrowest), widest) * 0.5 + 1.5;
}

/** Returns the fields shown at first: those with short values, which tell the rows apart, come before the others. */
export function firstFields({ rows, fields }: Records, count: number): readonly string[] {
  const some = rows.slice(0, sampled);
  const weight = (name: string): number => {
    const texts = some.map((row) => row[name]);
    if (texts.some((one) => typeof one === 'object' && one !== null)) return 3;
    if (texts.every((one) => one === undefined || one === null || one === '')) return 4;
    if (isNaming(name)) return 0;
    const isSame = some.length > 1 && texts.every((one) => one === texts[0]);
    return isSame ? 2 : 1;
  };
  const weights = new Map(fields.map((name) => [name, weight(name)]));
  const chosen = fields
    .toSorted((one, other) => (weights.get(one) ?? 0) - (weights.get(other) ?? 0))
    .slice(0, count);
  return chosen.length > 0 ? chosen : fields.slice(0, count);
}

const naming: ReadonlySet<string> = new Set(['id', 'job_id', 'name', 'state', 'status', 'machine']);
const isNaming = (name: string): boolean => naming.has(name.toLowerCase());

/** Returns the rows in which every word of a filter occurs. */
export function filterRows(rows: readonly Schema[], filter: string): readonly Schema[] {
  const words = filter.toLowerCase().split(' ').filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = JSON.stringify(Object.values(row)).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A spreadsheet would run a cell that begins like this as a formula. */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/;

/** Returns rows as CSV (RFC 4180), with a line of titles. Numbers stay numbers, and nothing becomes a formula. */
export function csvOf(rows: readonly Schema[], fields: readonly string[]): string {
  const cell = (value: unknown): string => {
    const text = asText(value);
    const safe = typeof value !== 'number' && formula.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = [fields.map(cell), ...rows.map((row) => fields.map((name) => cell(row[name])))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}
