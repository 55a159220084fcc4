/** Optional columns of the table, in their order; the machine and its state are always shown. */
export const usualColumns = ['status', 'availability', 'history', 'since', 'note'] as const;
export type UsualColumn = (typeof usualColumns)[number];

const prefix = 'field:';

/** Returns the column id of a record's field. */
export function fieldColumn(field: string): string {
  return `${prefix}${field}`;
}

/** Returns the fields with a column, in the order chosen. */
export function chosenFields(columns: readonly string[] | null): string[] {
  return (columns ?? []).filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
}

export function isShown(columns: readonly string[] | null, id: string): boolean {
  return columns === null ? usualColumns.some((usual) => usual === id) : columns.includes(id);
}

/** Returns the columns with one added or removed. */
export function toggled(columns: readonly string[] | null, id: string): string[] {
  const before: readonly string[] = columns ?? usualColumns;
  return before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
}
