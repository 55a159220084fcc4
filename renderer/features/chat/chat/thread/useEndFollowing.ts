import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Keeps the reader's position in a scrolled view: its end, a target, or the text being read. */
export function useEndFollowing() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef<Following | null>(null);
  const [away, setAway] = useState(false);

  useLayoutEffect(() => {
    const { current: view } = scroller;
    const { current: body } = content;
    if (view === null || body === null) return;
    const created = createFollowing(view, body, setAway);
    following.current = created;
    return () => {
      created.close();
    };
  }, []);

  const look = useCallback(() => following.current?.look(), []);
  const toEnd = useCallback(() => following.current?.toEnd(), []);
  const stay = useCallback(() => following.current?.stay(), []);
  const hold = useCallback((bring: () => void) => following.current?.hold(bring), []);
  const isAtEnd = useCallback(() => following.current?.isAtEnd() ?? true, []);
  return { scroller, content, away, look, toEnd, stay, hold, isAtEnd };
}

/** Distance from the end, in pixels, that counts as reading the end. */
const nearEnd = 48;
/** Tolerance of the reading position, in pixels: positions on a screen are whole. */
const rounding = 0.6;

/** Milliseconds for which content may be too short for the reading position. */
const shortFor = 1_000;
/** Events of the reader's own scrolling. The view's own scrolling causes none of these. */
const ownScrolling = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Milliseconds for which scrolling continues after its start, counted from its first frame. */
const goesOn = 1_000;

/** Keeps the reader's position while a view's content changes. */
interface Following {
  /** The view was scrolled, by anybody. */
  look(): void;
  toEnd(): void;
  /** Keeps the element that the reader clicked last in place, at the end too. */
  stay(): void;
  /** Leaves the end for a target: `bring` scrolls it into view, again whenever sizes change. */
  hold(bring: () => void): void;
  isAtEnd(): boolean;
  close(): void;
}

/**
 * Keeps a scrolled view at its end while the reader is there, at a target until the reader scrolls, and otherwise the
 * text being read in place. Only the reader's own scrolling up ends the first; growing, temporarily shorter or
 * overestimated text does not.
 * @param onAway called when the end leaves the reader's view, and when it is back
 */
function createFollowing(
  view: HTMLElement,
  content: HTMLElement,
  onAway: (away: boolean) => void,
): Following {
  let following = true;
  let held: (() => void) | null = null;
  let anchor: Anchor = [];
  let last = { top: 0 };
  /** Until when the text may return to a position that the content does not reach now. */
  let shortUntil: number | null = null;
  /** Until when scrolling counts as the reader's. */
  let own = 0;

  /** Compensates for changes above the text being read. */
  const settle = (): void => {
    const drift = driftOf(anchor, content);
    if (drift === null) anchor = anchorIn(view, content);
    else if (Math.abs(drift) > rounding) {
      const before = view.scrollTop;
      view.scrollTop += drift;
      const residue = drift - (view.scrollTop - before);
      const now = performance.now();
      // temporarily short content, until the rest is fetched, leaves the position as it was
      if (Math.abs(residue) >= 1) shortUntil ??= now + shortFor;
      else shortUntil = null;
      if (shortUntil === null) anchor = moved(anchor, content, residue);
      else if (now > shortUntil) anchor = moved(anchor, content, 0);
    }
  };
  const keep = (): void => {
    if (held !== null) held();
    else if (following) view.scrollTop = view.scrollHeight;
    else settle();
    last = { top: view.scrollTop };
  };
  /** Records the reader's scroll position. @returns the pixels to the end */
  const track = (): number => {
    const { scrollTop: top, scrollHeight: height, clientHeight } = view;
    const distance = height - top - clientHeight;
    const now = performance.now();
    const isOwn = now < own;
    if (isOwn) own = Math.max(own, now + goesOn / 2);
    if (held !== null) following = false;
    else if (isOwn && top < last.top - 1) following = distance < 2;
    // not if the content has become so short that there is nothing below
    else if (isOwn && top > last.top + 1 && distance < nearEnd) following = true;
    return distance;
  };
  const stopWatching = watchLayout(view, content, keep, {
    isHeld: () => held !== null,
    // it may come before the view's own scroll event
    onCorrection() {
      track();
      keep();
    },
  });
  const ownInput = watchInput(view, {
    begin: () => {
      own = Number.POSITIVE_INFINITY;
    },
    end: () => {
      own = performance.now() + goesOn;
    },
    touch(element, isDown) {
      held = null;
      // at the very end the view cannot follow
      if (isDown && view.scrollHeight - view.scrollTop - view.clientHeight < 2) following = true;
      // the clicked element stays under the pointer
      if (content.contains(element)) anchor = anchorOn(element, content);
    },
  });

  return {
    look() {
      const was = following;
      const { top } = last;
      const distance = track();
      if (!following && held === null) {
        if (!was) settle();
        if (was || Math.abs(view.scrollTop - top) > 1) anchor = anchorIn(view, content);
      }
      last = { top: view.scrollTop };
      onAway(!following && distance >= nearEnd);
    },
    toEnd() {
      following = true;
      held = null;
      onAway(false);
      keep();
    },
    stay() {
      if (!following) return;
      following = false;
      anchor = moved(anchor, content, 0);
    },
    hold(bring) {
      following = false;
      held = bring;
      bring();
    },
    isAtEnd: () => following,
    close() {
      stopWatching();
      ownInput();
    },
  };
}

interface Corrections {
  readonly isHeld: () => boolean;
  /** The virtual list wants to correct the view. */
  readonly onCorrection: () => void;
}

