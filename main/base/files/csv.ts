/** Text that a spreadsheet would read as a formula; some skip the characters before one. */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/;
/** Separators used in any country, and characters that would end a cell or be trimmed. */
const quoted = /[",;\t\r\n|]|^\s|\s$/;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Returns a quoted cell (RFC 4180). An apostrophe marks text that a spreadsheet would run. */
export function csvText(text: string): string {
  return quote(formula.test(text) ? `'${text}` : text);
}

/** Returns a row (RFC 4180). Marks formulas, and text that already starts with our mark, which `readCsv` removes. */
export function csvRow(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) || cell.startsWith("'") ? `'${cell}` : cell;
    return quoted.test(safe) ? quote(safe) : safe;
  });
  return `${written.join(',')}\r\n`;
}

const specials = { ',': /[",\r\n]/g, ';': /[";\r\n]/g, '\t': /["\t\r\n]/g } as const;
export type Separator = keyof typeof specials;
/** Separators that spreadsheets write, depending on country and format. */
export const separators: readonly Separator[] = [',', ';', '\t'];

export interface CsvTable {
  /** Rows including blank ones, up to the broken row. */
  readonly rows: readonly (readonly string[])[];
  /** Number of the row, from 1, with an unclosed or misplaced quote; null if there is none. */
  readonly brokenRow: number | null;
}

/** Parses CSV (RFC 4180) with line ends of any system. */
export function readCsv(text: string, separator: Separator = ','): CsvTable {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = (cell: string): void => {
    row.push(cell.startsWith("'") ? cell.slice(1) : cell);
  };
  const broken = (): CsvTable => ({ rows, brokenRow: rows.length + 1 });
  const special = specials[separator];
  while (at < text.length) {
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1);
      while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
      if (close < 0) return broken();
      end(text.slice(at + 1, close).replaceAll('""', '"'));
      at = close + 1;
    } else {
      special.lastIndex = at;
      const stop = special.exec(text)?.index ?? text.length;
      end(text.slice(at, stop));
      at = stop;
    }
    if (text[at] === separator) {
      at++;
      // A trailing separator is followed by one more empty cell.
      if (at === text.length) end('');
    } else if (at === text.length || text[at] === '\n' || text[at] === '\r') {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      rows.push(row);
      row = [];
    } else return broken();
  }
  if (row.length > 0) rows.push(row);
  return { rows, brokenRow: null };
}
