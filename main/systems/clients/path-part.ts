import { encodePart } from '../../../common/texts/encoded.ts';
/**
 * A client's name as one part of a path; null for one that is none. Dots alone cannot be escaped (WHATWG URL: `%2e` is a
 * dot too): an address with them is that of the folder, the realm’s own. Half a character becomes a sign for one.
 */
export function pathPart(name: string): string | null {
  if (/^\.{0,2}$/.test(name)) return null;
  return encodePart(name);
}
