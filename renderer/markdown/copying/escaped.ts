/** Position of a text in its block. */
export interface Place {
  /** Whether the text begins a line, where marks of blocks are read. */
  fresh: boolean;
  /** Whether the block contains something like a link's end: then opening brackets are escaped. */
  readonly hasLinkEnd: boolean;
}

export const placeIn = (block: Node): Place => ({
  fresh: true,
  hasLinkEnd: /\][([:]/.test(block.textContent ?? ''),
});

const punctuation = /[!-/:-@[-`{-~]/;
const word = /[\p{L}\p{N}]/u;

/** Escapes a text for Markdown: only characters that would be read as marks. */
export function escaped(text: string, place: Place): string {
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (place.fresh && char !== '\n' && char.trim() !== '') {
      const mark = markAt(text.slice(at, at + 12));
      place.fresh = false;
      if (mark > 0) {
        written += `${text.slice(at, at + mark - 1)}\\${text.charAt(at + mark - 1)}`;
        at += mark - 1;
        continue;
      }
    }
    if (char === '\n') place.fresh = true;
    written += isMark(text, at, place) ? `\\${char}` : char;
  }
  return written;
}

/** Returns the length of the block mark at the start of a line, up to the character to escape. */
function markAt(line: string): number {
  const found = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[=-](?=[=-]*\s*$)|\d{1,9}[.)](?=\s|$))/.exec(
    line,
  );
  if (found === null) return 0;
  return line.startsWith('#') ? 1 : found[0].length;
}

function isMark(text: string, at: number, { hasLinkEnd }: Place): boolean {
  const char = text.charAt(at);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  switch (char) {
    case '\\':
      return punctuation.test(after) || after === '\n' || after === '';
    case '`':
      return true;
    case '*':
      return !isSpace(before) || !isSpace(after);
    case '_':
    case '~':
      if (word.test(before) && word.test(after)) return false;
      return !isSpace(before) || !isSpace(after);
    case '$':
      return !isSpace(after) || before === '$';
    case '[':
      return hasLinkEnd || after === '^' || /^\[[ xX]\]/.test(text.slice(at, at + 3));
    case '<':
      return /[a-zA-Z/!?]/.test(after);
    case '&':
      return /^&#?\w{1,40};/.test(text.slice(at, at + 44));
    default:
      return false;
  }
}

/** At an end of the text its neighbour is unknown. */
const isSpace = (char: string): boolean => char !== '' && char.trim() === '';
