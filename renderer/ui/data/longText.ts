/** Characters of a text that are laid out together: what is off screen then costs nothing. */
const partLength = 4_096;
/** Combining marks on one character that are drawn; browsers take quadratic time for a longer pile. */
const mostMarks = 64;
/**
 * Characters without a place to break, from the first on of a script whose letters change by what they stand beside.
 */
const longestWord = 200;

const mark = /\p{M}/u;
const simple = /^[\0-\u02ff]*$/;

/**
 * A text that a browser lays out in linear time, whatever a stranger wrote: words and piles of marks that
 * no writing has are broken. What is added depends on what stands before it only, so a text that grows
 * grows here too.
 */
export function legible(text: string): string {
  if (simple.test(text)) return text;
  const pieces: string[] = [];
  let from = 0;
  let word = 0;
  let marks = 0;
  let isSimple = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || isEastAsian(code)) {
      word = 0;
      marks = 0;
      isSimple = true;
      continue;
    }
    if (code > 0x2ff) isSimple = false;
    if (isSimple) continue;
    word += 1;
    // of a pair, the second half tells
    if ((code & 0xfc00) === 0xd800) continue;
    marks = code > 0x2ff && mark.test(characterAt(text, at, code)) ? marks + 1 : 0;
    const isPile = marks === mostMarks;
    if (!isPile && word < longestWord) continue;
    // a dotted circle carries the marks that follow; elsewhere a space without width
    pieces.push(text.slice(from, at + 1), isPile ? '\u25cc' : '\u200b');
    from = at + 1;
    word = 0;
    marks = 0;
    isSimple = true;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}

function characterAt(text: string, at: number, code: number): string {
  return (code & 0xfc00) === 0xdc00 ? text.slice(at - 1, at + 1) : text.charAt(at);
}

/** Chinese, Japanese and Korean: lines break between any two. */
function isEastAsian(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xd840 && code <= 0xd8bf) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef)
  );
}

/**
 * Where the part of a text ends that begins at a place: behind a line ending where there is one. Null
 * where the text is too short to tell: that part grows with the text.
 */
export function partEnd(text: string, from: number): number | null {
  const most = from + partLength;
  if (text.length <= most) return null;
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > from + partLength / 2) return line;
  return (text.charCodeAt(most) & 0xfc00) === 0xdc00 ? most - 1 : most;
}

/** Characters of a title or a name that are shown. */
export const longestTitle = 200;

/** The beginning of a text as one line, for places that have room for no more. */
export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return legible(line.length > most || text.length > 4 * most ? `${line.slice(0, most)}…` : line);
}
