/** Characters of a text laid out together: parts off screen then cost nothing. */
const partLength = 4_096;
/** Maximum combining marks drawn on one character; browsers take quadratic time for more. */
const mostMarks = 64;
/**
 * Maximum characters without a break opportunity, starting with the first of a script whose letters change with their
 * neighbours.
 */
const longestWord = 200;

const mark = /\p{M}/u;
const simple = /^[\0-\u02ff]*$/;

/**
 * Makes a foreign text safe for linear layout: words and piles of marks longer than in any writing are broken.
 * Insertions depend only on the preceding text, so the result of a growing text grows too.
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
    // the second half of a surrogate pair decides
    if ((code & 0xfc00) === 0xd800) continue;
    marks = code > 0x2ff && mark.test(characterAt(text, at, code)) ? marks + 1 : 0;
    const isPile = marks === mostMarks;
    if (!isPile && word < longestWord) continue;
    // a dotted circle carries the following marks; elsewhere a zero width space
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

/** Whether lines break between any two characters: Chinese, Japanese and Korean. */
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
 * Returns the end of the part at a position: after a line ending if possible. Null if the text is too short: that part
 * still grows.
 */
export function partEnd(text: string, from: number): number | null {
  const most = from + partLength;
  if (text.length <= most) return null;
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > from + partLength / 2) return line;
  return (text.charCodeAt(most) & 0xfc00) === 0xdc00 ? most - 1 : most;
}

/** Maximum characters shown of a title or a name. */
export const longestTitle = 200;

/** Returns the start of a text as one line, for places without room for more. */
export function oneLine(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return legible(line.length > most || text.length > 4 * most ? `${line.slice(0, most)}…` : line);
}
