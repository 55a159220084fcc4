import { useEffect, useState } from 'react';
import { useStores } from '../../../kit/index.ts';
import { useCovered } from '../../../ui/overlays/covers.tsx';

/** Focuses the message field once the first key was added and its dialog has closed. */
export function useCaretAfterKey(needsKey: boolean, isAdding: boolean): void {
  const { commands } = useStores();
  const covered = useCovered();
  const [wanted, setWanted] = useState(false);
  if (needsKey && isAdding && !wanted) setWanted(true);
  const isNow = wanted && !needsKey && !covered;
  useEffect(() => {
    if (!isNow) return;
    setWanted(false);
    // the dialog that has just closed gives the focus back before that
    setTimeout(() => commands.getState().able.get('focus-composer')?.(''), 0);
  }, [isNow, commands]);
}
