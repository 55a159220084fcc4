import { sourceOf } from './source.ts';

/**
 * What is selected in an answer and copied is Markdown where it goes as text, and what the page shows
 * where it goes with its looks. Within one piece of code or of text, it is what is selected.
 */
export function followCopies(host: HTMLElement): () => void {
  const copy = (event: ClipboardEvent) => {
    const selection = host.ownerDocument.getSelection();
    if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    const { commonAncestorContainer: around } = range;
    const element = around instanceof Element ? around : around.parentElement;
    if (element === null || !host.contains(element) || element.closest('pre') !== null) return;
    if (element !== around || event.clipboardData === null) return;
    const part = document.createElement('div');
    part.append(range.cloneContents());
    event.clipboardData.setData('text/plain', sourceOf(wrapped(element, part)));
    event.clipboardData.setData('text/html', part.innerHTML);
    event.preventDefault();
  };
  host.addEventListener('copy', copy);
  return () => host.removeEventListener('copy', copy);
}

/** Items, rows and cells of a part in the list or the table that they are of. */
function wrapped(around: Element, part: HTMLElement): HTMLElement {
  const frame = around.closest('ul, ol, table, blockquote');
  if (frame === null || !around.matches('ul, ol, table, thead, tbody, tr, blockquote')) return part;
  const whole = document.createElement('div');
  const shell = frame.cloneNode(false) as Element;
  shell.append(...part.cloneNode(true).childNodes);
  whole.append(shell);
  return whole;
}
