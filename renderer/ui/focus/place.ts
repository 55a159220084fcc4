interface Level {
  readonly parent: Element;
  /** Its children, and the index of the one that leads to the element. */
  readonly children: readonly Element[];
  readonly index: number;
}

/** Where an element stood on the page: found again by its surroundings when it is gone. */
export interface Place {
  readonly element: HTMLElement;
  /** Its ancestors below the body, innermost first. */
  readonly way: readonly Level[];
}

/** Marks a part of the page that never gets the focus unless the user moves it there: a press could grant something. */
export const byUserOnly = { 'data-by-user-only': '' };

/** Marks a part of the page that is loading and sets the focus itself when it has. */
export const waitsForContent = { 'data-waits-for-content': '' };

/** What Tab reaches; of radio buttons the chosen one. */
const reachable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)';
const skipped =
  '[tabindex="-1"], input[type=radio]:not(:checked), [data-toasts] *, [data-by-user-only] *';

export function placeOf(element: HTMLElement): Place {
  const way: Level[] = [];
  let child: Element = element;
  for (let parent = child.parentElement; parent && parent !== document.body; ) {
    const children = [...parent.children];
    way.push({ parent, children, index: children.indexOf(child) });
    child = parent;
    parent = parent.parentElement;
  }
  return { element, way };
}

/** Whether it cannot have the focus any more: it is off the page or disabled. */
export const isGone = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled');

/** Whether there is something left of its surroundings: nothing is of an overlay that has closed. */
export const isOnPage = ({ element, way }: Place): boolean =>
  element.isConnected || way.some(({ parent }) => parent.isConnected);

/** Whether what had the focus stood in a part that is about to set it. */
export const isWaiting = ({ way }: Place): boolean =>
  way.some(({ parent }) => parent.isConnected && parent.matches('[data-waits-for-content]'));

function take(element: HTMLElement): boolean {
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function controlsIn(parts: readonly Element[]): HTMLElement[] {
  const all = parts.flatMap((part) => [part, ...part.querySelectorAll(reachable)]);
  return all.filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(reachable) && !one.matches(skipped),
  );
}

/** Returns the index at which something stands now in place of a child: its siblings may have come and gone too. */
function indexNow({ parent, children, index }: Level): number {
  const now = [...parent.children];
  const here = now.indexOf(children[index] as Element);
  if (here >= 0) return here;
  const before = children.slice(0, index).findLast((one) => now.includes(one));
  if (before || index === 0) return before ? now.indexOf(before) + 1 : 0;
  const after = children.slice(index + 1).find((one) => now.includes(one));
  return after ? now.indexOf(after) : index;
}

/**
 * Focuses the element; where it is gone, the control that stands in its place, else the one before, in the nearest
 * surroundings that have one. A dialog, a row or the screen, which can have the focus themselves, get it rather than a
 * control far away.
 */
export function focusPlace({ element, way }: Place, options: FocusOptions = {}): void {
  if (!isGone(element)) {
    element.focus(options);
    return;
  }
  for (const level of way) {
    const { parent } = level;
    if (!parent.isConnected) continue;
    if (parent instanceof HTMLElement && parent.hasAttribute('tabindex') && take(parent)) return;
    const children = [...parent.children];
    const index = indexNow(level);
    const after = controlsIn(children.slice(index));
    const before = controlsIn(children.slice(0, index)).reverse();
    if ([...after, ...before].some(take)) return;
  }
}
