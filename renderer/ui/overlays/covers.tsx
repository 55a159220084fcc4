import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

interface Covers {
  count: number;
  /** What had the focus before each of those that have just gone: it is to have it again. */
  readonly left: HTMLElement[];
  /** Called when the count changes. */
  readonly listeners: Set<() => void>;
}

const Context = createContext<Covers | null>(null);

/** Counts what lies over the window and has the keyboard to itself. */
export function CoversProvider({ children }: { readonly children: ReactNode }) {
  const [covers] = useState<Covers>(() => ({ count: 0, left: [], listeners: new Set() }));
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

/** What has the focus before an overlay opens; for an entry of a menu, the menu's button. */
function opener(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest<HTMLElement>('[data-opened-by]');
  const button = menu && document.getElementById(menu.dataset.openedBy ?? '');
  const found = button ?? active;
  return found instanceof HTMLElement && found !== document.body ? found : null;
}

/**
 * Counts this component for as long as it is drawn.
 * @param from takes what had the focus before; an overlay that comes in the place of another, as a step does after a
 * step, takes over what the other had
 */
export function useCover(from?: RefObject<HTMLElement | null>): void {
  const covers = useCovers();
  // before anything in it takes the focus by itself
  const [active] = useState(opener);
  useLayoutEffect(() => {
    count(covers, 1);
    if (from && active?.isConnected) from.current = active;
    else if (from) {
      from.current = covers.left.findLast((one) => one.isConnected) ?? null;
      covers.left.length = 0;
    }
    return () => {
      count(covers, -1);
      if (from?.current) covers.left.push(from.current);
    };
  }, [covers, from, active]);
}

/** Gives the focus back to what had it before an overlay that has gone, unless another took that over. */
export function useWayBack(from: RefObject<HTMLElement | null>): () => void {
  const { left } = useCovers();
  return () => {
    const at = from.current === null ? -1 : left.lastIndexOf(from.current);
    if (at < 0) return;
    left.splice(at, 1);
    if (from.current?.isConnected) from.current.focus();
  };
}

/** Tells whether anything lies over the window now. */
export function useIsCovered(): () => boolean {
  const covers = useCovers();
  return () => covers.count > 0;
}

/** Whether anything lies over the window; draws again when that changes. */
export function useCovered(): boolean {
  const covers = useCovers();
  const [subscribe] = useState(() => (tell: () => void) => {
    covers.listeners.add(tell);
    return () => covers.listeners.delete(tell);
  });
  return useSyncExternalStore(subscribe, () => covers.count > 0);
}
