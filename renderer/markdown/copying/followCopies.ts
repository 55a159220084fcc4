import { richHtml, withWholeFormulas } from './rich.ts';
import { sourceOf } from './source.ts';

/**
 * Copies a selection in an answer as Markdown for plain text, and as shown on the page for rich text. Within a single
 * piece of code or text, the plain selection is copied.
 */
export function followCopies(host: HTMLElement): () => void {
  const copy = (event: ClipboardEvent) => {
    const selection = host.ownerDocument.getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
    const range = withWholeFormulas(selection.getRangeAt(0));
    const { commonAncestorContainer: around } = range;
    const element = around instanceof Element ? around : around.parentElement;
    if (element === null || !host.contains(element) || element.closest('pre') !== null) return;
    if (element !== around || event.clipboardData === null) return;
    const part = document.createElement('div');
    part.append(numbered(range, element));
    event.clipboardData.setData('text/plain', sourceOf(wrapped(element, part, range)));
    event.clipboardData.setData('text/html', richHtml(part));
    event.preventDefault();
  };
  host.addEventListener('copy', copy);
  return () => host.removeEventListener('copy', copy);
}

/** Returns a selection with its displayed numbers: lists that it begins within start with its first item. */
function numbered(range: Range, around: Element): DocumentFragment {
  const part = range.cloneContents();
  const { startContainer, startOffset } = range;
  const way: Node[] = [];
  for (let at: Node | null = startContainer; at !== null && at !== around; at = at.parentNode) {
    way.unshift(at);
  }
  const first = startContainer.childNodes[startOffset];
  let copy: Node | null = part;
  for (const [index, node] of way.entries()) {
    copy = copy?.firstChild ?? null;
    if (!(node instanceof Element) || node.localName !== 'ol' || !(copy instanceof Element))
      continue;
    copy.setAttribute('start', String(numberOf(node, way[index + 1] ?? first)));
  }
  return part;
}

/** Returns the number of the first selected item of a list. */
function firstNumber(list: Element, { startContainer, startOffset }: Range): number {
  if (startContainer === list) return numberOf(list, list.childNodes[startOffset]);
  let item: Node = startContainer;
  while (item.parentNode !== null && item.parentNode !== list) item = item.parentNode;
  return numberOf(list, item);
}

/** Returns the number of an item in its list. */
function numberOf(list: Element, item: Node | undefined): number {
  const items: readonly Node[] = [...list.children];
  const before = item === undefined ? 0 : items.indexOf(item);
  return Number(list.getAttribute('start') ?? 1) + Math.max(0, before);
}

/** Wraps items, rows and cells of a part in their list or table. */
function wrapped(around: Element, part: HTMLElement, range: Range): HTMLElement {
  const frame = around.closest('ul, ol, table, blockquote');
  if (frame === null || !around.matches('ul, ol, table, thead, tbody, tr, blockquote')) return part;
  const whole = document.createElement('div');
  const shell = frame.cloneNode(false) as Element;
  if (frame.localName === 'ol') shell.setAttribute('start', String(firstNumber(frame, range)));
  shell.append(...part.cloneNode(true).childNodes);
  whole.append(shell);
  return whole;
}
