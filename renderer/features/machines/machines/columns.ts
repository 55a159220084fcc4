/** Columns of the table that are there by choice, in their order; the machine and its state are always. */
export const usualColumns = ['status', 'availability', 'history', 'since', 'note'] as const;
export type UsualColumn = (typeof usualColumns)[number];

const prefix = 'field:';

/** The id of the column of a record's field. */
export function fieldColumn(field: string): string {
  return `${prefix}${field}`;
}

/** The fields that have a column, in the order in which they were chosen. */
export function chosenFields(columns: readonly string[] | null): string[] {
  return (columns ?? []).filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
}

export function isShown(columns: readonly string[] | null, id: string): boolean {
  return columns === null ? usualColumns.some((usual) => usual === id) : columns.includes(id);
}

/** The same columns with one more or one less. */
export function toggled(columns: readonly string[] | null, id: string): string[] {
  const before: readonly string[] = columns ?? usualColumns;
  return before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
}
