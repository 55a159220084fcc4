import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react';

const Context = createContext<{ count: number } | null>(null);

/** Counts what lies over the window and has the keyboard to itself. */
export function CoversProvider({ children }: { readonly children: ReactNode }) {
  const [covers] = useState(() => ({ count: 0 }));
  return <Context value={covers}>{children}</Context>;
}

function useCovers() {
  const covers = use(Context);
  if (covers === null) throw new Error('useCovers needs a UiProvider above it');
  return covers;
}

/** Counts this component for as long as it is drawn. */
export function useCover(): void {
  const covers = useCovers();
  useLayoutEffect(() => {
    covers.count += 1;
    return () => {
      covers.count -= 1;
    };
  }, [covers]);
}

/** Tells whether anything lies over the window now. */
export function useIsCovered(): () => boolean {
  const covers = useCovers();
  return () => covers.count > 0;
}
