/**
 * Reads single fields of a provider's description of a client. Only the Client ID is required: an unreadable field
 * counts as absent, because losing the answer would lose the client and its one-time secret.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Null if it is not an object. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** Reads a text that is not empty, or a number as text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads a secret as a text, in a list, or as Keycloak's credential, an object with `value`. */
export function secretOf(value: unknown): string | null {
  const [only] = Array.isArray(value) ? value : [value];
  return textOf(only) ?? textOf(fieldsOf(only)?.value);
}

/** Reads a token for a header; null if a header cannot contain it. */
export function headerTokenOf(value: unknown): string | null {
  const text = textOf(value)?.trim() ?? '';
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}

/**
 * Reads a list of texts, skipping other values; a single text is split at blanks. Null if it is absent or unreadable.
 */
export function textsOf(value: unknown): string[] | null {
  if (typeof value === 'string') {
    const parts = value.split(/\s+/).filter((part) => part !== '');
    return parts.length === 0 ? null : parts;
  }
  if (!Array.isArray(value)) return null;
  const texts = value.filter((one): one is string => typeof one === 'string' && one !== '');
  return texts.length === 0 && value.length > 0 ? null : texts;
}

/** Reads a boolean, also as text or as 0 and 1; null for anything else. */
export function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = textOf(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

/** Larger numbers are milliseconds: as seconds they would be after the year 5000. */
const largestSeconds = 1e11;
const lastInstant = Date.parse('9999-12-31T23:59:59Z');

/** Returns ISO 8601 in UTC for seconds or milliseconds since 1970, as a number or text, or for a date as text. */
export function instantOf(value: unknown): string | null {
  const text = textOf(value)?.trim().slice(0, 100);
  if (text === undefined) return null;
  const number = Number(text);
  const ms = Number.isNaN(number)
    ? dateOf(text)
    : Math.abs(number) < largestSeconds
      ? number * 1000
      : number;
  return ms > 0 && ms <= lastInstant ? new Date(ms).toISOString() : null;
}

/** A time without a zone is in the server's: UTC. */
function dateOf(text: string): number {
  const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?$/.test(text);
  return Date.parse(local ? `${text.replace(' ', 'T')}Z` : text);
}
