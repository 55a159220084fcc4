import { findTerms } from '../../../../../common/texts/fold.ts';

/** Name of the highlight, styled in search.css. */
const highlightName = 'search-hits';
const blocks: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 li td th pre blockquote figure section div dt dd summary caption'.split(' '),
);
/** Elements of the page outside a message's text, as in `renderedText`. */
const silent =
  'button, footer, figcaption, .md-remark, .md-image-label, .md-image-address, .md-call, .md-return, ' +
  '.md-alert-title, .md-notes-title';
/** Maximum marks in one message: enough to see, too few to slow the page. */
const most = 2000;

/** A text node, or a formula, which is represented by its TeX. */
interface Piece {
  readonly node: Text | Element;
  readonly start: number;
}

/** The text of an element, with the positions of its characters. */
class Words {
  readonly pieces: Piece[] = [];
  text = '';
  private block: Element;

  constructor(element: Element) {
    this.block = element;
    this.visit(element, element);
  }

  private visit(element: Element, block: Element): void {
    for (const node of element.childNodes) {
      if (node instanceof Text) this.add(node, node.data, block);
      else if (!(node instanceof Element) || node.matches(silent)) continue;
      else if (node.localName === 'br') this.text += '\n';
      else if (node.matches('.md-math')) this.add(node, texOf(node), block);
      else this.visit(node, blocks.has(node.localName) ? node : block);
    }
  }

  private add(node: Text | Element, text: string, block: Element): void {
    // separate the words of two blocks
    if (block !== this.block) this.text += '\n';
    this.block = block;
    this.pieces.push({ node, start: this.text.length });
    this.text += text;
  }

  /** Returns the range of some characters; call it with increasing positions. */
  range(start: number, end: number, from = { piece: 0 }): Range | null {
    const first = this.pieceAt(start, from);
    const last = this.pieceAt(end - 1, { ...from });
    if (first === undefined || last === undefined) return null;
    const range = document.createRange();
    if (first.node instanceof Text) {
      range.setStart(first.node, Math.min(start - first.start, first.node.length));
    } else range.setStartBefore(first.node);
    if (last.node instanceof Text) {
      range.setEnd(last.node, Math.min(end - last.start, last.node.length));
    } else range.setEndAfter(last.node);
    return range;
  }

  private pieceAt(at: number, from: { piece: number }): Piece | undefined {
    const { pieces } = this;
    while ((pieces[from.piece]?.start ?? 0) > at) from.piece -= 1;
    while ((pieces[from.piece + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) from.piece += 1;
    return pieces[from.piece];
  }
}

const texOf = (formula: Element): string =>
  formula.querySelector('annotation, .md-tex')?.textContent.trim() ?? '';

/**
 * Returns ranges of the terms in an element's visible text, also across inline marks. If there are many, those around
 * one.
 * @param nth index of that one, in their order
 */
export function rangesIn(
  element: Element,
  terms: readonly string[],
  nth = 0,
): { readonly ranges: readonly Range[]; readonly own: Range | null } {
  const words = new Words(element);
  const places = findTerms(words.text, terms);
  const shown = Math.min(nth, places.length - 1);
  const first = Math.max(0, shown - most / 2);
  const from = { piece: 0 };
  const ranges: Range[] = [];
  let own: Range | null = null;
  for (const [index, { start, end }] of places.slice(first, first + most).entries()) {
    const range = words.range(start, end, from);
    if (range === null) continue;
    if (first + index === shown) own = range;
    ranges.push(range);
  }
  return { ranges, own };
}

/**
 * Marks the terms in an element, again whenever it changes. The page's text stays unchanged: the browser paints over
 * it.
 * @returns removes the marks
 */
export function markIn(element: Element, terms: readonly string[]): () => void {
  if (terms.length === 0 || typeof Highlight === 'undefined') return () => undefined;
  const paint = () =>
    CSS.highlights.set(highlightName, new Highlight(...rangesIn(element, terms).ranges));
  paint();
  let frame = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  });
  observer.observe(element, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(highlightName);
  };
}
