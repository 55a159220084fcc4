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

/** Finding in a thread: what the bar shows, and the way of the view to what was found. */
export function useFindBar(thread: FindBarPlace) {
  const { conversationId, branch, streaming, scroller } = thread;
  const { slots } = branch;
  const field = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLElement>(null);
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
  const low = useFoundPlace({ ...thread, find, slots, bar });

  const begin = () => {
    const { activeElement } = document;
    if (activeElement !== field.current) {
      before.current = activeElement instanceof HTMLElement ? activeElement : null;
    }
    // At once: what is typed next is looked for, however busy the page is.
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
