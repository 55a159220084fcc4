import { type RefObject, useEffect, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { rangesIn } from '../../conversations/index.ts';
import type { Branch } from '../conversation/branch.ts';
import type { ConversationStore } from '../conversation/store.ts';
import type { Find, Hit } from './useFind.ts';

export interface FoundPlace {
  readonly find: Find;
  readonly store: ConversationStore;
  readonly slots: Branch['slots'];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly hold: (bring: () => void) => void;
  readonly bar: RefObject<HTMLElement | null>;
}

/** Names of the highlights, styled in find.css. */
const all = 'found';
const shown = 'found-current';
/** The text of a message, without its reasoning, tools or facts. */
const wordsOf = '[data-words]';
/** Share of the view above a match after scrolling to it. */
const above = 0.3;
/** Margins in pixels within which a match counts as out of view; the upper one is below the bar. */
const edge = { top: 24, bottom: 40 } as const;

/** Returns the drawn matches of a message, and the current one. */
function foundIn(message: Element, current: Hit | null, term: string) {
  const isOwn = message.getAttribute('data-message') === current?.messageId;
  const nth = isOwn ? current?.nth : 0;
  const found = [...message.querySelectorAll(wordsOf)].map((words) => rangesIn(words, [term], nth));
  return {
    ranges: found.flatMap(({ ranges }) => ranges),
    own: isOwn ? (found[0]?.own ?? null) : null,
  };
}

function rangeOf(view: Element, current: Hit, term: string): Range | null {
  const message = view.querySelector(`[data-message="${CSS.escape(current.messageId)}"]`);
  return message === null ? null : foundIn(message, current, term).own;
}

/**
 * Scrolls the current match into view, wherever it is on the branch, and marks every drawn match.
 * @returns whether the bar would cover the match in its usual position: nothing scrolls past the very top
 */
export function useFoundPlace(place: FoundPlace): boolean {
  const { find, store, slots, scroller, virtual, hold, bar } = place;
  const { open, term, current } = find;
  const [covered, setCovered] = useState(false);
  useEffect(() => {
    const view = scroller.current;
    if (current === null || view === null) {
      setCovered(false);
      return;
    }
    const { depth } = current;
    store.fetch(Math.max(0, depth - 10), Math.min(slots.length, depth + 20));
    hold(() => {
      const { top, bottom, height } = view.getBoundingClientRect();
      const barBox = bar.current?.getBoundingClientRect();
      // in a low window it is above the view
      const isAside = barBox === undefined || barBox.top < top;
      const covers = edge.top + (isAside ? 0 : barBox.height);
      const row = view.querySelector(`[data-index="${depth}"]`);
      if (row === null) {
        virtual.current?.scrollToIndex(depth, { align: 'start', offset: -covers });
        return;
      }
      const hit = rangeOf(view, current, term) ?? row;
      const box = hit.getBoundingClientRect();
      // in a low view as far up as the bar at the bottom requires
      const over = Math.max(8, Math.min(height * above, height - covers - box.height));
      const isInView = box.top >= top + covers && box.bottom <= bottom - edge.bottom;
      if (!isInView) view.scrollTop += box.top - top - over;
      const now = hit.getBoundingClientRect();
      const isAbove = now.top - top < Math.min(covers, bottom - now.bottom);
      setCovered(isAbove && now.right > (barBox?.left ?? 0));
    });
  }, [current, term, slots.length, store, scroller, virtual, hold, bar]);

  useEffect(() => {
    const view = scroller.current;
    if (!open || term === '' || view === null || typeof Highlight === 'undefined') return;
    const paint = () => {
      const found = [...view.querySelectorAll('[data-message]')].map((message) =>
        foundIn(message, current, term),
      );
      CSS.highlights.set(all, new Highlight(...found.flatMap(({ ranges }) => ranges)));
      const own = found.find((one) => one.own !== null)?.own ?? null;
      const above = new Highlight(...(own === null ? [] : [own]));
      above.priority = 1;
      CSS.highlights.set(shown, above);
    };
    paint();
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(paint);
    });
    observer.observe(view, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(all);
      CSS.highlights.delete(shown);
    };
  }, [open, term, current, scroller]);
  return covered;
}
