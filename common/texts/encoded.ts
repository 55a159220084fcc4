/**
 * A text as a part of an address, percent-encoded. Half a pair of surrogates is in no address: it becomes U+FFFD, where
 * `encodeURIComponent` alone throws.
 */
export function encodePart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
