/** What a spreadsheet would take for a formula; some look past what stands before one. */
const formula = /^[=+\-@\t\r\n\0]/;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A cell of text (RFC 4180), in quotes. What a spreadsheet would run is marked by an apostrophe. */
export function csvText(text: string): string {
  return quote(formula.test(text) ? `'${text}` : text);
}

/** One row (RFC 4180). What a spreadsheet would run is marked, and so is our own mark: `readCsv` takes it away. */
export function csvRow(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) || cell.startsWith("'") ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? quote(safe) : safe;
  });
  return `${written.join(',')}\r\n`;
}

/** The rows of a table of values (RFC 4180), line ends of any system; null where a quote is not closed. */
export function readCsv(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = (cell: string): void => {
    row.push(cell.startsWith("'") ? cell.slice(1) : cell);
  };
  const special = /[",\r\n]/g;
  while (at < text.length) {
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      if (close < 0) return null;
      end(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
    } else {
      special.lastIndex = at;
      const stop = special.exec(text)?.index ?? text.length;
      end(text.slice(at, stop));
      at = stop;
    }
    if (text[at] === ',') {
      at++;
      // a comma at the very end is followed by one more empty cell
      if (at === text.length) end('');
    } else if (at === text.length || text[at] === '\n' || text[at] === '\r') {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      rows.push(row);
      row = [];
    } else return null;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
