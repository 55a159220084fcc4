import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { focusPlace, isOnPage, type Place, placeOf } from '../focus/place.ts';
import { useFocusKept } from '../focus/useFocusKept.ts';

interface Covers {
  count: number;
  /** Places that had the focus before overlays that have just closed: they get it back. */
  readonly left: Place[];
  /** Called when the count changes. */
  readonly listeners: Set<() => void>;
  /** The place whose control has just gone, while nothing has the focus. */
  readonly lost: () => Place | null;
}

const Context = createContext<Covers | null>(null);

/** Counts modal overlays of the window, and keeps the focus in them and below them. */
export function CoversProvider({ children }: { readonly children: ReactNode }) {
  const lost = useFocusKept();
  const [covers] = useState<Covers>(() => ({ count: 0, left: [], listeners: new Set(), lost }));
  return <Context value={covers}>{children}</Context>;
}

function useCovers(): Covers {
  const covers = use(Context);
  if (covers === null) throw new Error('useCovers needs a UiProvider above it');
  return covers;
}

function count(covers: Covers, by: number): void {
  covers.count += by;
  for (const tell of covers.listeners) tell();
}

/**
 * Returns the place of the focus before an overlay opens; for a menu entry, that of the menu's button. What opened it may
 * be gone already.
 */
function opener({ lost }: Covers): Place | null {
  const active = document.activeElement;
  const menu = active?.closest<HTMLElement>('[data-opened-by]');
  const button = menu && document.getElementById(menu.dataset.openedBy ?? '');
  const found = button ?? active;
  return found instanceof HTMLElement && found !== document.body ? placeOf(found) : lost();
}

/**
 * Counts this component while it is mounted.
 * @param from receives the place that had the focus; an overlay that replaces another, as one step replaces the
 * previous, takes over its place
 */
export function useCover(from?: RefObject<Place | null>): void {
  const covers = useCovers();
  // before anything in it takes the focus
  const [active] = useState(() => opener(covers));
  useLayoutEffect(() => {
    count(covers, 1);
    if (from && active && isOnPage(active)) from.current = active;
    else if (from) {
      from.current = covers.left.findLast(isOnPage) ?? null;
      covers.left.length = 0;
    }
    return () => {
      count(covers, -1);
      if (from?.current) covers.left.push(from.current);
    };
  }, [covers, from, active]);
}

/** Returns the focus to the place from before a closed overlay, unless another took it over. */
export function useWayBack(from: RefObject<Place | null>): () => void {
  const { left } = useCovers();
  return () => {
    const at = from.current === null ? -1 : left.lastIndexOf(from.current);
    if (at < 0) return;
    left.splice(at, 1);
    if (from.current) focusPlace(from.current);
  };
}

/** Returns a function that tells whether an overlay covers the window now. */
export function useIsCovered(): () => boolean {
  const covers = useCovers();
  return () => covers.count > 0;
}

/** Whether an overlay covers the window; renders again when that changes. */
export function useCovered(): boolean {
  const covers = useCovers();
  const [subscribe] = useState(() => (tell: () => void) => {
    covers.listeners.add(tell);
    return () => covers.listeners.delete(tell);
  });
  return useSyncExternalStore(subscribe, () => covers.count > 0);
}
