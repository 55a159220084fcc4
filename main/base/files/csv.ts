/** What a spreadsheet would take for a formula; some look past what stands before one. */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/;
/** Separators of any country's tables, and what else would end a cell or be trimmed off. */
const quoted = /[",;\t\r\n|]|^\s|\s$/;
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A cell of text (RFC 4180), in quotes. What a spreadsheet would run is marked by an apostrophe. */
export function csvText(text: string): string {
  return quote(formula.test(text) ? `'${text}` : text);
}

/** One row (RFC 4180). What a spreadsheet would run is marked, and so is our own mark: `readCsv` takes it away. */
export function csvRow(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) || cell.startsWith("'") ? `'${cell}` : cell;
    return quoted.test(safe) ? quote(safe) : safe;
  });
  return `${written.join(',')}\r\n`;
}

const specials = { ',': /[",\r\n]/g, ';': /[";\r\n]/g, '\t': /["\t\r\n]/g } as const;
export type Separator = keyof typeof specials;
/** What spreadsheets put between cells, by country and by format. */
export const separators: readonly Separator[] = [',', ';', '\t'];

export interface CsvTable {
  /** Each line of the table, blank ones too; up to the broken one. */
  readonly rows: readonly (readonly string[])[];
  /** The row, from 1, in which a quote is not closed or stands inside of a cell; null where none is. */
  readonly brokenRow: number | null;
}

/** The rows of a table of values (RFC 4180), line ends of any system. */
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
      // a separator at the very end is followed by one more empty cell
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
