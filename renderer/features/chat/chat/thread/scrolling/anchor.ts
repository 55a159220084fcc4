/** An element of a thread, and its distance from the upper edge of the thread's content, in pixels. */
interface Place {
  readonly element: Element;
  readonly top: number;
}

/**
 * What is read: the innermost element first, then those around it up to its row, in case that it is drawn anew, then the
 * other rows in view, in case that the list of a long branch takes its row out.
 */
export type Anchor = readonly Place[];

const row = '[data-index]';

/** Returns the rows in view. */
export function rowsInView(view: Element, content: Element): Element[] {
  const { top, bottom } = view.getBoundingClientRect();
  return [...content.querySelectorAll(row)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  });
}

/** Whether the list of a long branch has placed these rows by the heights that they have now. */
export function arePlaced(rows: readonly Element[]): boolean {
  const places = rows.flatMap(({ parentElement }) =>
    parentElement?.style.position === 'absolute' ? [parentElement.getBoundingClientRect()] : [],
  );
  return places.every(({ bottom }, at) => Math.abs((places[at + 1]?.top ?? bottom) - bottom) < 2);
}

/** Boxes that are measured for one anchor at most: a reader who scrolls waits for it. */
const mostBoxes = 400;
/** Drawn as a whole, of very many elements. */
const whole = '.katex, .md-part, svg';
/** Nothing to read: icons, places of messages that were not fetched yet, and headers that stay while others scroll. */
const unread = '[aria-hidden="true"], [data-sticky]';

/** Returns the first or the last element that begins in view; where none does, one that reaches into it. */
export function anchorIn(view: Element, content: Element, which: 'first' | 'last'): Anchor {
  const { top, bottom } = view.getBoundingClientRect();
  let boxes = 0;
  let reaching: Element = content;
  const find = (parent: Element): Element | null => {
    const children = which === 'first' ? [...parent.children] : [...parent.children].reverse();
    for (const child of children) {
      boxes += 1;
      if (boxes > mostBoxes) return null;
      if (child.matches(unread)) continue;
      const box = child.getBoundingClientRect();
      // without a box of its own, what is in it may have one
      const isBoxless = box.width === 0 && box.height === 0;
      if (!isBoxless && (box.bottom <= top + 1 || box.top >= bottom)) continue;
      const begins = !isBoxless && box.top >= top && child.closest(row) !== null;
      if (begins && which === 'first') return child;
      if (!isBoxless) reaching = child;
      const within = child.matches(whole) ? null : find(child);
      if (within !== null) return within;
      if (begins) return child;
    }
    return null;
  };
  return anchorOn(find(content) ?? reaching, view, content);
}

/** Returns an element as the anchor. */
export function anchorOn(element: Element, view: Element, content: Element): Anchor {
  const around: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== content; at = at.parentElement) {
    around.push(at);
    if (at.matches(row)) break;
  }
  return [...around, ...rowsInView(view, content)].map((one) => placeOf(one, content));
}

/** Whether the anchor begins in view. */
export function isInView([place]: Anchor, view: Element): boolean {
  if (place === undefined || !view.contains(place.element)) return false;
  const { top, bottom } = view.getBoundingClientRect();
  const box = place.element.getBoundingClientRect();
  return box.height > 0 && box.top >= top - 1 && box.top < bottom;
}

/** Returns how far the anchor has moved in the content, in pixels; null where nothing of it is left. */
export function driftOf(anchor: Anchor, content: Element): number | null {
  for (const { element, top } of anchor) {
    if (!content.contains(element)) continue;
    const box = element.getBoundingClientRect();
    // hidden since
    if (box.width === 0 && box.height === 0) continue;
    return box.top - content.getBoundingClientRect().top - top;
  }
  return null;
}

/** Returns the same anchor where it is now. */
export function measured(anchor: Anchor, content: Element): Anchor {
  return anchor
    .filter(({ element }) => content.contains(element))
    .map(({ element }) => placeOf(element, content));
}

function placeOf(element: Element, content: Element): Place {
  const base = content.getBoundingClientRect().top;
  return { element, top: element.getBoundingClientRect().top - base };
}