/**
 * Calls `keep` in every frame with a change of the content, after its layout and before its paint. Size observers alone
 * miss a text that is temporarily shorter within a frame: the view has moved, but no size changed.
 */
function watchLayout(
  view: HTMLElement,
  content: HTMLElement,
  keep: () => void,
  corrections: Corrections,
): () => void {
  const sizes = new ResizeObserver(keep);
  sizes.observe(content);
  // the composer grows into the view
  sizes.observe(view);
  let once: ResizeObserver | null = null;
  let frame = 0;
  /** An observer reports the initial size after the next layout. */
  const keepAfterLayout = (): void => {
    once?.disconnect();
    once = new ResizeObserver(keep);
    once.observe(content);
  };
  const changes = new MutationObserver((records) => {
    // Rows of a virtual list are placed during size notifications: the content's observer gets no more in this frame.
    if (!records.some(({ target }) => isRowOrList(target, content))) {
      keepAfterLayout();
      return;
    }
    keep();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(keepAfterLayout);
  });
  changes.observe(content, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'hidden', 'open'],
  });
  const release = overrideCorrections(view, corrections);
  return () => {
    sizes.disconnect();
    once?.disconnect();
    changes.disconnect();
    cancelAnimationFrame(frame);
    release();
  };
}

/** Whether it is the virtual list, or one of its rows. */
function isRowOrList(target: Node, content: HTMLElement): boolean {
  const { parentNode } = target;
  if (parentNode === content) return target instanceof HTMLElement && target.style.height !== '';
  return (
    parentNode?.parentNode === content &&
    target instanceof HTMLElement &&
    target.style.position === 'absolute'
  );
}

/**
 * The virtual list corrects the view by an estimated change above the reader. Here the change is known: its corrections
 * only give the time.
 */
function overrideCorrections(view: HTMLElement, { isHeld, onCorrection }: Corrections): () => void {
  const own = view as { scrollBy?: unknown; scrollTo?: unknown };
  const instead =
    (native: (options?: ScrollToOptions) => void) =>
    (...given: [options?: ScrollToOptions]) => {
      const isCorrection = typeof given[0] === 'object' && given[0].behavior === 'instant';
      if (isCorrection && !isHeld()) onCorrection();
      else native.apply(view, given);
    };
  own.scrollBy = instead(Element.prototype.scrollBy);
  own.scrollTo = instead(Element.prototype.scrollTo);
  return () => {
    delete own.scrollBy;
    delete own.scrollTo;
  };
}

/** Observes the reader's scrolling. @returns stops it */
function watchInput(
  view: HTMLElement,
  input: { begin(): void; end(): void; touch(element: Element, isDown: boolean): void },
): () => void {
  let frame = 0;
  let isPressed = false;
  /** The reader's input moves the view in the next frame or the one after, however long they take to come. */
  const begin = (): void => {
    input.begin();
    cancelAnimationFrame(frame);
    if (isPressed) return;
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => input.end());
    });
  };
  const letGo = (event: Event): void => {
    const { type, target } = event;
    const isTouch = type === 'pointerdown' || type === 'keydown';
    const isDown = event instanceof WheelEvent && event.deltaY > 0;
    input.touch(isTouch && target instanceof Element ? target : view, isDown);
    if (type === 'pointerdown') isPressed = true;
    begin();
  };
  const release = (): void => {
    if (!isPressed) return;
    isPressed = false;
    begin();
  };
  for (const kind of ownScrolling) view.addEventListener(kind, letGo, { passive: true });
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', release);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointerup', release);
    window.removeEventListener('pointercancel', release);
    for (const kind of ownScrolling) view.removeEventListener(kind, letGo);
  };
}

/** An element of a thread, and its position in the thread's content, in pixels. */
interface Place {
  readonly element: Element;
  readonly top: number;
}

/** The text being read: the innermost element first, then its ancestors, in case it is drawn again. */
type Anchor = readonly Place[];

/** Maximum boxes examined for one anchor: a scrolling reader waits for it. */
const mostBoxes = 400;
/** Elements drawn as a whole, with very many descendants. */
const whole = '.katex, .md-part, svg';

/** Returns the first element that begins in view; without one, the innermost that extends into it. */
function anchorIn(view: Element, content: Element): Anchor {
  const { top, bottom } = view.getBoundingClientRect();
  let boxes = 0;
  let reaching: Element = content;
  const find = (parent: Element): Element | null => {
    for (const child of parent.children) {
      boxes += 1;
      if (boxes > mostBoxes) return null;
      const box = child.getBoundingClientRect();
      // without a box of its own, its children may have one
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

/** Makes an element the anchor, because the reader touched it. */
function anchorOn(element: Element, content: Element): Anchor {
  const base = content.getBoundingClientRect().top;
  const places: Place[] = [];
  for (let at: Element | null = element; at !== null && at !== content; at = at.parentElement) {
    places.push({ element: at, top: at.getBoundingClientRect().top - base });
  }
  return places;
}

/** Returns the anchor's movement in the content; null if nothing of it is left. */
function driftOf(anchor: Anchor, content: Element): number | null {
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
 * Returns the anchor at its current position.
 * @param residue drift that the view could not follow, in pixels
 */
function moved(anchor: Anchor, content: Element, residue: number): Anchor {
  const base = content.getBoundingClientRect().top + residue;
  return anchor
    .filter(({ element }) => content.contains(element))
    .map(({ element }) => ({ element, top: element.getBoundingClientRect().top - base }));
}
