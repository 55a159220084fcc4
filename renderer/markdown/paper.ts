/** Width of A4 between margins of 16 mm, in CSS pixels; Letter has a little more. */
export const paperWidth = 672;

/** Columns that are legible side by side on paper. */
const mostColumns = 10;

/** Below this scale a formula is illegible: its TeX, which wraps, is shown instead. */
const smallest = 0.4;

/** Safety margin: the MathML uses other fonts than the measured drawing, which may be wider. */
const spare = 0.85;

/** Scales down formulas wider than a page. They must be in the document, typeset. */
export function fitFormulas(root: ParentNode): void {
  const formulas = [...root.querySelectorAll('.md-math')].flatMap((formula) => {
    const math = formula.querySelector('math');
    const shown = [...formula.querySelectorAll('.katex-html > *')];
    return math === null ? [] : [{ formula, math, shown }];
  });
  // measures all before changing any: one layout
  const sized = formulas.map(({ formula, math, shown }) => {
    const width = shown.reduce((sum, part) => sum + part.getBoundingClientRect().width, 0);
    return { formula, math, share: (paperWidth * spare) / Math.max(width, 1) };
  });
  for (const { formula, math, share } of sized) {
    if (share >= 1) continue;
    if (share >= smallest) math.setAttribute('mathsize', `${Math.floor(share * 100)}%`);
    else formula.replaceChildren(asTex(math));
  }
}

function asTex(math: Element): HTMLElement {
  const code = document.createElement('code');
  code.textContent = math.querySelector('annotation')?.textContent ?? math.textContent;
  return code;
}

/** Splits wide tables into parts below each other, each with the first column. */
export function splitTables(root: ParentNode): void {
  for (const table of root.querySelectorAll('table')) {
    const columns = Math.max(0, ...[...table.rows].map(({ cells }) => cells.length));
    // raw HTML has cells over several columns, and such a table is not split
    if (columns <= mostColumns || table.querySelector('[colspan], [rowspan]') !== null) continue;
    const parts: Node[] = [];
    for (let from = 1; from < columns; from += mostColumns - 1) {
      parts.push(partOf(table, from, from + mostColumns - 1));
    }
    table.replaceWith(...parts);
  }
}

/** Returns a table's first column and a range of columns, the end excluded. */
function partOf(table: HTMLTableElement, from: number, to: number): HTMLElement {
  const part = document.createElement('table');
  for (const section of [table.tHead, ...table.tBodies]) {
    if (section === null) continue;
    const rows = [...section.rows].map((row) => {
      const taken = row.cloneNode(false);
      for (const [at, cell] of [...row.cells].entries()) {
        if (at === 0 || (at >= from && at < to)) taken.appendChild(cell.cloneNode(true));
      }
      return taken;
    });
    const own = section.cloneNode(false);
    for (const row of rows) own.appendChild(row);
    part.append(own);
  }
  return part;
}
