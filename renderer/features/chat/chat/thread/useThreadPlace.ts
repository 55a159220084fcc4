import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import { type Jump, type ReadingPlace, useStores } from '../../../../kit/index.ts';
import { markIn, rangesIn } from '../../conversations/index.ts';
import type { Branch } from '../conversation/branch.ts';
import type { ConversationStore } from '../conversation/store.ts';

interface ThreadPlace {
  readonly conversationId: string | null;
  readonly store: ConversationStore;
  readonly branch: Branch;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: RefObject<VirtualizerHandle | null>;
  readonly hold: (bring: () => void) => void;
  readonly isAtEnd: () => boolean;
}

/** Pixels from the upper edge to the target message of a jump. */
const jumpOffset = 56;
/** Milliseconds for which the target message stays highlighted. */
const standsOut = 2_400;

const rowOf = (view: Element, index: number) =>
  view.querySelector<HTMLElement>(`[data-index="${index}"]`);

/**
 * Reading position in a thread: handles jumps to messages, also to those not fetched yet, and restores the position at
 * which the conversation was left.
 * @returns the highlighted message after a jump
 */
export function useThreadPlace(thread: ThreadPlace): string | null {
  const { conversationId, store, branch, scroller, virtual, hold, isAtEnd } = thread;
  const { jump, places } = useStores();
  const target = useStore(jump, (state) =>
    state.target?.conversationId === conversationId ? state.target : null,
  );
  const [shownId, setShownId] = useState<string | null>(null);
  const { slots } = branch;

  const bring = useCallback(
    (index: number, offset: number, target: Jump | null) => () => {
      const view = scroller.current;
      if (view === null) return;
      const row = rowOf(view, index);
      if (row === null) {
        virtual.current?.scrollToIndex(index, { align: 'start', offset: -offset });
        return;
      }
      const away =
        placeOf(row, target).getBoundingClientRect().top -
        view.getBoundingClientRect().top -
        offset;
      if (Math.abs(away) > 1) view.scrollTop += away;
    },
    [scroller, virtual],
  );

  // Restores the position once the conversation's length is known.
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (restored.current || slots.length === 0) return;
    restored.current = true;
    const place = conversationId === null ? undefined : places.get(conversationId);
    if (place === undefined || target !== null || place.index >= slots.length) return;
    const there = slots[place.index];
    if (there !== undefined && there.id !== place.messageId) return;
    store.fetch(Math.max(0, place.index - 10), Math.min(slots.length, place.index + 20));
    hold(bring(place.index, place.offset, null));
  }, [slots, target, conversationId, places, store, hold, bring]);

  // Stores the position while the rows are still on the page.
  const latest = useRef(slots);
  latest.current = slots;
  useLayoutEffect(() => {
    const view = scroller.current;
    return () => {
      if (conversationId === null || view === null || latest.current.length === 0) return;
      const place = isAtEnd() ? null : placeIn(view, latest.current);
      if (place === null) places.delete(conversationId);
      else places.set(conversationId, place);
    };
  }, [conversationId, scroller, places, isAtEnd]);

  const index = target?.depth ?? -1;
  const arrived = target !== null && slots[index]?.id === target.messageId;
  const reached = target !== null && slots.length > index;
  useEffect(() => {
    if (!reached) return;
    store.fetch(Math.max(0, index - 10), Math.min(slots.length, index + 20));
    hold(bring(index, jumpOffset, target));
  }, [reached, target, index, slots.length, store, hold, bring]);
  useEffect(() => {
    const view = scroller.current;
    if (!arrived || target === null || view === null) return;
    setShownId(target.messageId);
    let unmark: () => void = () => undefined;
    let frame = 0;
    const mark = () => {
      const row = rowOf(view, index);
      const place = view.querySelector(`[data-message="${CSS.escape(target.messageId)}"]`);
      // distant rows are drawn one frame after the view has come near
      if (row === null || place === null) {
        frame = requestAnimationFrame(mark);
        return;
      }
      row.focus({ preventScroll: true });
      if (place !== row) place.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      unmark = markIn(place, target.terms);
    };
    mark();
    return () => {
      cancelAnimationFrame(frame);
      unmark();
    };
  }, [arrived, target, index, scroller]);
  useEffect(() => {
    if (shownId === null) return;
    const timer = setTimeout(() => setShownId(null), standsOut);
    return () => clearTimeout(timer);
  }, [shownId]);
  return shownId;
}

/** Returns the target within a row: the match in unfolded content, or the whole row. */
function placeOf(row: HTMLElement, target: Jump | null): Element | Range {
  const message =
    target && row.parentElement?.querySelector(`[data-message="${CSS.escape(target.messageId)}"]`);
  const unfolded = message?.querySelector('[data-jumped]');
  if (!target || !unfolded) return row;
  const range = rangesIn(unfolded, target.terms).own;
  if (range === null) return unfolded;
  // a long result scrolls by itself
  const part = range.startContainer.parentElement?.closest('[role="group"]');
  if (part) part.scrollTop += range.getBoundingClientRect().top - part.getBoundingClientRect().top;
  return range;
}

/** Returns the first message in view. */
function placeIn(view: HTMLElement, slots: Branch['slots']): ReadingPlace | null {
  const top = view.getBoundingClientRect().top;
  for (const row of view.querySelectorAll<HTMLElement>('[data-index]')) {
    const box = row.getBoundingClientRect();
    if (box.bottom <= top + 1) continue;
    const index = Number(row.dataset.index);
    const message = slots[index];
    return message === undefined ? null : { index, messageId: message.id, offset: box.top - top };
  }
  return null;
}
