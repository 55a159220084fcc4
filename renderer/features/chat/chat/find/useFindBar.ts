import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useOffer } from '../../../../kit/useCommand.ts';
import { useFind } from './useFind.ts';
import { type FoundPlace, useFoundPlace } from './useFoundPlace.ts';
import './find.css';

interface FindBarPlace extends Omit<FoundPlace, 'find' | 'slots' | 'bar'> {
  readonly conversationId: string | null;
  readonly branch: { readonly slots: FoundPlace['slots'] };
  readonly streaming: boolean;
}

/** Find in a thread: the state of the bar, and scrolling to matches. */
export function useFindBar(thread: FindBarPlace) {
  const { conversationId, branch, streaming, scroller } = thread;
  const { slots } = branch;
  const field = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLElement>(null);
  /** The focused element before the bar opened. */
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
  const low = useFoundPlace({ ...thread, find, slots, bar });

  const begin = () => {
    const { activeElement } = document;
    if (activeElement !== field.current) {
      before.current = activeElement instanceof HTMLElement ? activeElement : null;
    }
    // Synchronously: the next keys belong to the search, however busy the page is.
    flushSync(find.begin);
    field.current?.focus();
    field.current?.select();
  };
  useOffer('find', conversationId !== null && slots.length > 0 ? begin : null);
  const onClose = () => {
    find.end();
    const back = before.current?.isConnected === true ? before.current : scroller.current;
    back?.focus({ preventScroll: true });
  };
  return { find, field, bar, low: find.open && low, onClose, open: find.open };
}
