import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type Jump, useStores } from '../../../../kit/index.ts';

/**
 * Whether folded content is open: by the reader, or because a jump leads into it.
 * @param leadsHere whether a jump leads into it
 * @param byItself whether it is open until the reader folds it
 */
export function useUnfolded(leadsHere: (target: Jump) => boolean, byItself = false) {
  const { jump } = useStores();
  const target = useStore(jump, (state) =>
    state.target !== null && leadsHere(state.target) ? state.target : null,
  );
  const [choice, setOpen] = useState(target === null ? null : true);
  useEffect(() => {
    if (target !== null) setOpen(true);
  }, [target]);
  return { open: choice ?? byItself, setOpen, jumpedTo: target === null ? undefined : true };
}
