import { type RefObject, useEffect } from 'react';
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
}

/** Names of the highlights, styled in find.css. */
const all = 'found';
const shown = 'found-current';
/** The words of a message: not its reasoning, its tools or its facts. */
const wordsOf = '[data-words]';
/** Share of the view that is above a hit which was gone to. */
const above = 0.3;
/** Pixels at the edges of the view in which a hit counts as out of view; the bar lies over the upper one. */
const edge = { top: 72, bottom: 40 } as const;

/** The hits of a message, and the one that is shown, as far as it is drawn. */
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

function isInView(view: Element, box: DOMRect): boolean {
  const { top, bottom } = view.getBoundingClientRect();
  return box.top >= top + edge.top && box.bottom <= bottom - edge.bottom;
}

/** Brings the current hit in view, wherever on the branch it is, and marks every hit that is drawn. */
export function useFoundPlace({ find, store, slots, scroller, virtual, hold }: FoundPlace): void {
  const { open, term, current } = find;
  useEffect(() => {
    const view = scroller.current;
    if (current === null || view === null) return;
    const { depth } = current;
    store.fetch(Math.max(0, depth - 10), Math.min(slots.length, depth + 20));
    hold(() => {
      const row = view.querySelector(`[data-index="${depth}"]`);
      if (row === null) {
        virtual.current?.scrollToIndex(depth, { align: 'start', offset: -edge.top });
        return;
      }
      const box = (rangeOf(view, current, term) ?? row).getBoundingClientRect();
      if (isInView(view, box)) return;
      const { top, height } = view.getBoundingClientRect();
      view.scrollTop += box.top - top - height * above;
    });
  }, [current, term, slots.length, store, scroller, virtual, hold]);

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
}
