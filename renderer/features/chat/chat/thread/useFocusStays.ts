import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useStores } from '../../../../kit/index.ts';
import type { Branch } from '../conversation/branch.ts';

const row = '[data-index]';

/**
 * A message that is deleted takes the focus along: then the row in its place has it, or the last one, or the message
 * field where none is left.
 */
export function useFocusStays(
  content: RefObject<HTMLElement | null>,
  slots: Branch['slots'],
): void {
  const { commands } = useStores();
  /** The row with the focus, and the message in it; kept while a menu of it has the focus. */
  const focused = useRef<{ readonly index: number; readonly element: Element } | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="menu"]')) return;
      const element = content.current?.contains(target) ? target.closest(row) : null;
      focused.current = element && { index: Number(element.getAttribute('data-index')), element };
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [content]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row goes when the messages change
  useLayoutEffect(() => {
    const before = focused.current;
    if (before === null || before.element.isConnected) return;
    const stay = () => {
      if (document.activeElement !== document.body) return;
      const rows = [...(content.current?.querySelectorAll<HTMLElement>(row) ?? [])];
      const at = rows.find((one) => Number(one.dataset.index) >= before.index) ?? rows.at(-1);
      if (at) at.focus({ preventScroll: true });
      else commands.getState().able.get('focus-composer')?.('');
    };
    stay();
    // a menu that closes gives the focus back to its button, which is gone
    const timer = setTimeout(stay, 0);
    return () => clearTimeout(timer);
  }, [slots, content, commands]);
}
