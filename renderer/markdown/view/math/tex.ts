/** Bounds on a formula, by which typesetting it takes at most some ten milliseconds. */
const limits = {
  characters: 4_000,
  /** Groups, environments and fences in each other. */
  depth: 50,
  /** Characters of one that defines macros: a definition of n characters used m times makes n·m. */
  defining: 500,
  /** Characters of one with chemistry, which is read by a grammar of its own. */
  chemical: 1_000,
  /** Elements that the typeset formula has. */
  elements: 15_000,
  /** Of them in each other; browsers lay out deep trees by recursion. */
  nesting: 600,
} as const;

/** What KaTeX may expand: macros that came with it, or those that the formula defines. */
const expansions = { usual: 1_000, defining: 50 } as const;

const defines =
  /\\(?:[gex]?def|(?:re|provide)?(?:new)?command|let|futurelet|global|long)(?![A-Za-z])/;
const tokens = /\\[A-Za-z]+|\\[\s\S]|[{}&]/g;
/** What holds to the end of its group is a group within it: sizes, styles, fonts and colours. */
const switches: ReadonlySet<string> = new Set(
  `\\tiny \\sixptsize \\scriptsize \\footnotesize \\small \\normalsize \\large \\Large \\LARGE \\huge
   \\Huge \\displaystyle \\textstyle \\scriptstyle \\scriptscriptstyle \\rm \\sf \\tt \\bf \\it \\cal \\color`.split(
    /\s+/,
  ),
);

/** Whether a formula has chemistry in it: reactions (`\ce`) or units (`\pu`). */
export const isChemical = (tex: string): boolean => /\\(?:ce|pu)(?![A-Za-z])/.test(tex);

/** How often KaTeX may expand a macro in a formula; null when it is too long or too deep to be tried. */
export function expansionsOf(tex: string): number | null {
  const isDefining = defines.test(tex);
  if (isChemical(tex) && tex.length > limits.chemical) return null;
  if (tex.length > (isDefining ? limits.defining : limits.characters)) return null;
  // of each open group how many switches hold in it
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

/** Lengths that no formula has: with them it would lie on other parts of the page. */
const farAway = /(?<![\d.])\d{4,12}(?:\.\d{1,12})?em|e\+?\d{1,3}em/;

/** Whether what was made of a formula is small enough for the page. */
export function isBearable(root: Element): boolean {
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
