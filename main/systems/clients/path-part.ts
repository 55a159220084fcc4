import { encodePart } from '../../../common/texts/percent-encode.ts';
/**
 * Returns a client's name as one path segment, or null. Dots alone cannot be escaped (WHATWG URL: `%2e` is a dot too):
 * their address would be that of the folder, the realm's own. Half a surrogate pair becomes a replacement character.
 */
export function pathPart(name: string): string | null {
  if (/^\.{0,2}$/.test(name)) return null;
  return encodePart(name);
}
