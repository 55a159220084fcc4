import { imageFacts } from '../../../../common/texts/file-kind.ts';
import { maxSide } from '../../../../common/texts/image-structure.ts';

const inline = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;

/**
 * Returns the unpacked pixels of an embedded picture by its declared size: a few bytes may declare a billion. Null for
 * anything else, for a missing size, or a side too long for any browser.
 */
export function pixelsOf(href: string): number | null {
  const [head] = inline.exec(href) ?? [];
  if (head === undefined) return null;
  const facts = imageFacts(bytesOf(href.slice(head.length)));
  if (facts === null || Math.max(facts.width, facts.height) > maxSide) return null;
  return facts.width * facts.height;
}

/** Returns no bytes for invalid base64. */
function bytesOf(base64: string): Uint8Array {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    return new Uint8Array();
  }
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
