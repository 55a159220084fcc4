/** Characters that reverse the direction of text, are invisible, or control whatever shows them. */
const unseen = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Returns somebody else's text as everyone sees it, in its own order: lines of characters and blanks. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unseen, '')
    .replace(/\p{Cc}/gu, (one) => (one === '\n' ? one : ' '))
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
}
