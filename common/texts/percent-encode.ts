/** Percent-encodes a text for an address. A lone surrogate becomes U+FFFD; `encodeURIComponent` alone throws. */
export function encodePart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
