import { useCallback, useMemo, useState } from 'react';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { type Arrangement, defaultArrangement } from './columnLayout.ts';

/** The questions whose answers are shown side by side, and how. */
export interface Columns {
  /** @param last it ends the branch: then they are shown until the user wants only one */
  isOpen(answer: Message, last: boolean): boolean;
  show(answer: Message, open: boolean): void;
  arrangementOf(answer: Message): Arrangement;
  arrange(answer: Message, change: (before: Arrangement) => Arrangement): void;
}

export function useColumns(): Columns {
  const [wished, setWished] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [arranged, setArranged] = useState<ReadonlyMap<string, Arrangement>>(() => new Map());
  const show = useCallback(
    (answer: Message, open: boolean) =>
      setWished((before) => new Map(before).set(answer.parentId ?? '', open)),
    [],
  );
  const arrange = useCallback(
    (answer: Message, change: (before: Arrangement) => Arrangement) =>
      setArranged((before) => {
        const id = answer.parentId ?? '';
        return new Map(before).set(id, change(before.get(id) ?? defaultArrangement));
      }),
    [],
  );
  return useMemo(
    () => ({
      isOpen: (answer, last) => wished.get(answer.parentId ?? '') ?? last,
      show,
      arrangementOf: (answer) => arranged.get(answer.parentId ?? '') ?? defaultArrangement,
      arrange,
    }),
    [wished, show, arranged, arrange],
  );
}
