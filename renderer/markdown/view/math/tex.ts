/** Limits of a formula; within them, typesetting takes at most some ten milliseconds. */
const limits = {
  characters: 4_000,
  /** Nesting of groups, environments and fences. */
  depth: 50,
  /** Characters of a formula that defines macros: a definition of n characters used m times makes n·m. */
  defining: 500,
  /** Characters of a formula with chemistry, which has a grammar of its own. */
  chemical: 1_000,
  /** Elements of the typeset formula. */
  elements: 15_000,
  /** Nesting of its elements; browsers lay out deep trees by recursion. */
  nesting: 600,
} as const;

/** Maximum expansions in KaTeX: of built-in macros, or of those that the formula defines. */
const expansions = { usual: 1_000, defining: 50 } as const;

const defines =
  /\\(?:[gex]?def|(?:re|provide)?(?:new)?command|let|futurelet|global|long)(?![A-Za-z])/;
const tokens = /\\[A-Za-z]+|\\[\s\S]|[{}&]/g;
/** Commands that apply until the end of their group and act as a nested group: sizes, styles, fonts and colours. */
const switches: ReadonlySet<string> = new Set(
  `\\tiny \\sixptsize \\scriptsize \\footnotesize \\small \\normalsize \\large \\Large \\LARGE \\huge
   \\Huge \\displaystyle \\textstyle \\scriptstyle \\scriptscriptstyle \\rm \\sf \\tt \\bf \\it \\cal \\color`.split(
    /\s+/,
  ),
);

/** Whether a formula contains chemistry: reactions (`\ce`) or units (`\pu`). */
export const isChemical = (tex: string): boolean => /\\(?:ce|pu)(?![A-Za-z])/.test(tex);

/** Returns the maximum macro expansions for a formula; null if it is too long or too deep to be tried. */
export function expansionsOf(tex: string): number | null {
  const isDefining = defines.test(tex);
  if (isChemical(tex) && tex.length > limits.chemical) return null;
  if (tex.length > (isDefining ? limits.defining : limits.characters)) return null;
  // number of active switches in each open group
  const groups = [0];
  let depth = 0;
  for (const [token] of tex.matchAll(tokens)) {
    const inner = groups.at(-1) ?? 0;
    if (token === '{' || token === '\\begin' || token === '\\left') {
      groups.push(0);
      depth += 1;
    } else if (token === '}' || token === '\\end' || token === '\\right') {
      if (groups.length === 1) continue;
      groups.pop();
      depth -= 1 + inner;
    } else if (token === '&' || token === '\\\\') {
      groups[groups.length - 1] = 0;
      depth -= inner;
    } else if (switches.has(token)) {
      groups[groups.length - 1] = inner + 1;
      depth += 1;
    }
    if (depth > limits.depth) return null;
  }
  return isDefining ? expansions.defining : expansions.usual;
}

/** Lengths that no formula has: with them it would cover other parts of the page. */
const farAway = /(?<![\d.])\d{4,12}(?:\.\d{1,12})?em|e\+?\d{1,3}em/;

/** Whether a typeset formula is small enough for the page. */
export function fitsPage(root: Element): boolean {
  let elements = 0;
  let depth = 0;
  for (let at: Element | null = root; at !== null; ) {
    elements += 1;
    if (elements > limits.elements || depth > limits.nesting || isFarAway(at)) return false;
    if (at.firstElementChild !== null) {
      at = at.firstElementChild;
      depth += 1;
      continue;
    }
    while (at !== null && at !== root && at.nextElementSibling === null) {
      at = at.parentElement;
      depth -= 1;
    }
    at = at === null || at === root ? null : at.nextElementSibling;
  }
  return true;
}

function isFarAway(element: Element): boolean {
  const { attributes } = element;
  for (const { name, value } of attributes) {
    if (name !== 'd' && name !== 'class' && farAway.test(value)) return true;
  }
  return false;
}
