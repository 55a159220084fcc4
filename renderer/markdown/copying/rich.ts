/** Not the text's own, and what fields for rich text would show beside a formula: how it is drawn, and its TeX. */
const left = 'button, style, script, .katex-html, annotation, .md-remark, .md-tools, .md-return';

/**
 * What is copied with its looks: as on the page, each formula once, as MathML. A field that knows no MathML shows its
 * letters.
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

/** A range that has all of a formula that it has something of. */
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
