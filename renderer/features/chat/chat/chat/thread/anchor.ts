/** An element of a thread, and where it stands in the thread's content, in pixels. */
interface Place {
  readonly element: Element;
  readonly top: number;
}

/** What is read: the innermost element first, then what it stands in, in case that it is drawn anew. */
export type Anchor = readonly Place[];

/** Boxes that are looked at for one anchor at most: a reader who scrolls waits for it. */
const mostBoxes = 400;
/** Drawn as a whole, of very many elements. */
const whole = '.katex, .md-part, svg';

/** The first element that begins in view; where none does, the innermost one that reaches into it. */
export function anchorIn(view: Element, content: Element): Anchor {
  const { top, bottom } = view.getBoundingClientRect();
  let boxes = 0;
  let reaching: Element = content;
  const find = (parent: Element): Element | null => {
    for (const child of parent.children) {
      boxes += 1;
      if (boxes > mostBoxes) return null;
      const box = child.getBoundingClientRect();
      // without a box of its own, what is in it may have one
      const isBoxless = box.width === 0 && box.height === 0;
      if (!isBoxless && (box.bottom <= top + 1 || box.top >= bottom)) continue;
      if (!isBoxless && box.top >= top) return child;
      if (!isBoxless) reaching = child;
      const within = child.matches(whole) ? null : find(child);
      if (within !== null) return within;
    }
    return null;
  };
  return anchorOn(find(content) ?? reaching, content);
}

/** An element as the anchor, because the reader touched it. */
export function anchorOn(element: Element, content: Element): Anchor {
  const base = content.getBoundingClientRect().top;
  const places: Place[] = [];
  for (let at: Element | null = element; at !== null && at !== content; at = at.parentElement) {
    places.push({ element: at, top: at.getBoundingClientRect().top - base });
  }
  return places;
}

/** How far what is read has moved in the content; null where nothing of it is left. */
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

/**
 * The same anchor where it stands now.
 * @param residue of its drift that the view could not follow, in pixels
 */
export function moved(anchor: Anchor, content: Element, residue: number): Anchor {
  const base = content.getBoundingClientRect().top + residue;
  return anchor
    .filter(({ element }) => content.contains(element))
    .map(({ element }) => ({ element, top: element.getBoundingClientRect().top - base }));
}
