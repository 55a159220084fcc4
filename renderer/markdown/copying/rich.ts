/**
 * Elements that are not the text's own, and parts of a formula that rich text fields would also show: its drawing, and
 * its TeX.
 */
const left = 'button, style, script, .katex-html, annotation, .md-remark, .md-tools, .md-return';

/**
 * Returns HTML for copying with formatting: as on the page, each formula once, as MathML. A field without MathML shows
 * its letters.
 */
export function richHtml(part: Element): string {
  const copy = part.cloneNode(true) as Element;
  for (const one of copy.querySelectorAll(left)) one.remove();
  for (const formula of copy.querySelectorAll('.md-math')) {
    const math = formula.querySelector('math');
    if (math !== null) formula.replaceWith(math);
  }
  for (const semantics of copy.querySelectorAll('semantics')) {
    semantics.replaceWith(...semantics.childNodes);
  }
  return copy.innerHTML;
}

/** Extends a range to whole formulas. */
export function withWholeFormulas(range: Range): Range {
  const whole = range.cloneRange();
  const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)];
  if (first !== null) whole.setStartBefore(first);
  if (last !== null) whole.setEndAfter(last);
  return whole;
}

function formulaAt(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('.md-math') ?? null;
}
