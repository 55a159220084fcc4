/** Removes the comments and last commas that VS Code writes into its JSON. */
export function withoutComments(text: string): string {
  const pieces: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const end = endOf(text, at);
    const piece = text.slice(at, end);
    const isComment = piece.startsWith('//') || piece.startsWith('/*');
    if (piece === '}' || piece === ']') removeLastComma(pieces);
    if (!isComment) pieces.push(piece);
    at = end;
  }
  return pieces.join('');
}

/** Returns where the text, comment or character at a place ends. */
function endOf(text: string, at: number): number {
  const two = text.slice(at, at + 2);
  const found = (end: number, length: number): number => (end === -1 ? text.length : end + length);
  if (two === '//') return found(text.indexOf('\n', at), 0);
  if (two === '/*') return found(text.indexOf('*/', at + 2), 2);
  if (two[0] !== '"') return at + 1;
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next + 1;
  }
  return text.length;
}

/** Takes away a comma with nothing but white space after it. */
function removeLastComma(pieces: string[]): void {
  let last = pieces.length - 1;
  while (pieces[last]?.trim() === '') last -= 1;
  if (pieces[last] === ',') pieces.splice(last);
}
