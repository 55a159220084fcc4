/** The cells of a row; in them `\|` is a pipe. */
export function cellsOf(row: string): string[] {
  const line = row.trim();
  const cells: string[] = [];
  let cell = '';
  for (let at = line.startsWith('|') ? 1 : 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '|') {
      cells.push(cell.trim());
      cell = '';
    } else if (char === '\\' && at + 1 < line.length) {
      at += 1;
      cell += line.charAt(at) === '|' ? '|' : char + line.charAt(at);
    } else cell += char;
  }
  if (cell.trim() !== '' || !line.endsWith('|')) cells.push(cell.trim());
  return cells;
}

/** Without the marks of a heading. */
export function headingOf(line: string): string | null {
  const [mark] = /^#{1,6}(?=[ \t]|$)/.exec(line) ?? [];
  if (mark === undefined) return null;
  const text = line.slice(mark.length).trim();
  let end = text.length;
  while (text.charAt(end - 1) === '#') end -= 1;
  return end === 0 || /[ \t]/.test(text.charAt(end - 1)) ? text.slice(0, end).trimEnd() : text;
}

/** The mark that begins code. */
export function fenceOf(line: string): string | null {
  const char = line.charAt(0);
  if (char !== '`' && char !== '~') return null;
  let length = 1;
  while (line.charAt(length) === char) length += 1;
  return length < 3 || (char === '`' && line.includes('`', length)) ? null : line.slice(0, length);
}
