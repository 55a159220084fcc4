/** Converts an instant for a field of the type `datetime-local`: local time, to the minute; '' for none. */
export function toLocalField(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns the instant of such a field, in UTC; null for an empty one. */
export function fromLocalField(text: string): string | null {
  const time = new Date(text).getTime();
  return text === '' || Number.isNaN(time) ? null : new Date(time).toISOString();
}
