/** Results of a search that are drawn. */
export const mostFound = 2000;

/** A value of a JSON document, with the way to it: `jobs[3].name`. */
export interface Leaf {
  readonly way: string;
  readonly text: string;
}

/** Returns a test for the search's text, ignoring case and width; null for an empty one. */
export function matcher(find: string): ((text: string) => boolean) | null {
  const wanted = folded(find);
  return wanted === '' ? null : (text) => folded(text).includes(wanted);
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the values without members of which the way or the text matches, in the document's order. */
export function leavesWith(value: unknown, matches: (text: string) => boolean): readonly Leaf[] {
  const found: Leaf[] = [];
  const left: { readonly way: string; readonly value: unknown }[] = [{ way: '', value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { way, value: here } = next;
    const members = typeof here === 'object' && here !== null ? Object.entries(here) : [];
    if (members.length === 0) {
      const text = JSON.stringify(here);
      if (matches(way) || matches(text)) found.push({ way, text });
    }
    const isList = Array.isArray(here);
    for (const [name, member] of members.reverse()) {
      left.push({ way: isList ? `${way}[${name}]` : joined(way, name), value: member });
    }
  }
  return found;
}

/** A name with other characters than those of a word is quoted, as in JavaScript. */
function joined(way: string, name: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return `${way}[${JSON.stringify(name)}]`;
  return way === '' ? name : `${way}.${name}`;
}
