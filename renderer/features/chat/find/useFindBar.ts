import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useOffer } from '../../../kit/useCommand.ts';
import { useFind } from './useFind.ts';
import { type FoundPlace, useFoundPlace } from './useFoundPlace.ts';
import './find.css';

interface FindBarPlace extends Omit<FoundPlace, 'find' | 'slots'> {
  readonly conversationId: string | null;
  readonly branch: { readonly slots: FoundPlace['slots'] };
  readonly streaming: boolean;
  readonly stay: () => void;
}

/** Finding in a thread: what the bar shows, and the way of the view to what was found. */
export function useFindBar(thread: FindBarPlace) {
  const { conversationId, branch, streaming, scroller, stay } = thread;
  const { slots } = branch;
  const field = useRef<HTMLInputElement>(null);
  /** What had the focus before the bar. */
  const before = useRef<HTMLElement | null>(null);
  const firstInView = () => {
    const view = scroller.current;
    const top = view?.getBoundingClientRect().top ?? 0;
    const rows = [...(view?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > top);
    return Number(row?.dataset.index ?? 0);
  };
  const version = [slots.length, slots.at(-1)?.id, streaming].join(' ');
  const find = useFind(conversationId, version, firstInView);
  useFoundPlace({ ...thread, find, slots });

  /** What is read stays where it is in the window while the bar comes above it and goes. */
  const inPlace = (change: () => void) => {
    stay();
    const view = scroller.current;
    const { scrollTop, clientHeight } = view ?? { scrollTop: 0, clientHeight: 0 };
    // At once: what is typed next is looked for, however busy the page is.
    flushSync(change);
    if (view !== null) view.scrollTop = scrollTop + clientHeight - view.clientHeight;
  };

  const begin = () => {
    const { activeElement } = document;
    if (activeElement !== field.current) {
      before.current = activeElement instanceof HTMLElement ? activeElement : null;
    }
    inPlace(find.begin);
    field.current?.focus();
    field.current?.select();
  };
  useOffer('find', conversationId !== null && slots.length > 0 ? begin : null);
  const onClose = () => {
    inPlace(find.end);
    const back = before.current?.isConnected === true ? before.current : scroller.current;
    back?.focus({ preventScroll: true });
  };
  return { find, field, onClose, open: find.open };
}
