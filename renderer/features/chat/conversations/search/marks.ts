import { placesOf } from '../../../../../common/texts/fold.ts';

/** Name of the highlight, styled in search.css. */
const highlightName = 'search-hits';
const blocks: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 li td th pre blockquote figure section div dt dd summary caption'.split(' '),
);
/** What the page says beside the words of a message, as it writes `drawnText`. */
const silent =
  'button, footer, figcaption, .md-remark, .md-image-label, .md-image-address, .md-call, .md-return, ' +
  '.md-alert-title, .md-notes-title';
/** Marks on one message: enough to see, too few to slow the page. */
const most = 2000;

/** A node that is words, or a formula, which stands for its TeX. */
interface Piece {
  readonly node: Text | Element;
  readonly start: number;
}

/** What an element says, and where its characters stand. */
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
    // words of two blocks do not touch
    if (block !== this.block) this.text += '\n';
    this.block = block;
    this.pieces.push({ node, start: this.text.length });
    this.text += text;
  }

  /** The range of some characters; ranges are asked for in their order. */
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
 * Ranges of the terms in what an element shows, also where marks of the text cut a word into pieces. Of many
 * there are those around one.
 * @param nth the one, in their order
 */
export function rangesIn(
  element: Element,
  terms: readonly string[],
  nth = 0,
): { readonly ranges: readonly Range[]; readonly own: Range | null } {
  const words = new Words(element);
  const places = placesOf(words.text, terms);
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
 * Marks the terms in an element, again whenever it changes. The page's text stays as it is: the browser
 * paints over it.
 * @returns takes the marks away
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
