/** One token: a Chinese or Japanese character, a run of white space, or up to four other characters. */
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]|\s+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef])\S){1,4}/gu;

/** Splits text into the demo's tokens; joined they are the text again. */
export function toTokens(text: string): string[] {
  return text.match(piece) ?? [];
}

/**
 * Estimates the tokens of an input of maybe tens of megabytes without splitting it: a quarter token for a character
 * below U+2E80, a whole one above.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) >= 0x2e80) wide += 1;
  }
  return wide + Math.ceil((text.length - wide) / 4);
}
