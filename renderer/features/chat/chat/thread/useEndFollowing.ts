import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Keeps the place of the reader in a scrolled view: its end, a place that was gone to, or what is read. */
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

/** How near the end, in pixels, counts as reading the end. */
const nearEnd = 48;
/** Pixels by which what is read may be off: places on a screen are whole. */
const rounding = 0.6;

/** Milliseconds for which content may be too short for the place of what is read. */
const shortFor = 1_000;
/** What the reader does to scroll. The view's own scrolling is none of these. */
const ownScrolling = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** Milliseconds for which scrolling goes on after what began it, from the frame on in which it began. */
const goesOn = 1_000;

/** Keeps the place of the reader in a view whose content changes. */
interface Following {
  /** The view was scrolled, by whomever. */
  look(): void;
  toEnd(): void;
  /** What the reader pressed last stays where it is, at the end too. */
  stay(): void;
  /** Leaves the end for a place: `bring` puts it in view, again whenever sizes change. */
  hold(bring: () => void): void;
  isAtEnd(): boolean;
  close(): void;
}

/**
 * Keeps a scrolled view at its end while the reader is there, at a place that was gone to until the reader scrolls, and
 * else keeps what is read where it is. Only the reader's own scrolling up ends the first; text that grows, that is
 * drawn anew and is shorter for a moment, or that turns out shorter than guessed, does not.
 * @param onAway told when the end comes out of the reader's view, and in it again
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
  /** Until when what is read may come back to a place that the content does not reach now. */
  let shortUntil: number | null = null;
  /** Until when scrolling counts as the reader's. */
  let own = 0;

  /** What changed above what is read is made up for. */
  const settle = (): void => {
    const drift = driftOf(anchor, content);
    if (drift === null) anchor = anchorIn(view, content);
    else if (Math.abs(drift) > rounding) {
      const before = view.scrollTop;
      view.scrollTop += drift;
      const residue = drift - (view.scrollTop - before);
      const now = performance.now();
      // content that is short for a moment, until the rest has been fetched, leaves the place as it was
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
  /** Takes in where the reader has scrolled to. @returns the pixels to the end */
  const track = (): number => {
    const { scrollTop: top, scrollHeight: height, clientHeight } = view;
    const distance = height - top - clientHeight;
    const now = performance.now();
    const isOwn = now < own;
    if (isOwn) own = Math.max(own, now + goesOn / 2);
    if (held !== null) following = false;
    else if (isOwn && top < last.top - 1) following = distance < 2;
    // not where the content has become so short that there is nothing below
    else if (isOwn && top > last.top + 1 && distance < nearEnd) following = true;
    return distance;
  };
  const stopWatching = watchLayout(view, content, keep, {
    isHeld: () => held !== null,
    // it may come before the view's own news of having been scrolled
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
      // what the reader presses stays under the hand
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
  /** The list of a long branch wants to correct the view. */
  readonly onCorrection: () => void;
}

/**
 * Calls `keep` in every frame in which something of the content has changed, after its layout and before it is painted.
 * Observers of sizes alone miss a text that is shorter for a moment within a frame: the view has moved, no size has.
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
  /** An observer is told of what it begins to observe after the next layout. */
  const keepAfterLayout = (): void => {
    once?.disconnect();
    once = new ResizeObserver(keep);
    once.observe(content);
  };
  const changes = new MutationObserver((records) => {
    // The rows of a long branch are placed while sizes are told: what observes the content is told no more in this frame.
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

/** Whether it is the list of a long branch, or one of its rows. */
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
 * The list of a long branch corrects the view by what it takes for the change above the reader, which it guesses by
 * rows. Here it is known: its corrections only say when.
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

/** Tells when the reader scrolls. @returns what ends it */
function watchInput(
  view: HTMLElement,
  input: { begin(): void; end(): void; touch(element: Element, isDown: boolean): void },
): () => void {
  let frame = 0;
  let isPressed = false;
  /** What the reader did moves the view in the next frame or the one after, however long they take to come. */
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

/** An element of a thread, and where it stands in the thread's content, in pixels. */
interface Place {
  readonly element: Element;
  readonly top: number;
}

/** What is read: the innermost element first, then what it stands in, in case that it is drawn anew. */
type Anchor = readonly Place[];

/** Boxes that are looked at for one anchor at most: a reader who scrolls waits for it. */
const mostBoxes = 400;
/** Drawn as a whole, of very many elements. */
const whole = '.katex, .md-part, svg';

/** The first element that begins in view; where none does, the innermost one that reaches into it. */
function anchorIn(view: Element, content: Element): Anchor {
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
function anchorOn(element: Element, content: Element): Anchor {
  const base = content.getBoundingClientRect().top;
  const places: Place[] = [];
  for (let at: Element | null = element; at !== null && at !== content; at = at.parentElement) {
    places.push({ element: at, top: at.getBoundingClientRect().top - base });
  }
  return places;
}

/** How far what is read has moved in the content; null where nothing of it is left. */
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
 * The same anchor where it stands now.
 * @param residue of its drift that the view could not follow, in pixels
 */
function moved(anchor: Anchor, content: Element, residue: number): Anchor {
  const base = content.getBoundingClientRect().top + residue;
  return anchor
    .filter(({ element }) => content.contains(element))
    .map(({ element }) => ({ element, top: element.getBoundingClientRect().top - base }));
}
