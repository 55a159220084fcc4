import { placesOf } from '../../../../preload/contract/fold.ts';

/** Name of the highlight, styled in search.css. */
const highlightName = 'search-hits';
const blocks = 'p,h1,h2,h3,h4,h5,h6,li,td,th,pre,blockquote,figure,section,div';
/** Marks on one message: enough to see, too few to slow the page. */
const most = 2000;

/** Characters of a message in which marks are made. */
const longest = 200_000;

/** Ranges of the terms in what an element shows, also where marks of the text cut a word into pieces. */
export function rangesIn(element: Element, terms: readonly string[]): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('button, footer, annotation') === null
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT,
  );
  const pieces: { readonly node: Text; readonly start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const own = node.parentElement?.closest(blocks) ?? null;
    if (text.length > longest) break;
    // words of two blocks do not touch
    if (own !== block) text += '\n';
    block = own;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  // places come in their order, and so do the pieces that they are in
  let index = 0;
  const boundary = (at: number): [Text, number] | null => {
    while ((pieces[index]?.start ?? 0) > at) index -= 1;
    while ((pieces[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    const piece = pieces[index];
    return piece === undefined ? null : [piece.node, Math.min(at - piece.start, piece.node.length)];
  };
  return placesOf(text, terms, most)
    .slice(0, most)
    .flatMap(({ start, end }) => {
      const from = boundary(start);
      const last = boundary(end - 1);
      if (from === null || last === null) return [];
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(last[0], Math.min(last[1] + 1, last[0].length));
      return [range];
    });
}

/**
 * Marks the terms in an element, again whenever it changes. The page's text stays as it is: the browser
 * paints over it.
 * @returns takes the marks away
 */
export function markIn(element: Element, terms: readonly string[]): () => void {
  if (terms.length === 0 || typeof Highlight === 'undefined') return () => undefined;
  const paint = () => CSS.highlights.set(highlightName, new Highlight(...rangesIn(element, terms)));
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
