import { readDollarMath } from './math.ts';

/** A formula in a row of a table: from a delimiter to behind the other one. */
export interface RowFormula {
  readonly start: number;
  readonly end: number;
  /** Its `\|` are TeX's double bars, which come in pairs, and no pipes that are escaped for the table. */
  readonly hasBars: boolean;
}

/** Where formulas stand in a row, in order; dollars and brackets in code are none. */
export function formulasIn(row: string): readonly RowFormula[] {
  const found: RowFormula[] = [];
  if (!row.includes('$') && !row.includes('\\(')) return found;
  let brackets = row.indexOf('\\)');
  const endOf = (at: number): number => {
    if (row.charAt(at) === '$') return readDollarMath(row, at, row.length)?.end ?? 0;
    if (row.charAt(at + 1) !== '(') return 0;
    if (brackets >= 0 && brackets < at + 2) brackets = row.indexOf('\\)', at + 2);
    return brackets < 0 ? 0 : brackets + 2;
  };
  for (let at = 0; at < row.length; at += 1) {
    const char = row.charAt(at);
    if (char === '`') {
      let start = at;
      while (row.charAt(start) === '`') start += 1;
      const close = row.indexOf(row.slice(at, start), start);
      if (close < 0) return found;
      at = close + start - at - 1;
      continue;
    }
    if (char !== '$' && char !== '\\') continue;
    const end = endOf(at);
    if (end > 0) {
      found.push({ start: at, end, hasBars: hasBars(row.slice(at, end)) });
      at = end - 1;
    } else if (char === '\\' || row.charAt(at + 1) === '$') at += 1;
  }
  return found;
}

function hasBars(tex: string): boolean {
  const bars = tex.match(/\\[\s\S]/g)?.filter((one) => one === '\\|').length ?? 0;
  return bars > 0 && bars % 2 === 0;
}
