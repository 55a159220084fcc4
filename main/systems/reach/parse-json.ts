import { parseForeign } from '../../../common/texts/json.ts';

/** Returns a record or a list; null for everything else. */
export function jsonIn(body: Uint8Array): object | null {
  try {
    const value = parseForeign(new TextDecoder().decode(body));
    return typeof value === 'object' ? value : null;
  } catch {
    // not JSON: no answer of a service
    return null;
  }
}
