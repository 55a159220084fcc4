import type { Ask } from '../../../common/scripts/directives.ts';
import type { Json } from '../../../preload/contract/shapes.ts';

/** What a script asks for, as an API takes it. */
export interface Asked {
  readonly fields: Readonly<Record<string, Json>>;
  /** What it has no field for, or no value that it takes. */
  readonly unsent: readonly Ask[];
}

/** Parts what has a field from what has none. Two texts for one field are one list. */
export function sortAsks(
  asks: readonly Ask[],
  fieldOf: (ask: Ask) => Readonly<Record<string, Json>> | null,
): Asked {
  const fields: Record<string, Json> = {};
  const unsent: Ask[] = [];
  for (const ask of asks) {
    const found = fieldOf(ask);
    if (found === null) unsent.push(ask);
    for (const [name, value] of Object.entries(found ?? {})) {
      const before = fields[name];
      fields[name] =
        typeof before === 'string' && typeof value === 'string' ? `${before},${value}` : value;
    }
  }
  return { fields, unsent };
}

/** Null: it is no count from 1. */
export const countOf = (value: string): number | null =>
  /^\d{1,7}$/.test(value) && Number(value) > 0 ? Number(value) : null;

const units: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024, T: 1024 * 1024 };

/** Reads memory as `sbatch` does: megabytes, or with a unit. 0 is all of a node. Null: it is none. */
export function megabytesOf(value: string): number | null {
  const match = /^(\d{1,9})([KMGT]?)B?$/i.exec(value);
  if (match === null) return null;
  const [, number = '', unit = ''] = match;
  return Math.ceil(Number(number) * (units[unit.toUpperCase() || 'M'] ?? 1));
}
