/**
 * Tokens that a text will probably count for: a quarter of one for most characters, a whole one for
 * Chinese, Japanese and Korean ones. Servers count differently, model by model.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x2e80) wide += 1;
  return wide + Math.ceil((text.length - wide) / 4);
}

/** Pixels along one side of the squares that models commonly see an image in. */
const square = 28;
const mostImageTokens = 16_384;

/** Tokens that an image will probably count for: one a square of 28 pixels; models differ much. */
export function estimateImageTokens(width: number, height: number): number {
  return Math.min(mostImageTokens, Math.ceil(width / square) * Math.ceil(height / square));
}
