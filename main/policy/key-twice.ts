import { parseJson } from '../../preload/contract/json.ts';

/**
 * A name that a record of a text of JSON has twice, of which JSON's readers would silently take the last; null where
 * none has. @param text what `parseJson` has read
 */
export function keyTwice(text: string): string | null {
  /** Of each open record its names; null for a list. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      isName = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
      isName = false;
    } else if (character === ',') isName = open.at(-1) !== null;
    else if (character === '"') {
      const end = endOf(text, at);
      const names = open.at(-1);
      if (isName && names) {
        // as it is meant, whichever way its letters are written
        const name = String(parseJson(text.slice(at, end + 1)));
        if (names.has(name)) return name;
        names.add(name);
        isName = false;
      }
      at = end;
    }
  }
  return null;
}

function endOf(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}
