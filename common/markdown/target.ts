/** Characters of a target with its title. */
const longest = 4096;
/** Parentheses in each other in a target. */
const deepest = 32;
const space = (char: string): boolean => char === ' ' || char === '\n' || char === '\t';

/** Where `(address "title")` ends that begins at a place. */
export function targetEnd(text: string, from: number): number | null {
  if (text.charAt(from) !== '(') return null;
  const limit = Math.min(text.length, from + longest);
  let at = from + 1;
  while (at < limit && space(text.charAt(at))) at += 1;
  if (text.charAt(at) === '<') {
    while (at < limit && text.charAt(at) !== '>' && text.charAt(at) !== '\n') at += 1;
    if (text.charAt(at) !== '>') return null;
    at += 1;
  } else {
    let depth = 0;
    for (; at < limit; at += 1) {
      const char = text.charAt(at);
      if (char === '\\') at += 1;
      else if (char === '(') {
        depth += 1;
        if (depth > deepest) return null;
      } else if (char === ')') {
        if (depth === 0) break;
        depth -= 1;
      } else if (char <= ' ') break;
    }
    if (depth !== 0) return null;
  }
  const targetAt = at;
  while (at < limit && space(text.charAt(at))) at += 1;
  const quote = text.charAt(at);
  if (at > targetAt && (quote === '"' || quote === "'" || quote === '(')) {
    const closer = quote === '(' ? ')' : quote;
    at += 1;
    while (at < limit && text.charAt(at) !== closer) at += text.charAt(at) === '\\' ? 2 : 1;
    at += 1;
    while (at < limit && space(text.charAt(at))) at += 1;
  }
  return text.charAt(at) === ')' ? at + 1 : null;
}
