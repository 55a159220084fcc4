import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Jump, useStores } from '../../../../kit/index.ts';

/**
 * Whether folded content is open: by the reader, or because a jump leads into it.
 * @param leadsHere whether a jump leads into it
 */
export function useUnfolded(leadsHere: (target: Jump) => boolean) {
  const { jump } = useStores();
  const target = useStore(jump, (state) =>
    state.target !== null && leadsHere(state.target) ? state.target : null,
  );
  const [open, setOpen] = useState(target !== null);
  useEffect(() => {
    if (target !== null) setOpen(true);
  }, [target]);
  return { open, setOpen, jumpedTo: target === null ? undefined : true };
}
