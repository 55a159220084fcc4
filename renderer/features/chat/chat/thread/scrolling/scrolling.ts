import { afterFrames } from './afterFrames.ts';
import {
  type Anchor,
  anchorIn,
  anchorOn,
  arePlaced,
  driftOf,
  isInView,
  measured,
  rowsInView,
} from './anchor.ts';
import { watchLayout } from './layout.ts';
import { watchReaderInput } from './readerInput.ts';

/** Distance from the end, in pixels, that counts as reading the end. */
const nearEnd = 48;
/** Tolerance of the reading position, in pixels: positions on a screen are whole. */
const rounding = 0.6;
/** Milliseconds for which content may be too short for the reading position. */
const shortFor = 1_000;
/** Frames without scrolling that count as a rest: by then everything in view has its real height. */
const restFrames = 3;

/** Keeps the reader's place in a view whose content changes. */
export interface Scrolling {
  /** The view was scrolled, by anybody. */
  onScroll(): void;
  toEnd(): void;
  /** Keeps the element that the reader clicked last in place, at the end too. */
  stay(): void;
  /** Leaves the end for a target: `bring` scrolls it into view, again whenever sizes change. */
  hold(bring: () => void): void;
  isAtEnd(): boolean;
  close(): void;
}

/**
 * Keeps a view at its end while the reader is there, at a place that was gone to until the reader scrolls, and else
 * keeps what is read where it is. Only the reader's own scrolling up ends the first; text that grows, that is drawn
 * anew and is shorter for a moment, or that turns out shorter than guessed, does not.
 * @param onAway called when the end leaves the reader's view, and when it is back
 * @param onRows called with the indexes of the rows in view
 */
export function createScrolling(
  view: HTMLElement,
  content: HTMLElement,
  onAway: (away: boolean) => void,
  onRows: (indexes: readonly number[]) => void,
): Scrolling {
  let goal: 'end' | 'reading' | { readonly bring: () => void } = 'end';
  let anchor: Anchor = [];
  /** `scrollTop` for what is read. Content that is too short for a moment does not let the view go there. */
  let wanted = 0;
  /** `scrollTop` as it is known here: what differs from it was scrolled since. */
  let known = 0;
  let shortSince: number | null = null;
  let cancelRest = (): void => undefined;

  const toEndOf = (): number => view.scrollHeight - view.scrollTop - view.clientHeight;
  const tellView = (): void => {
    onAway(goal !== 'end' && toEndOf() >= nearEnd);
    onRows(rowsInView(view, content).map((row) => Number(row.getAttribute('data-index'))));
  };

  /** Compensates for changes above the text being read. */
  const keepReading = (): void => {
    const drift = driftOf(anchor, content);
    if (drift === null) anchor = anchorIn(view, content, 'first');
    else if (Math.abs(drift) > rounding) {
      wanted += drift;
      anchor = measured(anchor, content);
    }
    if (Math.abs(view.scrollTop - wanted) > rounding) view.scrollTop = wanted;
    const now = performance.now();
    shortSince = Math.abs(view.scrollTop - wanted) >= 1 ? (shortSince ?? now) : null;
    if (shortSince !== null && now - shortSince > shortFor) wanted = view.scrollTop;
  };
  const keep = (): void => {
    if (goal === 'end') view.scrollTop = view.scrollHeight;
    else if (goal !== 'reading') goal.bring();
    else {
      // the reader's scrolling may come before the event that tells of it
      if (input.isScrolling() && Math.abs(view.scrollTop - wanted) >= 1) wanted = view.scrollTop;
      keepReading();
    }
    known = view.scrollTop;
    tellView();
  };
  const read = (on: Anchor): void => {
    goal = 'reading';
    wanted = view.scrollTop;
    shortSince = null;
    anchor = on;
  };
  /** While the reader scrolls, the anchor is something that has been in view: what comes in changes its height. */
  const readOn = (moved: number): void => {
    wanted = view.scrollTop;
    keepReading();
    if (!isInView(anchor, view)) anchor = anchorIn(view, content, moved < 0 ? 'last' : 'first');
    rest();
  };
  /** Rows that came into view are placed late on a slow computer: what is anchored on before that would move on its own. */
  const rest = (): void => {
    cancelRest();
    cancelRest = afterFrames(restFrames, () => {
      if (goal !== 'reading') return;
      keep();
      if (arePlaced(rowsInView(view, content))) anchor = anchorIn(view, content, 'first');
      else rest();
    });
  };

  const input = watchReaderInput(view, (pressed, isDown) => {
    // the view may have been scrolled already: what has just come in has no real height yet
    if (goal !== 'end' && goal !== 'reading')
      read(anchorIn(view, content, view.scrollTop < known - 1 ? 'last' : 'first'));
    // at the very end the view cannot be scrolled further
    if (isDown && toEndOf() < 2) goal = 'end';
    // the clicked element stays under the pointer
    if (pressed !== null && content.contains(pressed)) anchor = anchorOn(pressed, view, content);
  });
  const onScroll = (): void => {
    const moved = view.scrollTop - known;
    const isOwn = input.isScrolling();
    if (goal === 'end' && isOwn && moved < -1 && toEndOf() >= 2) {
      read(anchorIn(view, content, 'last'));
      readOn(moved);
    } else if (goal === 'reading' && Math.abs(moved) > 1) {
      if (isOwn && moved > 0 && toEndOf() < nearEnd) goal = 'end';
      else readOn(moved);
    }
    known = view.scrollTop;
    tellView();
  };
  const stopWatching = watchLayout(view, content, keep, {
    isOurs: () => goal === 'end' || goal === 'reading',
    // it may come before the event that tells of the reader's scrolling
    make() {
      onScroll();
      keep();
    },
  });

  return {
    onScroll,
    toEnd() {
      goal = 'end';
      input.forget();
      keep();
    },
    stay() {
      if (goal === 'end') read(measured(anchor, content));
    },
    hold(bring) {
      goal = { bring };
      keep();
    },
    isAtEnd: () => goal === 'end',
    close() {
      stopWatching();
      input.close();
      cancelRest();
    },
  };
}
