import { useCallback, useMemo, useState } from 'react';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';

/** The questions whose answers are shown side by side. */
export interface Columns {
  /** @param last it ends the branch: then they are shown until the user wants only one */
  isOpen(answer: Message, last: boolean): boolean;
  show(answer: Message, open: boolean): void;
}

export function useColumns(): Columns {
  const [wished, setWished] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const show = useCallback(
    (answer: Message, open: boolean) =>
      setWished((before) => new Map(before).set(answer.parentId ?? '', open)),
    [],
  );
  return useMemo(
    () => ({
      isOpen: (answer, last) => wished.get(answer.parentId ?? '') ?? last,
      show,
    }),
    [wished, show],
  );
}
