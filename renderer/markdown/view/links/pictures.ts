import { imageFacts } from '../../../../common/texts/file-kind.ts';
import { longestSide } from '../../../../common/texts/image-whole.ts';

const inline = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;

/**
 * The pixels that a picture which comes with the text is unpacked to, by what it says of itself: a few bytes may say
 * a billion. Null for what is none, does not say its size, or is too long on a side for any browser.
 */
export function pixelsOf(href: string): number | null {
  const [head] = inline.exec(href) ?? [];
  if (head === undefined) return null;
  const facts = imageFacts(bytesOf(href.slice(head.length)));
  if (facts === null || Math.max(facts.width, facts.height) > longestSide) return null;
  return facts.width * facts.height;
}

/** Nothing for what is no base64. */
function bytesOf(base64: string): Uint8Array {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    return new Uint8Array();
  }
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
